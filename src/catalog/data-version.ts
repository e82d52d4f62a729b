import { createHash } from 'node:crypto';
import { compareText } from './identifier.ts';
import type { TableName, Tables } from './tables.ts';

/** The day of the last change and a digest of every fact, so that equal facts have equal versions. */
export function versionOf(tables: Tables): string {
	const digest = createHash('sha256');
	for (const name of Object.keys(tables).toSorted(compareText) as TableName[]) {
		// One update per table: each call crosses into native code, and there are thousands of rows.
		let facts = `\n\n${name}`;
		for (const row of tables[name]) facts += factsOf(row);
		digest.update(facts);
	}
	return `${tables.changes.at(-1)!.changed.slice(0, 10)}-${digest.digest('hex').slice(0, 12)}`;
}

function factsOf(row: Record<string, unknown>): string {
	let facts = '\n';
	for (const column in row) {
		const value = row[column];
		if (column !== 'line')
			facts += `\t${typeof value === 'object' && value && 'canonical' in value ? value.canonical : value}`;
	}
	return facts;
}
