import type { Queries } from '../../database/database.ts';
import { placeholders } from '../../database/placeholders.ts';
import { Failure } from '../../process/failure.ts';
import { parseDay } from '../../text/day.ts';
import { mostLicenses } from '../ledger.ts';
import { always } from '../license.ts';
import type { Gate } from './gate.ts';
import type { Stretch } from './unread-changes.ts';

/** What a gate needs of a license, or of the address of a feed, as the database has it. */
export type LicenseRow = [
	number: number,
	digest: Uint8Array,
	expires: string | null,
	revoked: string | null,
	change: number,
];

const columns = 'number, digest, expires, revoked, change';
const atomColumns = 'f.license, f.digest, l.expires, COALESCE(f.revoked, l.revoked), f.change';
const atomTables = 'feed_addresses f JOIN licenses l ON l.number = f.license';

export function rowsAfter(queries: Queries, number: number, limit: number): Promise<LicenseRow[]> {
	const text = `SELECT ${columns} FROM licenses WHERE number > $1 ORDER BY number LIMIT ${limit}`;
	return queries.tuples<LicenseRow>(text, [number]);
}

export function rowsByDigest(queries: Queries, digests: readonly Uint8Array[]): Promise<LicenseRow[]> {
	const text = `SELECT ${columns} FROM licenses WHERE digest IN ${placeholders(1, digests.length)}`;
	return queries.tuples<LicenseRow>(text, digests);
}

/**
 * The next rows of a stretch, newest first. In two statements, because each is answered from where it begins in the
 * index; as one comparison of pairs with two ends, SQLite reads all rows of a change to find the few that are wanted.
 */
export async function rowsOfStretch(
	queries: Queries,
	{ after, change, below }: Stretch,
	limit: number,
): Promise<LicenseRow[]> {
	const same = await queries.tuples<LicenseRow>(
		`SELECT ${columns} FROM licenses WHERE change = $1 AND number < $2 ORDER BY number DESC LIMIT ${limit}`,
		[change, below],
	);
	if (same.length === limit) return same;
	const older = await queries.tuples<LicenseRow>(
		`SELECT ${columns} FROM licenses WHERE change > $1 AND change < $2
			ORDER BY change DESC, number DESC LIMIT ${limit - same.length}`,
		[after, change],
	);
	return [...same, ...older];
}

/** Every address of a feed. */
export function atomRows(queries: Queries): Promise<LicenseRow[]> {
	return queries.tuples<LicenseRow>(`SELECT ${atomColumns} FROM ${atomTables}`);
}

/** The addresses of feeds that changed after a change. */
export function atomRowsChanged(queries: Queries, after: number): Promise<LicenseRow[]> {
	const text = `SELECT ${atomColumns} FROM ${atomTables} WHERE f.change > $1`;
	return queries.tuples<LicenseRow>(text, [after]);
}

/** The addresses of feeds that belong to licenses. */
export function atomRowsOf(queries: Queries, licenses: readonly number[]): Promise<LicenseRow[]> {
	const text = `SELECT ${atomColumns} FROM ${atomTables} WHERE f.license IN ${placeholders(1, licenses.length)}`;
	return queries.tuples<LicenseRow>(text, licenses);
}

/** Puts a row into a gate; one that no release of this program wrote is damage of the place it is from. */
export function applyRow(gate: Gate, [number, digest, expires, revoked]: LicenseRow, place: string): void {
	const lastDay = expires === null ? always : parseDay(expires);
	const sound =
		Number.isInteger(number) &&
		number > 0 &&
		number <= mostLicenses &&
		digest instanceof Uint8Array &&
		digest.length === 32 &&
		lastDay !== null;
	if (!sound)
		throw new Failure('database-damaged', `the database ${place} is damaged: license row ${number}`);
	gate.set(digest, number, revoked === null ? lastDay : 0);
}
