import type { Database, Queries } from '../../database/database.ts';
import { yieldTurn } from '../../process/yield-turn.ts';

/** Counts of one day that are added in one transaction. Retries have the same number. */
export interface Batch {
	readonly number: number;
	readonly day: string;
	/** In ascending order. */
	readonly licenses: Uint32Array;
	/** The requests of the license at the same position. */
	readonly requests: Uint32Array;
}

/**
 * Licenses per part. With a million licenses, each batch of counts would touch every page of the table. So a batch is
 * split into parts of neighboring licenses. Each batch adds one part to the table, with everything that the journal has
 * for it, and appends the other parts to the journal as bytes, which is cheap. With fewer licenses than one part, the
 * journal is never used.
 *
 * Measured with a million licenses, 40,000 of them at random in a batch, and a batch every four seconds (SQLite, Bun
 * 1.4.4, two shared cores): 77 ms of processor time and 2.5 MB written per batch. Adding everything at once takes
 * 215 ms and writes 90 MB. These 80 lines (`takeUp`, `Sums`) save 97 % of the bytes on a disk that is written all day.
 */
const partSize = 32_768;
const rowsPerStatement = 500;

export function partsUpTo(license: number): number {
	return Math.floor(license / partSize) + 1;
}

/** Call this in a transaction. */
export async function storeBatch(
	queries: Queries,
	{ kind, writer, batch, turn }: { kind: Database['kind']; writer: string; batch: Batch; turn: number },
): Promise<void> {
	const sums = await takeUp(queries, kind, turn, writer);
	for (const [part, pairs] of splitBatch(batch)) {
		if (part === turn) sums.add(batch.day, pairs);
		else
			await queries.rows(
				'INSERT INTO usage_journal (part, writer, batch, day, pairs) VALUES ($1, $2, $3, $4, $5)',
				[part, writer, batch.number, batch.day, new Uint8Array(pairs.buffer)],
			);
	}
	await sums.write(queries, kind);
}

/** Adds the whole journal, of all nodes, to the table. */
export async function settleUsage(database: Database): Promise<void> {
	const parts = await database.rows<{ part: number }>('SELECT DISTINCT part FROM usage_journal');
	for (const { part } of parts)
		await database.transaction(async (queries) => {
			const sums = await takeUp(queries, database.kind, part);
			await sums.write(queries, database.kind);
		});
}

/** Removes the counts of a part from the journal, of one writer or of all, and returns their sums. */
async function takeUp(
	queries: Queries,
	kind: Database['kind'],
	part: number,
	writer?: string,
): Promise<Sums> {
	await lockPart(queries, kind, part);
	const ofWriter = writer === undefined ? '' : 'AND writer = $2';
	const rows = await queries.rows<JournalRow>(
		`DELETE FROM usage_journal WHERE part = $1 ${ofWriter} RETURNING day, pairs`,
		writer === undefined ? [part] : [part, writer],
	);
	const sums = new Sums(part);
	for (const { day, pairs } of rows) sums.add(day, wordsOf(pairs));
	return sums;
}

/** Any fixed number that no other program in the same database is likely to use. */
const advisoryLocks = 706_573_122;

/** Lets one writer at a time add to a part, because two could deadlock. SQLite has one writer anyway. */
async function lockPart(queries: Queries, kind: Database['kind'], part: number): Promise<void> {
	if (kind === 'postgres')
		await queries.rows('SELECT pg_advisory_xact_lock($1, $2)::text', [advisoryLocks, part]);
}

interface JournalRow {
	day: string;
	/** License, requests, license, requests, ..., as words of 32 bits, the lowest byte first. */
	pairs: Uint8Array;
}

/** The pairs of each part. */
function splitBatch({ licenses, requests }: Batch): Map<number, Uint32Array> {
	const parts = new Map<number, Uint32Array>();
	for (let start = 0, end = 0; start < licenses.length; start = end) {
		const part = Math.floor(licenses[start]! / partSize);
		while (end < licenses.length && licenses[end]! < (part + 1) * partSize) end++;
		const pairs = new Uint32Array((end - start) * 2);
		for (let at = start; at < end; at++) {
			pairs[(at - start) * 2] = licenses[at]!;
			pairs[(at - start) * 2 + 1] = requests[at]!;
		}
		parts.set(part, pairs);
	}
	return parts;
}

/** Copies bytes from a database, because a Uint32Array needs an aligned start. */
function wordsOf(bytes: Uint8Array): Uint32Array {
	return new Uint32Array(new Uint8Array(bytes).buffer);
}

/** Requests per day and license of one part. */
class Sums {
	readonly #days = new Map<string, Float64Array>();
	readonly #first: number;

	constructor(part: number) {
		this.#first = part * partSize;
	}

	add(day: string, pairs: Uint32Array): void {
		const sums = this.#days.get(day) ?? new Float64Array(partSize);
		this.#days.set(day, sums);
		for (let at = 0; at < pairs.length; at += 2) {
			const license = pairs[at]! - this.#first;
			sums[license] = sums[license]! + pairs[at + 1]!;
		}
	}

	async write(queries: Queries, kind: Database['kind']): Promise<void> {
		for (const day of this.#days.keys()) await this.#writeDay(queries, kind, day);
	}

	async #writeDay(queries: Queries, kind: Database['kind'], day: string): Promise<void> {
		const rows: string[] = [];
		const flush = async () => {
			// A single JSON text instead of a value for each number halves the cost of writing.
			await queries.rows(
				`INSERT INTO usage (license, day, requests)
					SELECT CAST(key AS INTEGER), $1, CAST(CAST(value AS TEXT) AS BIGINT) FROM ${eachPair[kind]} WHERE true
					ON CONFLICT (day, license) DO UPDATE SET requests = usage.requests + excluded.requests`,
				[day, `{${rows.join()}}`],
			);
			rows.length = 0;
			// The embedded database blocks while it writes: let requests through in between.
			await yieldTurn();
		};
		for (const [at, requests] of this.#days.get(day)!.entries()) {
			if (requests === 0) continue;
			rows.push(`"${this.#first + at}":${requests}`);
			if (rows.length === rowsPerStatement) await flush();
		}
		if (rows.length > 0) await flush();
	}
}

/** Cast to text for PostgreSQL: as JSON, Bun would send a string in quotes. */
const eachPair = {
	sqlite: 'json_each($2)',
	postgres: 'json_each(CAST(CAST($2 AS TEXT) AS JSON))',
} as const;

export interface UsageTotal {
	id: string;
	email: string;
	requests: number;
	/** Days with at least one request. */
	days: number;
	lastDay: string;
}

/** Requests per license since a day, the busiest first. */
export async function usageTotals(database: Database, since: string, most: number): Promise<UsageTotal[]> {
	await settleUsage(database);
	const text = `SELECT licenses.id AS id, licenses.email AS email, totals.requests AS requests,
			totals.days AS days, totals.last_day AS "lastDay"
		FROM (SELECT license, sum(requests) AS requests, count(*) AS days, max(day) AS last_day
			FROM usage WHERE day >= $1 GROUP BY license) AS totals
		JOIN licenses ON licenses.number = totals.license
		ORDER BY totals.requests DESC, licenses.number LIMIT $2`;
	const rows = await database.rows<UsageTotal>(text, [since, most]);
	return rows.map((row) => ({ ...row, requests: Number(row.requests), days: Number(row.days) }));
}

/** Requests of one license per day since a day; days without any are missing. */
export async function usageByDay(
	database: Database,
	license: number,
	since: string,
): Promise<Map<string, number>> {
	await settleUsage(database);
	return writtenUsage(database, license, since);
}

/** Like `usageByDay`, but without the counts in the journal, so that nothing is written. */
export async function writtenUsage(
	queries: Queries,
	license: number,
	since: string,
): Promise<Map<string, number>> {
	// One index lookup per day; a range of days would read the rows of all licenses.
	const text = `WITH RECURSIVE days (day) AS (
			SELECT min(day) FROM usage WHERE day >= $2
			UNION ALL SELECT (SELECT min(day) FROM usage WHERE usage.day > days.day) FROM days WHERE day IS NOT NULL)
		SELECT usage.day AS day, requests FROM days JOIN usage ON usage.day = days.day AND license = $1 ORDER BY 1`;
	const rows = await queries.rows<{ day: string; requests: number }>(text, [license, since]);
	return new Map(rows.map(({ day, requests }) => [day, Number(requests)]));
}
