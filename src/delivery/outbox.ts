import { randomUUID } from 'node:crypto';
import { type Database, placeholders, type Queries, type Value } from '../database/database.ts';

/** The subject of a delivery. */
export interface Subject {
	/** The kind of thing, such as `license`. */
	readonly kind: string;
	/** The ID by which people know it. It appears in the log and in names of files. */
	readonly id: string;
}

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
/** The pauses after the first, second, ... failed attempt. After the last one a delivery is given up. */
export const pauses = [
	10 * second,
	minute,
	5 * minute,
	30 * minute,
	2 * hour,
	6 * hour,
	12 * hour,
	24 * hour,
	24 * hour,
];
const longestPause = Math.max(...pauses);
/**
 * How long a delivery belongs to the node that claimed it, unless the node renews its lease: far longer than it takes to
 * reach a mail server. If the node dies before it hands the message over, another node claims the delivery afterwards.
 */
export const lease = 3 * minute;

/** A delivery that was certainly not accepted, and will be tried. */
export const waiting = 'sent IS NULL AND given_up IS NULL AND handed_over IS NULL';

/** A delivery that may or may not have arrived, without a later one about the same subject. */
export const inDoubt = `unknown_since IS NOT NULL AND NOT EXISTS (
	SELECT 1 FROM outbox AS later WHERE later.subject_kind = outbox.subject_kind
		AND later.subject_id = outbox.subject_id AND later.queued > outbox.queued)`;

/** A delivery that only the holder of its lease may make now. */
export interface Claimed {
	readonly id: string;
	/** Who holds the lease. Each claim has its own: a node that stood still may claim a delivery that it is about to make. */
	readonly owner: string;
	readonly subject: Subject;
	/** The reason for it, in a word that its kind of subject defines. */
	readonly occasion: string;
	readonly queued: number;
	readonly attempts: number;
	/** Where it goes, if not to the address that its subject has now. */
	readonly address: string | null;
}

/** Queues one delivery per subject. Call it in the transaction of the change that is the reason for them. */
export async function queueDeliveries(
	queries: Queries,
	subjects: readonly Subject[],
	{ occasion, now, address = null }: { occasion: string; now: number; address?: string | null },
): Promise<void> {
	for (let start = 0; start < subjects.length; start += 500) {
		const rows = subjects
			.slice(start, start + 500)
			.map(({ kind, id }): Value[] => [randomUUID(), kind, id, occasion, now, now, address]);
		await queries.rows(
			`INSERT INTO outbox (id, subject_kind, subject_id, occasion, queued, due, address, attempts, lease_until)
				VALUES ${placeholders(rows.length, 7, ', 0, 0')}`,
			rows.flat(),
		);
	}
}

/** Deliveries that a node can make: a kind of subject, and an SQL condition that narrows it. */
export interface Claimable {
	readonly kind: string;
	readonly condition?: (place: (value: Value) => string) => string;
}

interface OutboxRow extends Omit<Claimed, 'subject' | 'owner'> {
	kind: string;
	subject: string;
}

/**
 * Claims the delivery that was due first; null if none is due. A due time or lease further ahead than any that we set
 * comes from a wrong clock, and counts as past.
 */
export async function claimDelivery(
	database: Database,
	claimable: readonly Claimable[],
): Promise<Claimed | null> {
	if (claimable.length === 0) return null;
	const owner = randomUUID();
	const now = await database.now();
	const values: Value[] = [owner, now + lease, now, now + 2 * longestPause, now + 2 * lease];
	const place = (value: Value) => `$${values.push(value)}`;
	const free = `${waiting}
		AND (due <= $3 OR due > $4) AND (lease_until <= $3 OR lease_until > $5)`;
	const conditions = claimable.map(({ kind, condition }) => {
		const ofKind = `subject_kind = ${place(kind)}`;
		return condition ? `(${ofKind} AND ${condition(place)})` : ofKind;
	});
	// The condition stands twice: PostgreSQL checks the outer one again after waiting for another node.
	const [row] = await database.rows<OutboxRow>(
		`UPDATE outbox SET lease_owner = $1, lease_until = $2, attempts = attempts + 1
			WHERE ${free} AND id IN (
				SELECT id FROM outbox WHERE ${free} AND (${conditions.join(' OR ')}) ORDER BY due LIMIT 1)
			RETURNING id, subject_kind AS kind, subject_id AS subject, occasion, queued, attempts, address`,
		values,
	);
	if (!row) return null;
	const { kind, subject: id, queued, ...rest } = row;
	return { ...rest, owner, subject: { kind, id }, queued: Number(queued) };
}

/** The state of a delivery. */
export interface DeliveryRecord {
	id: string;
	occasion: string;
	queued: number;
	due: number;
	attempts: number;
	sent: number | null;
	givenUp: number | null;
	/** When the message began to leave; null again after a refusal. */
	handedOver: number | null;
	/** Since when the outcome is unknown. */
	unknownSince: number | null;
	problem: string | null;
	/** Where the last attempt went: a mail server, or the path of a file. Null before the first. */
	place: string | null;
}

/** All deliveries about a subject, oldest first. */
export async function deliveriesAbout(queries: Queries, { kind, id }: Subject): Promise<DeliveryRecord[]> {
	const text = `SELECT ${deliveryColumns}
		FROM outbox WHERE subject_kind = $1 AND subject_id = $2 ORDER BY queued, id`;
	return (await queries.rows<DeliveryRecord>(text, [kind, id])).map(deliveryOf);
}

/** The columns of a `DeliveryRecord`. */
export const deliveryColumns = `outbox.id, occasion, queued, due, attempts, sent, given_up AS "givenUp",
	handed_over AS "handedOver", unknown_since AS "unknownSince", problem, place`;

/** A row of these columns, with its moments as numbers: PostgreSQL gives texts. */
export function deliveryOf(row: DeliveryRecord): DeliveryRecord {
	const moment = (value: number | null) => (value === null ? null : Number(value));
	return {
		...row,
		queued: Number(row.queued),
		due: Number(row.due),
		sent: moment(row.sent),
		givenUp: moment(row.givenUp),
		handedOver: moment(row.handedOver),
		unknownSince: moment(row.unknownSince),
	};
}

/** How many deliveries are not confirmed. */
export interface OutboxCounts {
	/** Not handed over yet. */
	waiting: number;
	/** Those among the waiting that were refused before. */
	failing: number;
	givenUp: number;
	/** May or may not have arrived, and were not repeated. */
	unknown: number;
	/** When the oldest waiting delivery was queued, in milliseconds; null if none waits. */
	oldest: number | null;
}

type CountRow = Record<keyof OutboxCounts, number | string | null>;

/**
 * Counts the outbox. Each number comes from its own index, so the time does not grow with all deliveries ever made. Leaves
 * out deliveries of the occasion in `hidden` that were queued after its moment.
 */
export async function countOutbox(
	queries: Queries,
	hidden: { occasion: string; after: number } = { occasion: '', after: Number.MAX_SAFE_INTEGER },
): Promise<OutboxCounts> {
	const counted = '(occasion <> $1 OR queued <= $2)';
	const [row] = await queries.rows<CountRow>(
		`SELECT count(*) AS waiting, count(problem) AS failing, min(queued) AS oldest,
			(SELECT count(*) FROM outbox WHERE given_up IS NOT NULL AND ${counted}) AS "givenUp",
			(SELECT count(*) FROM outbox
				WHERE handed_over IS NOT NULL AND sent IS NULL AND ${counted} AND ${inDoubt}) AS unknown
			FROM outbox WHERE ${waiting} AND ${counted}`,
		[hidden.occasion, hidden.after],
	);
	return {
		waiting: Number(row?.waiting),
		failing: Number(row?.failing),
		givenUp: Number(row?.givenUp),
		unknown: Number(row?.unknown),
		oldest: row?.oldest == null ? null : Number(row.oldest),
	};
}

/** Erases the error messages of servers about a subject, which may repeat its address, and addresses that it had before. */
export async function eraseProblems(queries: Queries, { kind, id }: Subject): Promise<void> {
	await queries.rows(
		'UPDATE outbox SET problem = NULL, address = NULL WHERE subject_kind = $1 AND subject_id = $2',
		[kind, id],
	);
}

/** Erases addresses of a person that deliveries were queued for, whatever their subjects have now. */
export async function eraseAddresses(queries: Queries, isTheirs: (email: string) => boolean): Promise<void> {
	const rows = await queries.rows<{ id: string; address: string }>(
		'SELECT id, address FROM outbox WHERE address IS NOT NULL',
	);
	for (const { id } of rows.filter(({ address }) => isTheirs(address)))
		await queries.rows('UPDATE outbox SET problem = NULL, address = NULL WHERE id = $1', [id]);
}
