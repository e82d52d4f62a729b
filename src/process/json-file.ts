import { repeatedName } from '../text/repeated-name.ts';
import { Failure, fileTrouble } from './failure.ts';
import { readRegularFile } from './regular-file.ts';

/** Larger than any file of settings that a person reviews. */
const mostBytes = 1024 * 1024;

/** A file of settings in JSON, as messages call it, and the code of its failures. */
export interface JsonFile {
	readonly path: string;
	/** Such as `connections file`. */
	readonly title: string;
	readonly code: string;
}

/** The value in a file of settings. A name that occurs twice in one object is refused: a parser would take the last one. */
export function readJsonFile(file: JsonFile): unknown {
	const text = textOf(file);
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		throw invalidFile(file, 'it is not JSON');
	}
	const twice = repeatedName(text);
	if (twice !== null) throw invalidFile(file, `it has ${JSON.stringify(twice)} twice in one object`);
	return value;
}

function textOf(file: JsonFile): string {
	let text: string;
	try {
		text = readRegularFile(file.path).toString();
	} catch (thrown) {
		throw new Failure(file.code, `the ${file.title} ${file.path} cannot be read (${fileTrouble(thrown)})`);
	}
	if (text.length > mostBytes) throw invalidFile(file, 'it is too long: expected at most 1 MB');
	return text;
}

/** Says in one line what is wrong with a file. `mistake` never repeats a secret. */
export function invalidFile({ code, title, path }: JsonFile, mistake: string): Failure {
	return new Failure(code, `the ${title} ${path} is invalid: ${mistake}`);
}

/** Refuses an entry with a member that its kind does not take, such as a misspelled one. `where` is the place of the entry. */
export function refuseOtherMembers(
	entry: Readonly<Record<string, unknown>>,
	members: readonly string[],
	{ file, where, kind }: { readonly file: JsonFile; readonly where: string; readonly kind: string },
): void {
	const other = Object.keys(entry).find((member) => !members.includes(member));
	if (other !== undefined)
		throw invalidFile(file, `${where} has ${JSON.stringify(other)}: ${kind} takes ${members.join(', ')}`);
}

/** Whether a value of JSON is an object. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
