import * as z from 'zod/mini';
import type { Failure } from './failure.ts';
import { invalidFile, type JsonFile, parseJsonFile, readJsonFile } from './json-file.ts';

/**
 * The parts that files are defined with. A definition is a schema: it makes the reader, the types, the JSON Schema and the
 * table of members in the documents. A part says of a member what is expected, so that a mistake has a place and a remedy.
 */

type Issue = z.core.$ZodRawIssue;
type Words = { readonly error: (issue: Issue) => string };
type Schema = z.ZodMiniType;

/** More lines than this help nobody. */
const mostMistakes = 20;

/** The words for a mistake: what the member is, and what would be right. A private value is not repeated. */
function expecting(expected: string, isPrivate = false): Words {
	return { error: ({ input }) => `${whatIs(input, isPrivate)}: expected ${expected}` };
}

function whatIs(value: unknown, isPrivate: boolean): string {
	if (value === undefined) return 'is missing';
	return isPrivate ? 'is something else' : `is ${quoted(value)}`;
}

function quoted(value: unknown): string {
	const text = JSON.stringify(value);
	return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

/** A text of a form. `isPrivate` keeps it out of messages, because people put secrets where they do not belong. */
export function text(expected = 'a text', pattern = /\S/, { isPrivate = false } = {}) {
	const words = expecting(expected, isPrivate);
	return z.string(words).check(z.regex(pattern, words));
}

/** A text of at most so many characters, counted as JSON Schema counts them. */
export function shortText(most: number) {
	const words = expecting(`a text of at most ${most} characters`);
	return withMeta(z.string(words).check(z.refine((value) => [...value].length <= most, words)), {
		maxLength: most,
	});
}

export function whole(least: number, most: number, expected = `a whole number from ${least} to ${most}`) {
	const words = expecting(expected);
	return z.number(words).check(z.int(words), z.gte(least, words), z.lte(most, words));
}

export function flag() {
	return z.boolean(expecting('true or false'));
}

export function oneOf<const Name extends string>(names: readonly Name[], expected = names.join(' or ')) {
	return z.enum(names, expecting(expected));
}

/** A list with at least `least` and at most `most` items. */
export function listOf<Item extends Schema>(
	item: Item,
	expected: string,
	{ least = 0, most }: { least?: number; most?: number } = {},
) {
	const words = expecting(expected);
	const list = z.array(item, words).check(z.minLength(least, words));
	return most === undefined ? list : list.check(z.maxLength(most, words));
}

/** An object with these members and no others. */
export function object<Shape extends Readonly<Record<string, Schema>>>(shape: Shape, expected: string) {
	const members = Object.keys(shape).filter((name) => name !== '$schema');
	return z.strictObject(shape as Shape, {
		error: (issue) =>
			issue.code === 'unrecognized_keys'
				? `expected only ${members.join(', ')}`
				: `${whatIs(issue.input, false)}: expected ${expected}`,
	});
}

/** An object whose names are chosen by whoever writes the file. */
export function named<Value extends Schema>(
	pattern: RegExp,
	expectedName: string,
	value: Value,
	expected: string,
) {
	const name = z.string().check(z.regex(pattern, { error: () => `expected ${expectedName}` }));
	return z.record(name, value, expecting(expected));
}

/** Members that are of no use, or not allowed, without another one: by name, the member that each needs. */
export function needing<Value extends Schema>(schema: Value, needs: Readonly<Record<string, string>>): Value {
	const check = z.check<Record<string, unknown>>(({ value, issues }) => {
		for (const [member, other] of Object.entries(needs))
			if (value?.[member] !== undefined && value[other] === undefined)
				issues.push({ code: 'custom', input: value, path: [member], message: `needs "${other}"` });
	});
	// Other mistakes of the object do not hide this one.
	check._zod.def.when = ({ value }) => typeof value === 'object';
	const dependentRequired = Object.fromEntries(
		Object.entries(needs).map(([member, other]) => [member, [other]]),
	);
	return withMeta((schema as Schema).check(check as never), { dependentRequired }) as Value;
}

/** What a member means, for JSON Schema and documents. `usual` is what holds without it, where the reader does not fill it in. */
export function about<Value extends Schema>(description: string, schema: Value, usual?: unknown): Value {
	return withMeta(schema, { description, ...(usual !== undefined && { default: usual }) });
}

/** Any text or object: editors look up the schema of a file there. */
export const schemaMember = z.optional(z.unknown());

function withMeta<Value extends Schema>(schema: Value, meta: object): Value {
	z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), ...meta });
	return schema;
}

/** Reads a file by its definition. All mistakes of the file are in the Failure, a line each. */
export function readDefined<Value extends Schema>(file: JsonFile, definition: Value): z.output<Value> {
	return validated(file, readJsonFile(file), definition);
}

/** The same for a text that was read before. */
export function parseDefined<Value extends Schema>(
	file: JsonFile,
	text: string,
	definition: Value,
): z.output<Value> {
	return validated(file, parseJsonFile(file, text), definition);
}

function validated<Value extends Schema>(file: JsonFile, value: unknown, definition: Value): z.output<Value> {
	const { data, error } = z.safeParse(definition, value, { reportInput: true });
	if (error) throw mistakesIn(file, error.issues);
	return data as z.output<Value>;
}

function mistakesIn(file: JsonFile, issues: readonly z.core.$ZodIssue[]): Failure {
	const lines = [...new Set(issues.flatMap((issue) => linesOf(issue)))];
	const more = lines.length - mostMistakes;
	return invalidFile(file, [
		...lines.slice(0, mostMistakes),
		...(more > 0 ? [`and ${more} more mistakes`] : []),
	]);
}

function linesOf(issue: z.core.$ZodIssue): string[] {
	const { path } = issue;
	if (issue.code === 'unrecognized_keys')
		return issue.keys.map((key) => `${placeOf(path) || 'it'} has ${quoted(key)}: ${issue.message}`);
	if (issue.code === 'invalid_key')
		return [`${placeOf(path.slice(0, -1)) || 'it'} has ${quoted(path.at(-1))}: ${issue.issues[0]!.message}`];
	return [`${placeOf(path) || 'the file'} ${issue.message}`];
}

/** A path as people write it: `channels.team.tell[2]`. */
function placeOf(path: readonly PropertyKey[]): string {
	return path
		.map((part) => {
			if (typeof part === 'number') return `[${part}]`;
			return /^[\w$-]+$/.test(String(part)) ? `.${String(part)}` : `[${quoted(part)}]`;
		})
		.join('')
		.replace(/^\./, '');
}

/** The JSON Schema of a file. */
export function jsonSchemaOf(
	definition: Schema,
	head: { readonly title: string; readonly description: string },
) {
	const { $schema, ...schema } = z.toJSONSchema(definition, { io: 'input' });
	return { $schema, ...head, ...schema };
}
