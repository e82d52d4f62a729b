import { isDay } from '@pointrelease/core/src/text/day.ts';
import * as z from 'zod/mini';

/**
 * The parts that files are defined with. A definition is a schema: it makes the reader, the types, the JSON Schema and the
 * table of members in the documents. A part says of a member what is expected, so that a mistake has a place and a remedy.
 */

type Issue = z.core.$ZodRawIssue;
type Words = { readonly error: (issue: Issue) => string };
export type Schema = z.ZodMiniType;

/** What a reader returns, for those who only read it. */
export type ReadOnly<Value> = Value extends object
	? { readonly [Name in keyof Value]: ReadOnly<Value[Name]> }
	: Value;

/** The words for a mistake: what the member is, and what would be right. A private value is not repeated. */
function expecting(expected: string, isPrivate = false): Words {
	return { error: ({ input }) => `${whatIs(input, isPrivate)}: expected ${expected}` };
}

function whatIs(value: unknown, isPrivate: boolean): string {
	if (value === undefined) return 'is missing';
	return isPrivate ? 'is something else' : `is ${quoted(value)}`;
}

export function quoted(value: unknown): string {
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

export function flag(expected = 'true or false') {
	return z.boolean(expecting(expected));
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

/** The same, with each item once. `textOf` is what makes two items the same. */
export function unique<List extends Schema>(list: List, textOf: (item: unknown) => unknown): List {
	const check = z.check<unknown[]>(({ value, issues }) => {
		const texts = value.map(textOf);
		for (const [at, text] of texts.entries())
			if (text !== undefined && texts.indexOf(text) < at)
				issues.push({
					code: 'custom',
					input: value,
					path: [at],
					message: `is ${quoted(text)} again: expected it once`,
				});
	});
	check._zod.def.when = ({ value }) => Array.isArray(value);
	return withMeta((list as Schema).check(check as never), { uniqueItems: true }) as List;
}

/** An object with these members and no others. */
export function object<Shape extends Readonly<Record<string, Schema>>>(
	shape: Shape,
	expected: string,
	{ isPrivate = false } = {},
) {
	const members = Object.keys(shape).filter((name) => name !== '$schema');
	return z.strictObject(shape as Shape, {
		error: (issue) =>
			issue.code === 'unrecognized_keys'
				? `expected only ${members.join(', ')}`
				: `${whatIs(issue.input, isPrivate)}: expected ${expected}`,
	});
}

/** An object with at least these members: another version of the program may have written others. */
export function openObject<Shape extends Readonly<Record<string, Schema>>>(shape: Shape, expected: string) {
	return z.looseObject(shape as Shape, expecting(expected));
}

/** An object whose names are chosen by whoever writes the file. */
export function named<Value extends Schema>(
	pattern: RegExp,
	expectedName: string,
	value: Value,
	expected: string,
	{ isPrivate = false } = {},
) {
	const name = z.string().check(z.regex(pattern, { error: () => `expected ${expectedName}` }));
	return z.record(name, value, expecting(expected, isPrivate));
}

const entryName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** An object with entries, whose names are also written on a command line. */
export function entries<Value extends Schema>(value: Value, expected: string, { isPrivate = false } = {}) {
	const expectedName = 'a name of at most 64 letters, digits, dots, hyphens and underscores';
	return named(entryName, expectedName, value, expected, { isPrivate });
}

/** An entry of one of some kinds, each with members of its own. What it has is not repeated. */
export function oneOfKinds<const Kinds extends readonly [Entry, ...Entry[]]>(
	kinds: Kinds,
	names: readonly string[],
) {
	return z.discriminatedUnion('kind', kinds, {
		error: ({ code, input }) =>
			code === 'invalid_union'
				? `${whatIs((input as { kind?: unknown }).kind, false)}: expected one of ${names.join(', ')}`
				: 'is something else: expected an object with "kind"',
	});
}

type Entry = Schema & { _zod: { propValues: z.core.util.PropValues } };

/** The name of a kind, in its definition. */
export function kindName<const Name extends string>(name: Name) {
	return z.literal(name);
}

/** Any of some forms of a value, which is not repeated. */
export function anyOf<const Forms extends readonly Schema[]>(forms: Forms, expected: string) {
	return z.union(forms, expecting(expected, true));
}

/** What only the reader can know is wrong with a value: the rest of a line that begins with the place of the value. */
export class Mistake extends Error {
	/** The place below the value. */
	readonly path: readonly string[];

	constructor(message: string, path: readonly string[] = []) {
		super(message);
		this.path = path;
	}
}

/** The mistake of a value that should be something else. A private value is not repeated. */
export function mistaken(
	value: unknown,
	expected: string,
	{ isPrivate = false, path = [] }: { isPrivate?: boolean; path?: readonly string[] } = {},
): Mistake {
	return new Mistake(`${whatIs(value, isPrivate)}: expected ${expected}`, path);
}

/** What the reader knows of a value and the schema does not, by definition. */
const readerKnows = new WeakMap<Schema, string>();

/**
 * What the reader makes of a value. If `read` throws a Mistake, that is a mistake of the file. `known` says what only the
 * reader can know, such as whether a file exists: the description of the schema lists it.
 */
export function readAs<Value extends Schema, Result>(
	value: Value,
	read: (value: z.output<Value>) => Result,
	known?: string,
) {
	const schema = z.pipe(
		value,
		z.transform((input: z.output<Value>, { issues }) => {
			try {
				return read(input);
			} catch (thrown) {
				if (!(thrown instanceof Mistake)) throw thrown;
				issues.push({ code: 'custom', input, path: [...thrown.path], message: thrown.message });
				return z.NEVER;
			}
		}),
	);
	if (known === undefined) return schema;
	readerKnows.set(schema, known);
	return about(z.globalRegistry.get(value)?.description ?? '', schema);
}

/** Members that are of no use, or not allowed, without another one: by name, the members of which each needs one. */
export function needing<Value extends Schema>(
	schema: Value,
	needs: Readonly<Record<string, readonly string[]>>,
): Value {
	const check = z.check<Record<string, unknown>>(({ value, issues }) => {
		for (const [member, others] of Object.entries(needs))
			if (value?.[member] !== undefined && others.every((other) => value[other] === undefined)) {
				const names = others.map((other) => JSON.stringify(other)).join(' or ');
				issues.push({ code: 'custom', input: value, path: [member], message: `needs ${names}` });
			}
	});
	// Other mistakes of the object do not hide this one.
	check._zod.def.when = ({ value }) => typeof value === 'object';
	const dependentSchemas = Object.fromEntries(
		Object.entries(needs).map(([member, others]) => [
			member,
			{ anyOf: others.map((other) => ({ required: [other] })) },
		]),
	);
	return withMeta((schema as Schema).check(check as never), { dependentSchemas }) as Value;
}

export function day() {
	const expected = 'a day such as 2026-11-19';
	const shape = /^(?:198[3-9]|199\d|20\d\d)-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;
	const check = (value: string) => {
		if (isDay(value)) return value;
		throw mistaken(value, expected);
	};
	return readAs(text(expected, shape), check, 'whether there is such a day');
}

/** What a member means, for JSON Schema and documents. `usual` is what holds without it, where the reader does not fill it in. */
export function about<Value extends Schema>(description: string, schema: Value, usual?: unknown): Value {
	const known = readerKnows.get(schema);
	const words = known === undefined ? [description] : [description, `(only the reader knows ${known})`];
	return withMeta(schema, {
		description: words.filter(Boolean).join(' '),
		...(usual !== undefined && { default: usual }),
	});
}

/** The name of a kind for people, and what to know about it. */
export function titled<Value extends Schema>(title: string, description: string, schema: Value): Value {
	return withMeta(schema, { title, ...(description !== '' && { description }) });
}

/** Any text or object: editors look up the schema of a file there. */
export const schemaMember = z.optional(z.unknown());

function withMeta<Value extends Schema>(schema: Value, meta: object): Value {
	z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), ...meta });
	return schema;
}
