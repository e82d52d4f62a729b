import { createHash } from 'node:crypto';
import { compareText } from './identifier.ts';
import type { TableName, Tables } from './tables/tables.ts';

/** One update of the digest for so many rows: each call crosses into native code, and there are thousands. */
const rowsPerUpdate = 200;

/** The day of the last change and a digest of every fact, so that equal facts have equal versions. With pauses. */
export function* versionOf(tables: Tables): Generator<void, string> {
	const digest = createHash('sha256');
	for (const name of Object.keys(tables).toSorted(compareText) as TableName[]) {
		const rows = tables[name];
		digest.update(`\n\n${name}`);
		for (let at = 0; at < rows.length; at += rowsPerUpdate) {
			let facts = '';
			const end = Math.min(at + rowsPerUpdate, rows.length);
			for (let index = at; index < end; index++) facts += factsOf(rows[index]!);
			digest.update(facts);
			yield;
		}
	}
	return `${tables.changes.at(-1)!.changed.slice(0, 10)}-${digest.digest('hex').slice(0, 12)}`;
}

function factsOf(row: Record<string, unknown>): string {
	let facts = '\n';
	for (const column in row) {
		if (column === 'line') continue;
		const value = row[column];
		facts += '\t';
		if (typeof value === 'string') facts += value;
		else facts += typeof value === 'object' && value && 'canonical' in value ? value.canonical : value;
	}
	return facts;
}
