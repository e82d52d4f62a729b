import { budgets } from '../budgets.ts';
import type { Field } from '../columns/field.ts';
import { foldColumn, knownColumns, looks } from '../columns/known-columns.ts';
import { endOfText, flattenRecord } from './json-record.ts';

/** A step of a path to every member of an object, such as computers under their numbers. */
export const eachMember = Symbol('each member');

/** The path to the records of a document: a step is the name of a member, `eachMember`, or null for every element of a list. */
export type JsonPath = readonly (string | null | typeof eachMember)[];

/** No service nests its list deeper. */
const deepest = 8;
/** How many elements of each list or object are inspected. */
const mostRecords = 20;
/** The most steps of `eachMember` in a path: sites, and the computers of each. */
const mostKeys = 2;

/** The fields by the folded names of their columns. */
const fieldOfName: ReadonlyMap<string, Field> = new Map(
	(Object.entries(knownColumns) as [Field, readonly string[]][]).flatMap(([field, names]) =>
		names.map((name) => [name, field] as const),
	),
);
const identifying: readonly Field[] = ['board', 'model', 'serial'];
const telling: readonly Field[] = ['board', 'model', 'version', 'build'];

/** Objects at one path, which may be the records. */
interface Candidate {
	readonly path: JsonPath;
	readonly records: unknown[];
	/** The names of members at the steps of `eachMember` whose objects describe a computer, by the columns that do so. */
	readonly keys: Map<string, Set<string>>;
}

/**
 * Finds the computers in a document, whatever the name of their list. Of all lists of objects, and the document itself, it
 * chooses the one whose records have the most fields of an inventory; of equal ones the first and outermost. If several
 * members of an object describe computers, all of them are records: choosing one would hide the others.
 */
export function findRecords(values: readonly unknown[]): JsonPath {
	const candidates = new Map<string, Candidate>();
	for (const value of values) collect(candidates, value, [], '');
	let best: { path: JsonPath; score: number } | null = null;
	let sideBySide: { path: JsonPath; keys: number } | null = null;
	for (const { path, records, keys } of candidates.values()) {
		if (path.includes(eachMember)) {
			const most = [...keys.values()].reduce((largest, { size }) => Math.max(largest, size), 0);
			const isBetter =
				!sideBySide ||
				most > sideBySide.keys ||
				(most === sideBySide.keys && steps(path) < steps(sideBySide.path));
			if (most > 1 && isBetter) sideBySide = { path, keys: most };
			continue;
		}
		const score = scoreOf(records);
		// If nothing is recognized, prefer the list to the object around it.
		const isList = path.length > 0 ? 0.5 : 0;
		if (!best || score + isList > best.score) best = { path, score: score + isList };
	}
	return sideBySide?.path ?? best?.path ?? [];
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
	// Only objects side by side can be records: in a list, at a step of `eachMember`, or as documents.
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
	// The only object in a named member belongs to that name; elsewhere it may be the last computer of a page.
	if (inner.length < 2 && typeof path.at(-1) === 'string') return;
	for (const [name, member] of inner.slice(0, mostRecords))
		collect(candidates, member, [...path, eachMember], `${key} ${name}`);
}

/** Whether an object identifies a computer by its own members: then nested objects are parts of that computer. */
function isComputer(value: object): boolean {
	return Object.entries(value).some(
		([name, member]) =>
			typeof member === 'string' && fieldsOf(name, member).some((field) => identifying.includes(field)),
	);
}

/**
 * Results of `computerIn`, because several paths lead to an object: 400 computers under their numbers, in sites, take 0.4 s
 * with it and 0.5 to 0.8 s without.
 */
const columnsOfObjects = new WeakMap<object, string>();

/** The columns of model and version if an object describes a computer; otherwise empty. */
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

/** The fields that a column may have, by its name and by its text. */
function fieldsOf(column: string, text: string): Field[] {
	if (text === '') return [];
	const named = fieldOfName.get(foldColumn(column)) ?? fieldOfName.get(foldColumn(lastPart(column)));
	return [...(named ? [named] : []), ...telling.filter((field) => looks[field]?.test(text))];
}

/** How many fields the records have, by the names of columns and the form of texts. Identifying fields count twice. */
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
 * Parses the values of a JSON text that may be cut short. An incomplete value is closed after its last complete part. Values
 * that cannot be parsed are left out.
 */
export function parsePrefix(text: string): unknown[] {
	const values: unknown[] = [];
	const closers: string[] = [];
	let start = -1;
	/** The last place to cut the current value, and the brackets that close it there. */
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
		if (closers.length > budgets.depth) break;
	}
	if (start >= 0) add(values, text.slice(start, cut.end) + cut.closing);
	return values;
}

function add(values: unknown[], text: string): void {
	try {
		values.push(JSON.parse(text));
	} catch {
		// The reader of the whole file reports it.
	}
}
