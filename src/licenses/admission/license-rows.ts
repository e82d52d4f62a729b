import { parseDay } from '@pointrelease/core/src/text/day.ts';
import { placeholders, type Queries } from '../../database/database.ts';
import { Failure } from '../../process/failure.ts';
import { mostLicenses } from '../ledger.ts';
import { always } from '../license.ts';
import type { Gate } from './gate.ts';

/** The columns of a license, or of the address of a feed, that a gate needs. */
export type LicenseRow = [
	number: number,
	digest: Uint8Array,
	expires: string | null,
	revoked: string | null,
	change: number,
];

/** The row of an address of a feed: its license may have had several, numbered from 1. */
export type FeedRow = [...LicenseRow, generation: number];

const columns = 'number, digest, expires, revoked, change';
const atomColumns = 'f.license, f.digest, l.expires, COALESCE(f.revoked, l.revoked), f.change, f.generation';
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
 * The next rows of a stretch, newest first. Two statements, each of which reads one place of the index: with a single
 * comparison of pairs, SQLite reads all rows of a change to find a few.
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
export function atomRows(queries: Queries): Promise<FeedRow[]> {
	return queries.tuples<FeedRow>(`SELECT ${atomColumns} FROM ${atomTables}`);
}

/** The addresses of feeds that changed after a change. */
export function atomRowsChanged(queries: Queries, after: number): Promise<FeedRow[]> {
	const text = `SELECT ${atomColumns} FROM ${atomTables} WHERE f.change > $1`;
	return queries.tuples<FeedRow>(text, [after]);
}

/** The addresses of feeds that belong to licenses. */
export function atomRowsOf(queries: Queries, licenses: readonly number[]): Promise<FeedRow[]> {
	const text = `SELECT ${atomColumns} FROM ${atomTables} WHERE f.license IN ${placeholders(1, licenses.length)}`;
	return queries.tuples<FeedRow>(text, licenses);
}

/** Puts a row into a gate. Throws if the row is damaged: no release of this program ever wrote such a row. */
export function applyRow(
	gate: Gate,
	[number, digest, expires, revoked]: LicenseRow | FeedRow,
	place: string,
): void {
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

/** Changes that are read from the newest to the oldest, page by page. */
export interface Stretch {
	/** All changes up to this one were read before. */
	readonly after: number;
	/** The next rows to read have this change and a number below `below`; then come those of earlier changes. */
	change: number;
	below: number;
}

/**
 * Announced changes that are not read yet. The newest are read first, so that a revocation does not wait behind a million
 * imported licenses. A row has the latest state of its license, so the order of reading does not change the result.
 */
export class UnreadChanges {
	#newest: number;
	readonly #stretches: Stretch[] = [];

	/** All changes up to this one are read. */
	constructor(newest: number) {
		this.#newest = newest;
	}

	/** The last change that was announced. */
	get newest(): number {
		return this.#newest;
	}

	announce(change: number): void {
		if (change <= this.#newest) return;
		this.#stretches.push({ after: this.#newest, change, below: mostLicenses + 1 });
		this.#newest = change;
	}

	/** The stretch to read next; undefined if everything is read. */
	next(): Stretch | undefined {
		return this.#stretches.at(-1);
	}

	/** Records that the stretch was read down to this row, or to its end. */
	read(stretch: Stretch, last: { change: number; number: number } | null): void {
		if (last) Object.assign(stretch, { change: last.change, below: last.number });
		else this.#stretches.splice(this.#stretches.indexOf(stretch), 1);
	}
}
