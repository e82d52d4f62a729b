import { fieldIndex, fields } from './field.ts';
import type { Bytes, Inventory } from './inventory.ts';
import { flattenRecord, innerRecords } from './json-record.ts';
import { JsonScanner } from './json-scanner.ts';
import { LineScanner } from './line-scanner.ts';
import { type Column, type GivenColumns, recogniseColumns } from './recognise.ts';
import { Row } from './row.ts';

const sampledRecords = 200;

type Found = ReadonlyMap<string, string> | { readonly problem: string };

/** An inventory in JSON: one text with a list of computers, or one computer to a line. */
export async function openJson(
	bytes: Bytes,
	sample: Uint8Array,
	given: GivenColumns,
): Promise<Omit<Inventory, 'packing' | 'encoding'>> {
	const format = isOneToALine(sample) ? 'ndjson' : 'json';
	let found: Found[] = [];
	const read = (text: string) => void found.push(...readRecord(text));
	const refuse = (problem: string) => void found.push({ problem });
	const scanner = format === 'ndjson' ? new LineScanner(read, refuse) : new JsonScanner(read, refuse);
	const pieces = bytes[Symbol.asyncIterator]();
	let hasEnded = false;
	const next = async () => {
		const { done, value } = await pieces.next();
		if (done) scanner.end();
		else scanner.push(value);
		hasEnded = done === true;
	};
	while (found.length < sampledRecords && !hasEnded) await next();
	const records = found.filter((record) => record instanceof Map).slice(0, sampledRecords);
	const columns = [...new Set(records.flatMap((record) => [...record.keys()]))];
	const rows = records.map((record) => columns.map((column) => record.get(column) ?? ''));
	const recognised = recogniseColumns(columns, rows, given);
	return {
		format,
		delimiter: null,
		columns,
		recognised,
		async read(onRow) {
			const fill = fillRow(recognised);
			const give = () => {
				for (const record of found) onRow(fill(record));
				found = [];
			};
			give();
			while (!hasEnded) {
				await next();
				give();
			}
		},
	};
}

/** Whether the first line is a whole object: then every line is read by itself, and damage stays in its line. */
function isOneToALine(sample: Uint8Array): boolean {
	const text = new TextDecoder().decode(sample).trimStart();
	const end = text.indexOf('\n');
	if (end < 0 || !text.startsWith('{') || text.slice(end).trimStart()[0] !== '{') return false;
	try {
		return typeof JSON.parse(text.slice(0, end)) === 'object';
	} catch {
		return false;
	}
}

function readRecord(text: string): Found[] {
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		return [{ problem: 'the record is no JSON' }];
	}
	return innerRecords(value).map(
		(record) => flattenRecord(record) ?? { problem: 'the record is no JSON object' },
	);
}

function fillRow(recognised: readonly Column[]): (record: Found) => Row {
	const row = new Row();
	const encoder = new TextEncoder();
	row.bytes = new Uint8Array(4096);
	return (record) => {
		row.clear();
		row.number++;
		if (!(record instanceof Map)) {
			row.problem = (record as { problem: string }).problem;
			return row;
		}
		row.count = fields.length;
		let at = 0;
		for (const { field, column } of recognised) {
			const text: string = record.get(column) ?? '';
			// Three bytes are the most that one unit of a text takes in UTF-8.
			if (at + text.length * 3 > row.bytes.length) {
				const larger = new Uint8Array((at + text.length * 3) * 2);
				larger.set(row.bytes);
				row.bytes = larger;
			}
			const { written } = encoder.encodeInto(text, row.bytes.subarray(at));
			row.starts[fieldIndex[field]] = at;
			at += written;
			row.ends[fieldIndex[field]] = at;
		}
		return row;
	};
}
