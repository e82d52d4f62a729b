import { createHash } from 'node:crypto';
import type { Database, Queries, Value } from './database.ts';
import { placeholders } from './placeholders.ts';
import type { Table } from './tables.ts';

/** Tables of one row that the schema makes: that row is set when everything else is there. */
export const singleRows = ['ledger', 'learning'] as const;

const pageRows = 500;

async function* pagesOf(queries: Queries, { name, columns, key }: Table): AsyncGenerator<Value[][]> {
	const list = key.join(', ');
	const places = columns.map((column) => key.indexOf(column));
	let after: Value[] | null = null;
	for (;;) {
		const beyond: string = after ? `WHERE (${list}) > ${placeholders(1, key.length)}` : '';
		const page: Value[][] = await queries.tuples<Value[]>(
			`SELECT ${columns.join(', ')} FROM ${name} ${beyond} ORDER BY ${list} LIMIT ${pageRows}`,
			after ?? [],
		);
		if (page.length > 0) yield page;
		const last = page.at(-1);
		if (page.length < pageRows || !last) return;
		after = key.map((_, place) => last[places.indexOf(place)]!);
	}
}

/** Adds all rows that are missing there; what an interrupted copy brought stays. */
export async function copyTable(
	from: Queries,
	to: Database,
	table: Table,
	progress: (rows: number) => void,
): Promise<void> {
	const { name, columns } = table;
	let rows = 0;
	for await (const page of pagesOf(from, table)) {
		await to.rows(
			`INSERT INTO ${name} (${columns.join(', ')}) VALUES ${placeholders(page.length, columns.length)}
				ON CONFLICT DO NOTHING`,
			page.flat(),
		);
		rows += page.length;
		progress(rows);
	}
}

export interface Fingerprint {
	rows: number;
	/** Of all rows, whatever their order: two databases sort text differently. */
	digest: string;
}

export async function fingerprintOf(queries: Queries, table: Table): Promise<Fingerprint> {
	const sum = new Uint8Array(32);
	let rows = 0;
	for await (const page of pagesOf(queries, table))
		for (const row of page) {
			const digest = createHash('sha256')
				.update(JSON.stringify(row.map(canonical)))
				.digest();
			// No two rows are equal, so none takes another away.
			for (let at = 0; at < sum.length; at++) sum[at]! ^= digest[at]!;
			rows++;
		}
	return { rows, digest: Buffer.from(sum).toString('hex') };
}

/** One database tells large numbers as text, the other as numbers. */
function canonical(value: Value): string | null {
	if (value === null) return null;
	return typeof value === 'object' ? Buffer.from(value).toString('hex') : String(value);
}
