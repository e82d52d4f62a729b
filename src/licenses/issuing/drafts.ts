import { isKey } from '@pointrelease/core/src/api/key-refusal.ts';
import { CsvReader, type CsvRow } from '@pointrelease/core/src/text/csv.ts';
import { counted } from '@pointrelease/core/src/text/numbers.ts';
import { placeholders, type Queries } from '../../database/database.ts';
import { Failure } from '../../process/failure.ts';
import { digestOf, Gate } from '../admission/gate.ts';
import { always } from '../license.ts';
import { exportedColumns } from '../license-export.ts';
import { carriedColumns, readCarried } from './carried.ts';
import type { Draft } from './issue.ts';

/** The columns in the order that a file without a line of names must have. */
const unnamed = ['email', 'key', 'expires', 'note'];
const columns = [...new Set([...unnamed, ...carriedColumns.map(({ name }) => name)])];
// An export has these columns, too. An import ignores them.
const ignored = [...exportedColumns, 'encoded'];

export type NumberedDraft = Draft & { line: number };

/** Text in pieces of any length. */
export type Texts = AsyncIterable<string> | Iterable<string>;

/** Reads drafts from CSV: with a first line of column names, or else in the order email, key, expires, note. */
export async function* readDrafts(texts: Texts): AsyncGenerator<NumberedDraft[]> {
	let names: string[] | null = null;
	for await (const page of rowsOf(texts)) {
		const rows = page.filter(isFilled);
		if (rows.length === 0) continue;
		const named = names === null && rows[0]!.cells.some((cell) => cell.trim().toLowerCase() === 'email');
		names ??= namesOf(rows[0]!, named);
		yield draftsOf(named ? rows.slice(1) : rows, names);
	}
	if (names === null) throw new Failure('bad-csv', 'the file has no licenses');
}

async function* rowsOf(texts: Texts): AsyncGenerator<CsvRow[]> {
	let rows: CsvRow[] = [];
	const reader = new CsvReader((row) => rows.push(row));
	for await (const text of texts) {
		reader.push(text);
		yield rows;
		rows = [];
	}
	reader.end();
	yield rows;
}

/** Skips empty lines. */
function isFilled({ line, cells, fault }: CsvRow): boolean {
	if (fault !== null) throw new Failure('bad-csv', `line ${line}: ${fault}`);
	return cells.length > 1 || cells[0]!.trim() !== '';
}

function namesOf({ cells }: CsvRow, named: boolean): string[] {
	const names = named ? cells.map((cell) => cell.trim().toLowerCase()) : unnamed;
	const unknown = names.find((name) => !columns.includes(name) && !ignored.includes(name));
	if (unknown === undefined) return names;
	throw new Failure('bad-csv', `unknown column ${JSON.stringify(unknown)}: expected ${columns.join(', ')}`);
}

function draftsOf(rows: readonly CsvRow[], names: readonly string[]): NumberedDraft[] {
	return rows.map(({ line, cells }) => {
		if (cells.length > names.length)
			throw new Failure(
				'bad-csv',
				`line ${line}: ${counted(cells.length, 'value')}, but at most ${names.length} expected`,
			);
		try {
			return { ...draftOf(names, cells), line };
		} catch (thrown) {
			if (thrown instanceof Failure) throw new Failure(thrown.code, `line ${line}: ${thrown.message}`);
			throw thrown;
		}
	});
}

function draftOf(names: readonly string[], cells: readonly string[]): Draft {
	const value = (column: string) => cells[names.indexOf(column)]?.trim() || null;
	const key = value('key');
	// The message does not repeat the value, which may be a key with a typing error.
	if (key !== null && !isKey(key))
		throw new Failure('bad-key', 'the key is not of the form XXXX-XXXX-XXXX-XXXX');
	return { ...readCarried(({ name }) => value(name)), ...(key !== null && { key }) };
}

const keysPerStatement = 1000;
/** Garbage is collected this often: an import of 100,000 licenses takes 120 MB, and 150 MB without it (Bun 1.4.4). */
const draftsPerCollection = 50_000;

/**
 * Checks a whole file before anything of it is added, and returns the number of its licenses. The first `storedCount` licenses
 * are already stored.
 */
export async function checkDrafts(queries: Queries, texts: Texts, storedCount: number): Promise<number> {
	// A gate maps keys to lines, and holds no text of a key.
	const lines = new Gate();
	let count = 0;
	let collected = 0;
	for await (const drafts of readDrafts(texts)) {
		for (const { key, line } of drafts) {
			if (key === undefined) continue;
			const twin = lines.admit(key, 0);
			if (twin > 0) throw new Failure('bad-csv', `line ${line}: the key is the same as in line ${twin}`);
			lines.set(digestOf(key), line, always);
		}
		await refuseKnownKeys(queries, drafts.slice(Math.max(0, storedCount - count)));
		count += drafts.length;
		if (count - collected < draftsPerCollection) continue;
		Bun.gc(true);
		collected = count;
	}
	if (count === 0) throw new Failure('bad-csv', 'the file has no licenses');
	return count;
}

/** Fails if a license has one of the keys already. */
export async function refuseKnownKeys(queries: Queries, drafts: readonly NumberedDraft[]): Promise<void> {
	const keys = drafts.flatMap(({ key, line }) =>
		key === undefined ? [] : [{ digest: digestOf(key), line }],
	);
	for (let start = 0; start < keys.length; start += keysPerStatement) {
		const part = keys.slice(start, start + keysPerStatement);
		const rows = await queries.rows<{ digest: Uint8Array }>(
			`SELECT digest FROM licenses WHERE digest IN ${placeholders(1, part.length)}`,
			part.map(({ digest }) => digest),
		);
		if (rows.length === 0) continue;
		const stored = new Set(rows.map(({ digest }) => Buffer.from(digest).toString('hex')));
		const twin = part.find(({ digest }) => stored.has(Buffer.from(digest).toString('hex')));
		throw new Failure('key-exists', `line ${twin?.line}: a license with this key exists already`);
	}
}
