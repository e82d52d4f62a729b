import { Ajv2020 } from 'ajv/dist/2020.js';
import { mutateJson } from './mutated-json.ts';

/** A JSON value, changed in one or two places. Equal seeds give equal changes. */
export function* mutations(
	valid: readonly object[],
	{
		values = [],
		count = 2_000,
		seed = 1,
	}: { values?: readonly unknown[]; count?: number; seed?: number } = {},
): Generator<unknown> {
	const below = numbersFrom(seed);
	const pick = <T>(list: readonly T[]): T => list[below(list.length)]!;
	const pool = [...usualValues, ...values];
	for (let at = 0; at < count; at++) {
		const root = { value: structuredClone(pick(valid)) as unknown };
		for (let changes = 1 + below(2); changes > 0; changes--) mutateJson(root, { below, pick, pool });
		yield root.value;
	}
}

const usualValues: readonly unknown[] = [
	null,
	true,
	false,
	0,
	1,
	-1,
	3.5,
	1e9,
	'',
	' ',
	'a',
	'a b',
	'ä',
	'1',
	'true',
	'x'.repeat(600),
	'__proto__',
	[],
	['a'],
	[''],
	[1],
	['a', 'a'],
	{},
	{ a: 1 },
	{ file: 'a' },
	{ env: '' },
	{ file: 'a', env: 'b' },
];

/** Whole numbers below a bound, from a seed (Mulberry32). */
function numbersFrom(seed: number): (most: number) => number {
	let state = seed;
	return (most) => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) % most;
	};
}

/**
 * The files on which a JSON Schema and a reader differ, with what each says; and how many of all files they accept. What
 * only the reader can know of a member is no difference, if the schema says so of that member.
 */
export function compareWithSchema(
	files: Iterable<unknown>,
	schema: object,
	read: (text: string) => void,
): { accepted: number; differing: { file: string; schema: boolean; reader: string }[] } {
	const fits = new Ajv2020({ strict: false }).compile(schema);
	const readerKnows = membersOfReader(schema);
	let accepted = 0;
	const differing = [];
	for (const file of files) {
		const text = JSON.stringify(file);
		const mistake = mistakeOf(() => read(text));
		const isValid = fits(JSON.parse(text));
		if (isValid) accepted++;
		if (isValid === (mistake === null)) continue;
		const lines = mistake?.split('\n') ?? [];
		const members = lines.map(
			(line) => / (?:is invalid|cannot be read): (?:\S+\.)?([\w$]+)(?:\[\d+\])? /.exec(line)?.[1] ?? '',
		);
		if (!isValid || !members.every((member) => readerKnows.has(member)))
			differing.push({ file: text, schema: isValid, reader: mistake ?? 'valid' });
	}
	return { accepted, differing };
}

/** The members of which only the reader knows something, as their descriptions say. */
function membersOfReader(schema: unknown, name = '', found = new Set<string>()): ReadonlySet<string> {
	if (typeof schema !== 'object' || schema === null) return found;
	const { description, properties, ...parts } = schema as Record<string, unknown>;
	if (typeof description === 'string' && description.includes('(only the reader knows ')) found.add(name);
	for (const [member, part] of Object.entries(properties ?? {})) membersOfReader(part, member, found);
	for (const part of Object.values(parts)) membersOfReader(part, name, found);
	return found;
}

export function mistakeOf(read: () => unknown): string | null {
	try {
		read();
		return null;
	} catch (thrown) {
		return (thrown as Error).message;
	}
}
