import { changeChannel, type Database, placeholders, type Queries } from '../../database/database.ts';
import { Failure } from '../../process/failure.ts';
import type { Feed } from '../observation.ts';
import { type Fact, type FactKind, farthestClock } from './fact.ts';
import { readFact } from './fact-kinds.ts';

/** Counters that tell a node whether it is up to date. */
export interface Marks {
	/** Grows with everything that alters the catalog. */
	readonly change: number;
	/** Grows with every poll and every decision. */
	readonly polls: number;
	/** When the catalog was last altered, in milliseconds by the clock of the node that did; null if it never was. */
	readonly announced: number | null;
}

/** Facts in the order in which they were learned, each with its change number. */
export type StoredFact = Fact & { readonly change: number };

type FactRow = [
	kind: FactKind,
	subject: string,
	object: string,
	value: string,
	feed: Feed,
	seen: string,
	accepted: number,
	change: number,
];

const columns = 'kind, subject, object, value, feed, seen, accepted, change';
const rowsPerInsert = 100;

export async function readMarks(queries: Queries): Promise<Marks> {
	const [row] = await queries.tuples<[number, number, number | null]>(
		'SELECT change, polls, announced FROM learning',
	);
	if (!row) throw new Failure('database-damaged', 'the database is damaged: its table learning is empty');
	const [change, polls, announced] = row.map(Number) as [number, number, number];
	if (!Number.isSafeInteger(change) || !Number.isSafeInteger(polls))
		throw new Failure('database-damaged', 'the database is damaged: the counters of its table learning');
	return { change, polls, announced: row[2] === null || Number.isNaN(announced) ? null : announced };
}

/** A row that is not a valid fact means a damaged database: no fact is served then. */
export async function readFacts(queries: Queries): Promise<StoredFact[]> {
	const rows = await queries.tuples<FactRow>(
		`SELECT ${columns} FROM learnt ORDER BY change, kind, subject, object`,
	);
	return rows.map(storedFact);
}

function storedFact([kind, subject, object, json, feed, seen, accepted, change]: FactRow): StoredFact {
	let value: unknown = json;
	try {
		value = JSON.parse(json);
	} catch {
		// Reported below, like any other value that the fact cannot have.
	}
	const fact = readFact({ kind, subject, object, value, feed, seen, accepted: Number(accepted) === 1 });
	if (typeof fact !== 'string') return { ...fact, change: Number(change) };
	const row = JSON.stringify(`${kind} ${subject} ${object}`.trim().slice(0, 80));
	throw new Failure('database-damaged', `the database is damaged: row ${row} of its table learnt: ${fact}`);
}

/**
 * Adds facts if the change number is still `expected`, the one that the rules ran with. False if it is not: the rules have to run again.
 * With an `owner`, that node must hold the lease, too.
 */
export async function addFacts(
	queries: Queries,
	facts: readonly Fact[],
	expected: number,
	owner: string | null,
): Promise<boolean> {
	const change = await nextChange(queries, expected, owner);
	if (change === null) return false;
	for (let at = 0; at < facts.length; at += rowsPerInsert) {
		const part = facts.slice(at, at + rowsPerInsert);
		const values = part.flatMap(({ kind, subject, object, value, feed, seen, accepted }) => [
			kind,
			subject,
			object,
			JSON.stringify(value),
			feed,
			seen,
			accepted ? 1 : 0,
			change,
		]);
		// The first fact of a key stays: a newer one never overwrites it.
		await queries.rows(
			`INSERT INTO learnt (${columns}) VALUES ${placeholders(part.length, 8)}
				ON CONFLICT (kind, subject, object) DO NOTHING`,
			values,
		);
	}
	return true;
}

/** Removes facts under the same conditions. */
export async function removeFacts(
	queries: Queries,
	facts: readonly Fact[],
	expected: number,
	owner: string | null = null,
): Promise<boolean> {
	if ((await nextChange(queries, expected, owner)) === null) return false;
	for (const { kind, subject, object } of facts)
		await queries.rows('DELETE FROM learnt WHERE kind = $1 AND subject = $2 AND object = $3', [
			kind,
			subject,
			object,
		]);
	return true;
}

/**
 * Sets moments in the future, which came from a wrong clock, to now. Otherwise the time of the last change would lie in the future, and
 * later changes would not move it. True if there were any.
 */
export async function mendMoments(database: Database, now: Date): Promise<boolean> {
	const moment = (time: number) => `${new Date(time).toISOString().slice(0, 19)}Z`;
	const limit = moment(now.getTime() + farthestClock);
	// Leave a text that is not a moment: it is damage, and a start must report it.
	const isAhead = "seen > $1 AND seen LIKE '____-__-__T__:__:__Z'";
	const ahead = await database.tuples(`SELECT 1 FROM learnt WHERE ${isAhead} LIMIT 1`, [limit]);
	if (ahead.length === 0) return false;
	await database.transaction(async (queries) => {
		await queries.rows('UPDATE learning SET change = change + 1, announced = $1', [Date.now()]);
		await queries.rows(`UPDATE learnt SET seen = $2 WHERE ${isAhead}`, [limit, moment(now.getTime())]);
		await announce(database, queries);
	});
	return true;
}

/** Whether `change` is still the latest change number. Locks it until the transaction ends. */
export async function isLatest(queries: Queries, change: number): Promise<boolean> {
	const text = 'UPDATE learning SET polls = polls WHERE change = $1 RETURNING change';
	return (await queries.tuples(text, [change])).length > 0;
}

async function nextChange(queries: Queries, expected: number, owner: string | null): Promise<number | null> {
	const ofOwner = owner === null ? '' : ' AND lease_owner = $3';
	const [row] = await queries.tuples<[number]>(
		`UPDATE learning SET change = change + 1, announced = $2 WHERE change = $1${ofOwner} RETURNING change`,
		owner === null ? [expected, Date.now()] : [expected, Date.now(), owner],
	);
	return row ? Number(row[0]) : null;
}

/** Notifies the other nodes. SQLite has no notifications: there every process looks at the counters from time to time. */
export async function announce(database: Database, queries: Queries): Promise<void> {
	await queries.rows('UPDATE learning SET polls = polls + 1');
	if (database.kind === 'postgres')
		await queries.rows('SELECT pg_notify($1, $2)::text', [changeChannel, 'learnt']);
}

/** Milliseconds after which another node may take over the lease of a dead one. A live node renews its lease sooner. */
export const leaseTime = 60_000;

/**
 * Takes or renews the lease to poll the feeds. One node holds it at a time, by the clock of the database. A lease that ends later than any
 * we would set comes from a wrong clock, and is ignored.
 */
export async function takeLease(database: Database, owner: string): Promise<boolean> {
	const now = await database.now();
	const rows = await database.rows(
		`UPDATE learning SET lease_owner = $1, lease_until = $2
			WHERE lease_owner IS NULL OR lease_owner = $1 OR lease_until < $3 OR lease_until > $4
			RETURNING single`,
		[owner, now + leaseTime, now, now + 2 * leaseTime],
	);
	return rows.length > 0;
}

export async function releaseLease(database: Database, owner: string): Promise<void> {
	await database.rows('UPDATE learning SET lease_owner = NULL, lease_until = 0 WHERE lease_owner = $1', [
		owner,
	]);
}
