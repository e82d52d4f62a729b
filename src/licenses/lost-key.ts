import { randomUUID } from 'node:crypto';
import { type Database, type Queries, watchForChanges } from '../database/database.ts';
import { waiting } from '../delivery/outbox.ts';
import { Failure, reasonOf } from '../process/failure.ts';
import type { Log } from '../process/log.ts';
import { findByEmail } from './issuing/find.ts';
import { forgottenEmail, mailboxOf, statusOf } from './license.ts';
import { queueMail } from './mail/license-mail.ts';

/** The most requests that may wait: a flood must not fill the disk. */
const mostWaiting = 10_000;
/** How many requests are looked up in one transaction. */
const together = 100;
/** The most mails to an address in a day, so that nobody can use the page to flood a mailbox. */
export const mostMails = 3;
const day = 86_400_000;
// Any fixed number that no other program in the same database is likely to use.
const advisoryLock = 706_573_120;

/**
 * Stores a request; false if too many wait. After true, it survives a crash of this process. Takes the same steps for
 * every address: whether the address has licenses is looked up later.
 */
export async function requestLostKeys(database: Database, email: string): Promise<boolean> {
	const rows = await database.rows(
		`INSERT INTO lost_key_requests (id, email, asked)
			SELECT $1, $2, CAST($3 AS BIGINT) WHERE (SELECT count(*) FROM lost_key_requests) < ${mostWaiting} RETURNING id`,
		[randomUUID(), email, Date.now()],
	);
	return rows.length === 1;
}

/** How many requests wait, and when the oldest came (null if none waits). */
export async function waitingRequests(queries: Queries): Promise<{ count: number; oldest: number | null }> {
	const [row] = await queries.rows<{ count: number | string; oldest: number | string | null }>(
		'SELECT count(*) AS count, min(asked) AS oldest FROM lost_key_requests',
	);
	return { count: Number(row?.count ?? 0), oldest: row?.oldest == null ? null : Number(row.oldest) };
}

/**
 * Looks up the waiting requests and queues their mails. The transaction that queues a mail, or decides against it, also
 * deletes the request: so none is lost or answered twice, even if a node dies. Returns how many were looked up.
 */
export async function answerRequests(database: Database): Promise<number> {
	let answered = 0;
	while ((await database.rows('SELECT 1 AS one FROM lost_key_requests LIMIT 1')).length > 0)
		answered += await answerSome(database);
	return answered;
}

async function answerSome(database: Database): Promise<number> {
	const now = await database.now();
	return database.transaction(async (queries) => {
		// One node at a time: otherwise two nodes could both find that an address got no mail yet.
		if (database.kind === 'postgres')
			await queries.rows('SELECT pg_advisory_xact_lock($1)::text', [advisoryLock]);
		const requests = await queries.rows<{ email: string }>(
			`DELETE FROM lost_key_requests WHERE id IN (
				SELECT id FROM lost_key_requests ORDER BY asked, id LIMIT ${together}) RETURNING email`,
		);
		for (const mailbox of new Set(requests.map(({ email }) => mailboxOf(email))))
			await queueLostKeys(queries, mailbox, now);
		return requests.length;
	});
}

/** Queues one mail with all active keys, for the newest license; none if the address got its mails of the day. */
async function queueLostKeys(queries: Queries, mailbox: string, now: number): Promise<void> {
	if (mailbox === forgottenEmail) return;
	const newest = (await findByEmail(queries, mailbox)).findLast((license) => statusOf(license) === 'active');
	if (!newest) return;
	const [row] = await queries.rows<{ recent: number | string; waits: number | string }>(
		`SELECT count(*) AS recent, count(CASE WHEN ${waiting} THEN 1 END) AS waits FROM outbox
			WHERE subject_kind = 'license' AND occasion = 'lost' AND queued > $1 AND subject_id IN (
				SELECT id FROM licenses WHERE mailbox = $2)`,
		[now - day, mailbox],
	);
	// A mail that still waits for the mail server will have the same keys.
	if (Number(row?.recent) < mostMails && Number(row?.waits) === 0)
		await queueMail(queries, [newest], 'lost', now);
}

/**
 * How often a node looks for requests, in milliseconds. Mail is sent on another timer, so that timing does not reveal
 * whether an address has licenses.
 */
const lookEvery = 1_000;

/** How many requests wait, for metrics. */
export interface WaitingRequests {
	readonly count: number;
	readonly oldest: number | null;
}

/** Looks up the requests for lost keys in the background. Several nodes may do so: each takes other requests. */
export class LostKeyDesk {
	readonly #database: Database;
	readonly #log: Log;
	readonly #mayHaveChanged: () => boolean;
	#timer: Timer | undefined;
	#working: Promise<unknown> = Promise.resolve();
	#stopped = false;
	#waiting: WaitingRequests | null = null;

	constructor(database: Database, log: Log) {
		this.#database = database;
		this.#log = log;
		this.#mayHaveChanged = watchForChanges(database);
	}

	/** Looks up requests until it is closed. */
	start(): void {
		this.#timer = setTimeout(() => {
			this.#working = (this.#mayHaveChanged() ? this.#look() : Promise.resolve()).finally(() => {
				if (!this.#stopped) this.start();
			});
		}, lookEvery);
	}

	/** Looks up requests once, for a node on which the page is off, because earlier requests may still wait. */
	async finish(): Promise<void> {
		this.#working = this.#look();
		await this.#working;
	}

	/** The requests that waited at the last look. */
	waiting(): WaitingRequests | null {
		return this.#waiting;
	}

	async close(): Promise<void> {
		this.#stopped = true;
		clearTimeout(this.#timer);
		await this.#working;
	}

	async #look(): Promise<void> {
		try {
			this.#waiting = await waitingRequests(this.#database);
			if (this.#waiting.count > 0) await answerRequests(this.#database);
			this.#waiting = { count: 0, oldest: null };
		} catch (thrown) {
			// The gate follower reports that the database is away. Requests wait there.
			if (!(thrown instanceof Failure))
				this.#log.error('requests for lost keys not answered', { reason: reasonOf(thrown) });
		}
	}
}
