import { Failure } from '../../../process/failure.ts';
import { budgets, overBudget } from '../budgets.ts';
import { type Field, fields } from '../columns/field.ts';
import { type ColumnWishes, columnsOf } from '../columns/recognise.ts';
import {
	type Bytes,
	emptyInventory,
	type OpenedTable,
	Row,
	type RowShape,
	rowShape,
	withoutNul,
} from '../inventory.ts';
import { findRecords, type JsonPath, parsePrefix, recordsAt } from './json-path.ts';
import { flattenRecord, isRemoved, parseRecord, type WantedColumns, wantedColumns } from './json-record.ts';
import { JsonScanner, LineScanner } from './json-scanner.ts';
import { PageMarks } from './page-marks.ts';

const sampledRecords = 200;
/** The most records to read in advance, to learn whether days or months come first. */
const mostForDays = 50_000;

type JsonRecord = ReadonlyMap<string, string> | { readonly problem: string };

/**
 * Opens an inventory in JSON: a document with a list of computers, several such documents, or one computer or page on each
 * line.
 */
export async function openJson(bytes: Bytes, sample: Uint8Array, wishes: ColumnWishes): Promise<OpenedTable> {
	const text = new TextDecoder().decode(sample);
	const format = isOneToALine(text) ? 'ndjson' : 'json';
	const values = parsePrefix(text);
	const path = pathIn(values);
	const marks = new PageMarks();
	let pending: (JsonRecord | Row)[] = [];
	let records = 0;
	/** Known after the first records. Whole records would take 1.6 GB for 20,000 Macs with 500 members each. */
	let wanted: WantedColumns | undefined;
	let toRow: ((record: JsonRecord) => Row) | null = null;
	const add = (record: JsonRecord) => void pending.push(toRow ? toRow(record) : record);
	const take = (value: unknown) => {
		records++;
		add(flattenRecord(value, wanted) ?? { problem: 'The record is not a JSON object.' });
	};
	const takePage = (value: unknown) => {
		const records = recordsAt(value, path);
		if (path.length > 0) marks.takePage(value, new Set(records));
		for (const record of records) if (!isRemoved(record)) take(record);
	};
	const refuse = (problem: string) => add({ problem });
	const scanner =
		format === 'ndjson'
			? new LineScanner((line) => readRecord(line, takePage, refuse), refuse)
			: new JsonScanner(path, marks, (record) => readRecord(record, take, refuse), refuse);
	const pieces = bytes[Symbol.asyncIterator]();
	let hasEnded = false;
	const next = async () => {
		const { done, value } = await pieces.next();
		if (done) scanner.end();
		else scanner.push(value);
		hasEnded = done === true;
	};
	while (pending.length < sampledRecords && !hasEnded) await next();
	const sampled = pending.filter((record) => record instanceof Map).slice(0, sampledRecords);
	const columns = namesOf(sampled);
	const rows = sampled.map((record) => columns.map((column) => record.get(column) ?? ''));
	const { recognised, keptColumns, dayOrder, unusedDays } = columnsOf(columns, rows, wishes);
	// An empty page such as {"totalCount":0,"results":[]} is not a computer.
	if (
		path.length === 0 &&
		values.length > 0 &&
		values.every(hasEmptyList) &&
		!recognised.some(({ field }) => computerFields.has(field))
	)
		throw emptyInventory('holds no rows');
	const columnOf = (field: Field) => recognised.find((column) => column.field === field)?.column ?? null;
	const slots = [...fields.map(columnOf), ...keptColumns];
	wanted = wantedColumns(slots.filter((column) => column !== null));
	const shapeOf = (): RowShape => ({ ...rowShape(recognised, dayOrder.column, fields), isRecord: true });
	let shape = shapeOf();
	let number = 0;
	toRow = (record) => rowOf(++number, record, slots, shape);
	pending = pending.map((record) => (record instanceof Row ? record : toRow!(record)));
	for (
		let at = sampled.length;
		dayOrder.isOpen && at < mostForDays && (at < pending.length || !hasEnded);
		at++
	) {
		while (at >= pending.length && !hasEnded) await next();
		const row = pending[at];
		if (row instanceof Row && row.problem === null) dayOrder.see(row.text('seen'));
	}
	return {
		format,
		delimiter: null,
		columns,
		recognised,
		keptColumns,
		unusedDays,
		sample: rows,
		async read(onRow) {
			shape = shapeOf();
			for (const row of pending as Row[]) onRow(new Row(row.number, row.cells, shape, row.problem));
			pending = [];
			while (!hasEnded) {
				await next();
				for (const row of pending as Row[]) onRow(row);
				pending = [];
			}
			return { missing: marks.missing(records) };
		},
	};
}

/** The names of all members of the first records. */
function namesOf(records: readonly ReadonlyMap<string, string>[]): string[] {
	const names = new Set<string>();
	for (const record of records)
		for (const name of record.keys()) {
			names.add(name);
			if (names.size > budgets.columns) throw overBudget('columns');
		}
	return [...names];
}

/** An object with one of these fields is a computer. */
const computerFields: ReadonlySet<Field> = new Set([
	'board',
	'model',
	'model_name',
	'serial',
	'version',
	'os',
]);

function hasEmptyList(value: unknown): boolean {
	if (typeof value !== 'object' || value === null) return false;
	return Array.isArray(value) ? value.length === 0 : Object.values(value).some(hasEmptyList);
}

/** The path to the records. A system profile is one Mac, although its sections are lists. */
function pathIn(values: readonly unknown[]): JsonPath {
	const isProfile = (value: unknown) =>
		typeof value === 'object' &&
		value !== null &&
		Object.keys(value).some((name) => /^SP\w+DataType$/.test(name));
	return values.some(isProfile) ? [] : findRecords(values);
}

/**
 * Whether every line is a document: the first line is a whole object or list, and the second begins like it. Lines are read
 * one by one, so that a damaged line does not affect the others.
 */
function isOneToALine(sample: string): boolean {
	const text = sample.trimStart();
	const end = text.indexOf('\n');
	if (end < 0 || !/^[{[]/.test(text) || text.slice(end).trimStart()[0] !== text[0]) return false;
	try {
		return typeof JSON.parse(text.slice(0, end)) === 'object';
	} catch {
		return false;
	}
}

function readRecord(text: string, take: (value: unknown) => void, refuse: (problem: string) => void): void {
	let value: unknown;
	try {
		value = parseRecord(text);
	} catch (thrown) {
		if (thrown instanceof Failure) throw thrown;
		refuse('The record is not JSON.');
		return;
	}
	take(value);
}

function rowOf(number: number, record: JsonRecord, slots: readonly (string | null)[], shape: RowShape): Row {
	const textOf = (column: string | null) =>
		(record instanceof Map && column !== null && record.get(column)) || '';
	// JSON can contain half of a surrogate pair, which no other format can.
	const cells = slots.map((column) => {
		const text = textOf(column);
		return text === '' ? text : withoutNul(text.toWellFormed());
	});
	const problem = record instanceof Map ? null : (record as { problem: string }).problem;
	return new Row(number, cells, shape, problem);
}
