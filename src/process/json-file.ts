import { repeatedName } from '@pointrelease/core/src/text/repeated-name.ts';
import { Failure, fileTrouble } from './failure.ts';
import { readRegularFile } from './regular-file.ts';

/** Larger than any settings file that a person would review. */
const mostBytes = 1024 * 1024;

/** A settings file in JSON: its path, its name in messages, and the code of its failures. */
export interface JsonFile {
	readonly path: string;
	/** Such as `connections file`. */
	readonly title: string;
	readonly code: string;
}

/** Reads a settings file. Refuses a name that occurs twice in one object, of which a parser would use the last. */
export function readJsonFile(file: JsonFile): unknown {
	return parseJsonFile(file, textOf(file));
}

/** The same for a text that was read before. */
export function parseJsonFile(file: JsonFile, text: string): unknown {
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		throw invalidFile(file, ['it is not JSON']);
	}
	const twice = repeatedName(text);
	if (twice !== null) throw invalidFile(file, [`it has ${JSON.stringify(twice)} twice in one object`]);
	// No object that is made from the file could have it.
	if (/"__proto__"\s*:/.test(text)) throw invalidFile(file, 'it has "__proto__": expected another name');
	return value;
}

function textOf(file: JsonFile): string {
	let text: string;
	try {
		text = readRegularFile(file.path).toString();
	} catch (thrown) {
		throw new Failure(file.code, `the ${file.title} ${file.path} cannot be read (${fileTrouble(thrown)})`);
	}
	if (text.length > mostBytes) throw invalidFile(file, ['it is too long: expected at most 1 MB']);
	return text;
}

/** The failure of an invalid file, in one line for each mistake. A mistake must not repeat a secret. */
export function invalidFile({ code, title, path }: JsonFile, mistakes: string | readonly string[]): Failure {
	const lines = [mistakes].flat().flatMap((mistake) => mistake.split('\n'));
	return new Failure(code, lines.map((line) => `the ${title} ${path} is invalid: ${line}`).join('\n'));
}

/** Whether a JSON value is an object. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
