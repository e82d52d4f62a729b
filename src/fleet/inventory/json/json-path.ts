import type { Field } from '../columns/field.ts';
import { foldColumn, knownColumns, looks } from '../columns/known-columns.ts';
import { flattenRecord } from './json-record.ts';

/** Stands in a path for each member of an object, whatever its name: computers that are listed under their numbers. */
export const eachMember = Symbol('each member');

/** Where the records of a document are: the name of a member for each step, null for each element of a list. */
export type JsonPath = readonly (string | null | typeof eachMember)[];

/** Deeper than the list of any service. */
const deepest = 8;
const mostRecords = 20;
/** Objects under names of their own lie in each other at most so deep: sites, and the computers of each. */
const mostKeys = 2;

/** By the folded name of a column, the field that it is of. */
const fieldOfName: ReadonlyMap<string, Field> = new Map(
	(Object.entries(knownColumns) as [Field, readonly string[]][]).flatMap(([field, names]) =>
		names.map((name) => [name, field] as const),
	),
);
const identifying: readonly Field[] = ['board', 'model', 'serial'];
const telling: readonly Field[] = ['board', 'model', 'version', 'build'];

/** Objects that may be the records. */
interface Candidate {
	readonly path: JsonPath;
	readonly records: unknown[];
	/** The names that stand for `eachMember`, by the columns under which a whole computer is there. */
	readonly keys: Map<string, Set<string>>;
}

/**
 * Finds the computers in a document, whatever their list is called: of all lists of objects, and the document itself, the
 * one whose records have most of what an inventory has. Of equal ones the first, and the outermost. Where computers are
 * under several names side by side, all of them are meant: to take one for the fleet would hide the others.
 */
export function findRecords(values: readonly unknown[]): JsonPath {
	const candidates = new Map<string, Candidate>();
	for (const value of values) collect(candidates, value, [], '');
	let best: { path: JsonPath; score: number } | null = null;
	let side: { path: JsonPath; keys: number } | null = null;
	for (const { path, records, keys } of candidates.values()) {
		if (path.includes(eachMember)) {
			const most = [...keys.values()].reduce((largest, { size }) => Math.max(largest, size), 0);
			if (most > 1 && (!side || most > side.keys || (most === side.keys && steps(path) < steps(side.path))))
				side = { path, keys: most };
			continue;
		}
		const score = scoreOf(records);
		// A document without anything known is its one list, rather than what is around the list.
		const isList = path.length > 0 ? 0.5 : 0;
		if (!best || score + isList > best.score) best = { path, score: score + isList };
	}
	return side?.path ?? best?.path ?? [];
}

function steps(path: JsonPath): number {
	return path.filter((step) => step === eachMember).length;
}

function collect(candidates: Map<string, Candidate>, value: unknown, path: JsonPath, key: string): void {
	if (typeof value !== 'object' || value === null || path.length > deepest) return;
	if (Array.isArray(value)) {
		for (const element of value.slice(0, mostRecords)) collect(candidates, element, [...path, null], key);
		return;
	}
	// Records stand side by side: in a list, under names of their own, or one document after the other.
	if (path.length === 0 || typeof path.at(-1) !== 'string') {
		const name = path.map((step) => (step === eachMember ? '*' : JSON.stringify(step))).join();
		const candidate = candidates.get(name) ?? { path, records: [], keys: new Map<string, Set<string>>() };
		candidates.set(name, candidate);
		const columns = path.includes(eachMember) ? computerIn(value) : '';
		if (columns !== '') candidate.keys.set(columns, (candidate.keys.get(columns) ?? new Set()).add(key));
		if (candidate.records.length < mostRecords) candidate.records.push(value);
	}
	const members = Object.entries(value);
	for (const [name, member] of members) collect(candidates, member, [...path, name], key);
	if (steps(path) === mostKeys || isComputer(value)) return;
	const inner = members.filter(([, member]) => typeof member === 'object' && member !== null);
	// A single one is its name's own, unless it is a page with the only one that is left.
	if (inner.length < 2 && typeof path.at(-1) === 'string') return;
	for (const [name, member] of inner.slice(0, mostRecords))
		collect(candidates, member, [...path, eachMember], `${key} ${name}`);
}

/** Whether an object says itself which computer it is: then what it has under names are parts of that. */
function isComputer(value: object): boolean {
	return Object.entries(value).some(
		([name, member]) =>
			typeof member === 'string' && fieldsOf(name, member).some((field) => identifying.includes(field)),
	);
}

/** Several paths lead to an object: what was found in it is not looked for again. */
const columnsOfObjects = new WeakMap<object, string>();

/** The columns of model and version if an object describes a whole computer; otherwise empty. */
function computerIn(value: object): string {
	const before = columnsOfObjects.get(value);
	if (before !== undefined) return before;
	let [machine, system] = ['', ''];
	for (const [column, text] of flattenRecord(value) ?? []) {
		const fields = fieldsOf(column, text);
		if (machine === '' && (fields.includes('board') || fields.includes('model'))) machine = column;
		if (system === '' && (fields.includes('version') || fields.includes('build'))) system = column;
		if (machine !== '' && system !== '') break;
	}
	const columns = machine === '' || system === '' ? '' : JSON.stringify([machine, system]);
	columnsOfObjects.set(value, columns);
	return columns;
}

/** The fields that a column may be, by its name and by what it holds. */
function fieldsOf(column: string, text: string): Field[] {
	if (text === '') return [];
	const named = fieldOfName.get(foldColumn(column)) ?? fieldOfName.get(foldColumn(lastPart(column)));
	return [...(named ? [named] : []), ...telling.filter((field) => looks[field]?.test(text))];
}

/** How many fields the records have: by name, and what tells a Mac also by what it holds. */
function scoreOf(records: readonly unknown[]): number {
	const fields = new Set<Field>();
	for (const record of records) {
		for (const [column, text] of flattenRecord(record) ?? []) {
			const named = fieldOfName.get(foldColumn(column)) ?? fieldOfName.get(foldColumn(lastPart(column)));
			if (named) fields.add(named);
			for (const field of identifying) if (looks[field]?.test(text)) fields.add(field);
		}
	}
	return fields.size + identifying.filter((field) => fields.has(field)).length;
}

function lastPart(column: string): string {
	return column.slice(column.lastIndexOf('.') + 1);
}

/** The records of a value at a path. */
export function recordsAt(value: unknown, path: JsonPath): readonly unknown[] {
	const [step, ...rest] = path;
	if (step === undefined) return [value];
	if (step === null) return Array.isArray(value) ? value.flatMap((element) => recordsAt(element, rest)) : [];
	if (typeof value !== 'object' || value === null) return [];
	if (step === eachMember) {
		const isList = rest[0] === null;
		const members = Array.isArray(value) ? [] : Object.values(value);
		return members.flatMap((member) =>
			typeof member === 'object' && member !== null && Array.isArray(member) === isList
				? recordsAt(member, rest)
				: [],
		);
	}
	if (!(step in value)) return [];
	return recordsAt((value as Record<string, unknown>)[step], rest);
}

/**
 * The values of a JSON text that may be cut short. An incomplete value is closed after its last complete part. Values
 * that cannot be parsed are left out.
 */
export function parsePrefix(text: string): unknown[] {
	const values: unknown[] = [];
	const closers: string[] = [];
	let start = -1;
	/** Where the current value can be cut, and what closes it there. */
	let cut = { end: 0, closing: '' };
	for (let at = 0; at < text.length; at++) {
		const letter = text[at]!;
		if (letter === '"') {
			at = endOfText(text, at);
			continue;
		}
		if (letter === '{' || letter === '[') {
			if (closers.length === 0) start = at;
			closers.push(letter === '{' ? '}' : ']');
			cut = { end: at + 1, closing: closers.toReversed().join('') };
		} else if (letter === '}' || letter === ']') {
			closers.pop();
			if (closers.length > 0 || start < 0) continue;
			add(values, text.slice(start, at + 1));
			start = -1;
		} else if (letter === ',') cut = { end: at, closing: closers.toReversed().join('') };
		if (closers.length > deepestPrefix) break;
	}
	if (start >= 0) add(values, text.slice(start, cut.end) + cut.closing);
	return values;
}

/** Deeper than the records of any service. */
const deepestPrefix = 64;

function endOfText(text: string, from: number): number {
	for (let at = from + 1; at < text.length; at++) {
		if (text[at] === '\\') at++;
		else if (text[at] === '"') return at;
	}
	return text.length;
}

function add(values: unknown[], text: string): void {
	try {
		values.push(JSON.parse(text));
	} catch {
		// What reads the whole file tells of it.
	}
}
