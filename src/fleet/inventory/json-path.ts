import type { Field } from './field.ts';
import { flattenRecord } from './json-record.ts';
import { foldColumn, knownColumns, looks } from './known-columns.ts';

/** Where the records of a document are: the name of a member for each step, null for each element of a list. */
export type JsonPath = readonly (string | null)[];

/** Deeper than the list of any service. */
const deepest = 8;
const mostRecords = 20;

/** By the folded name of a column, the field that it is of. */
const fieldOfName: ReadonlyMap<string, Field> = new Map(
	(Object.entries(knownColumns) as [Field, readonly string[]][]).flatMap(([field, names]) =>
		names.map((name) => [name, field] as const),
	),
);
const identifying: readonly Field[] = ['board', 'model', 'serial'];

/**
 * Finds the computers in a document, whatever their list is called: of all lists of objects, and the document itself, the
 * one whose records have most of what an inventory has. Of equal ones the first, and the outermost.
 */
export function findRecords(values: readonly unknown[]): JsonPath {
	const lists = new Map<string, { path: JsonPath; records: unknown[] }>();
	for (const value of values) collect(lists, value, []);
	let best: { path: JsonPath; score: number } | null = null;
	for (const { path, records } of lists.values()) {
		const score = scoreOf(records);
		// A document without anything known is its one list, rather than what is around the list.
		const isList = path.length > 0 ? 0.5 : 0;
		if (!best || score + isList > best.score) best = { path, score: score + isList };
	}
	return best?.path ?? [];
}

function collect(
	lists: Map<string, { path: JsonPath; records: unknown[] }>,
	value: unknown,
	path: JsonPath,
): void {
	if (typeof value !== 'object' || value === null || path.length > deepest) return;
	if (Array.isArray(value)) {
		for (const element of value.slice(0, mostRecords)) collect(lists, element, [...path, null]);
		return;
	}
	// Records stand side by side: in a list, or one document after the other.
	if (path.length === 0 || path.at(-1) === null) {
		const key = JSON.stringify(path);
		const found = lists.get(key) ?? { path, records: [] };
		lists.set(key, found);
		if (found.records.length < mostRecords) found.records.push(value);
	}
	for (const [name, member] of Object.entries(value)) collect(lists, member, [...path, name]);
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
	if (typeof value !== 'object' || value === null || !(step in value)) return [];
	return recordsAt((value as Record<string, unknown>)[step], rest);
}
