import { Database as Sqlite } from 'bun:sqlite';
import { createHash } from 'node:crypto';
import { placeholders, type Queries, type Value } from './database.ts';
import { migrations } from './schema.ts';

export interface Table {
	readonly name: string;
	/** The columns that identify a row, and the order in which rows are read. */
	readonly key: readonly string[];
	readonly columns: readonly string[];
}

/**
 * Every table with its columns, as the schema creates them: those that others refer to come first. Read from an empty
 * database in memory, which takes a millisecond or two.
 */
export function tablesOf(steps = migrations): Table[] {
	const memory = new Sqlite(':memory:');
	try {
		for (const statement of steps.flat())
			memory.run(typeof statement === 'string' ? statement : statement.sqlite);
		const columnsOf = memory.query<{ name: string; place: number }, [string]>(
			'SELECT name, pk AS place FROM pragma_table_info(?)',
		);
		return memory
			.query<{ name: string }, []>("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY rowid")
			.all()
			.map(({ name }) => {
				const columns = columnsOf.all(name);
				const key = columns.filter(({ place }) => place > 0).toSorted((a, b) => a.place - b.place);
				return { name, key: key.map((column) => column.name), columns: columns.map((column) => column.name) };
			});
	} finally {
		memory.close();
	}
}

/** Whether the table has one row, which the schema creates. A copy sets that row last, when all other rows are there. */
export function isSingle({ key }: Table): boolean {
	return key[0] === 'single';
}

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

/** Adds all rows that are missing in the target, and so continues an interrupted copy. */
export async function copyTable(
	from: Queries,
	to: Queries,
	table: Table,
	progress: (rows: number) => void = () => {},
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

/** Sets the rows of tables that have one row. */
export async function copySingles(from: Queries, to: Queries, singles: readonly Table[]): Promise<void> {
	for (const { name, columns } of singles) {
		const [row] = await from.tuples<Value[]>(`SELECT ${columns.join(', ')} FROM ${name}`);
		const set = columns.map((column, index) => `${column} = $${index + 1}`).join(', ');
		await to.rows(`UPDATE ${name} SET ${set}`, row!);
	}
}

export interface Fingerprint {
	rows: number;
	/** Independent of the order of rows: two databases sort text differently. */
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
			// XOR would cancel equal rows, but a key makes every row different.
			for (let at = 0; at < sum.length; at++) sum[at]! ^= digest[at]!;
			rows++;
		}
	return { rows, digest: Buffer.from(sum).toString('hex') };
}

/** One driver returns large numbers as text, the other as numbers. */
function canonical(value: Value): string | null {
	if (value === null) return null;
	return typeof value === 'object' ? Buffer.from(value).toString('hex') : String(value);
}
