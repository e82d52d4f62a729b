import { withAlarm } from '../../database/alarm.ts';
import type { Database, Listening, Queries } from '../../database/database.ts';
import { Failure, reasonOf } from '../../failure.ts';
import type { Log } from '../../log.ts';
import { yieldTurn } from '../../yield-turn.ts';
import { parseDay } from '../day.ts';
import { type Ledger, mostLicenses, readLedger } from '../ledger.ts';
import { always } from '../license.ts';
import { Gate } from './gate.ts';

/** How often a node looks for changes. Both are well within the second in which a change must arrive. */
const sweepEvery = { sqlite: 200, postgres: 500 } as const;
/**
 * A read that takes longer than this is told, long before it is given up: each is one page of an index. In
 * SQLite it may have to wait for its turn behind a write that waits for another process.
 */
const slowRead = { sqlite: 20_000, postgres: 2_000 } as const;
const pageRows = 5000;
const manyLicenses = 100_000;

/** What a database is refused for that can be reached. */
const notOurs = new Set(['database-other', 'database-incomplete', 'database-damaged']);

type Row = [
	number: number,
	digest: Uint8Array,
	expires: string | null,
	revoked: string | null,
	change: number,
];
const columns = 'number, digest, expires, revoked, change';

/**
 * Keeps a gate equal to the database: loads it, then follows the changes. Notifications make that quick,
 * sweeps make it certain. Reads take turns, so an older one can never overwrite what a newer one brought.
 */
export class GateFollower {
	gate = new Gate();
	/** The same for the tokens in the addresses of feeds. */
	feedGate = new Gate();
	/** Why the gate may be behind, or null. */
	degraded: string | null = null;
	/** The database answers, but is not the one that the gate was read from, or not all of it. */
	refused = false;
	/** The database that the gate was read from. */
	#identity: string | null = null;
	/** The last change that the gate holds. */
	#seen = 0;
	/** Licenses that the ledger speaks of and that are not there. A start takes that as it is. */
	#missing = Number.POSITIVE_INFINITY;
	#turn: Promise<unknown> = Promise.resolve();
	#sweeps: Promise<void> = Promise.resolve();
	#nextSweep: Promise<void> | null = null;
	#timer: Timer | undefined;
	#listening: Listening | null = null;
	#closed = false;
	#database: Database;
	#reads: Queries;
	#log: Log;

	constructor(database: Database, log: Log) {
		this.#database = database;
		const slow = slowRead[database.kind];
		this.#reads = withAlarm(database, slow, () =>
			this.#away(`the database at ${database.place} has not answered for ${slow / 1000} s`),
		);
		this.#log = log;
	}

	async start(): Promise<void> {
		await this.#inTurn(() => this.#load());
		await this.#listen();
		this.#schedule();
	}

	/**
	 * Brings the gate up to date, reading not earlier than now. Sweeps follow one another; one that has not begun
	 * serves all who ask meanwhile. Never throws: trouble shows in `degraded` and ends by itself.
	 */
	sweep(): Promise<void> {
		if (this.#nextSweep) return this.#nextSweep;
		const next = this.#sweeps.then(() => {
			this.#nextSweep = null;
			return this.#sweepNow();
		});
		this.#nextSweep = next;
		this.#sweeps = next;
		return next;
	}

	/** Looks licenses up by digest, for keys that the gate refused. */
	async lookUp(digests: Uint8Array[]): Promise<void> {
		const list = digests.map((_, index) => `$${index + 1}`).join(', ');
		const text = `SELECT ${columns} FROM licenses WHERE digest IN (${list})`;
		await this.#inTurn(async () => {
			// Whose licenses they are is not known now.
			if (this.degraded !== null) return;
			for (const row of await this.#reads.tuples<Row>(text, digests)) this.#apply(this.gate, row);
		});
	}

	async close(): Promise<void> {
		this.#closed = true;
		clearTimeout(this.#timer);
		await this.#listening?.stop();
		await this.#sweeps;
		await this.#turn;
	}

	async #sweepNow(): Promise<void> {
		if (this.#closed) return;
		try {
			await this.#inTurn(() => this.#catchUp());
			if (this.degraded === null) return;
			// What comes back need not be what went away: a restored backup, a replica that took over.
			await this.#inTurn(() => this.#load());
			this.degraded = null;
			this.refused = false;
			this.#log.info('database back', { licenses: this.gate.size });
			if (this.#listening === null) await this.#listen();
		} catch (thrown) {
			this.#away(reasonOf(thrown), thrown instanceof Failure && notOurs.has(thrown.code));
			// Bun would go on trying to re-subscribe, with a line on standard error each time.
			await this.#listening?.stop();
			this.#listening = null;
		}
	}

	#away(reason: string, refused = false): void {
		const event = refused ? 'database refused, known keys go on' : 'database away';
		if (this.degraded === null || this.refused !== refused) this.#log.warn(event, { reason });
		this.degraded = reason;
		this.refused = refused;
	}

	/** A full gate is never exchanged for another database: its keys are what people hold. */
	#checkIdentity({ identity }: Ledger): void {
		if (this.#identity === null || this.#identity === identity) return;
		throw new Failure(
			'database-other',
			`the database ${this.#database.place} is another one (${identity}) than the one that was served (${this.#identity})`,
		);
	}

	#schedule(): void {
		if (this.#closed) return;
		this.#timer = setTimeout(
			() => this.sweep().finally(() => this.#schedule()),
			sweepEvery[this.#database.kind],
		);
	}

	async #listen(): Promise<void> {
		try {
			this.#listening = await this.#database.listen(() => void this.sweep());
			if (this.#closed) await this.#listening?.stop();
		} catch (thrown) {
			if (!this.#closed) this.#log.warn('no notifications, sweeping only', { reason: reasonOf(thrown) });
		}
	}

	/** Reads everything into a new gate, which takes the place of the old one when it is complete. */
	async #load(): Promise<void> {
		// Taken first: what changes while the pages are read is seen again by the next sweep.
		const ledger = await readLedger(this.#reads, this.#database.place);
		this.#checkIdentity(ledger);
		const gate = new Gate(Math.min(ledger.licenses, mostLicenses));
		const text = `SELECT ${columns} FROM licenses WHERE number > $1 ORDER BY number LIMIT ${pageRows}`;
		// From the least number there is: a row with a number below 1 is damage, not something to skip.
		let after = -(2 ** 31);
		for (;;) {
			const page = await this.#reads.tuples<Row>(text, [after]);
			for (const row of page) this.#apply(gate, row);
			if (page.length < pageRows) break;
			after = page.at(-1)![0];
			await yieldTurn();
		}
		// Reading a million leaves 30 MB behind that nobody needs.
		if (gate.size > manyLicenses) Bun.gc(true);
		// A restore that is not done yet must not take away the keys that are known.
		const missing = Math.max(0, ledger.licenses - gate.size);
		if (missing > this.#missing || (gate.size === 0 && this.gate.size > 0))
			throw new Failure(
				'database-incomplete',
				`the database ${this.#database.place} lacks ${missing} of ${ledger.licenses} licenses: it is being restored, or damaged`,
			);
		const feedGate = new Gate();
		await this.#readFeeds(feedGate, -1);
		this.#identity = ledger.identity;
		this.feedGate = feedGate;
		this.#missing = missing;
		this.#seen = ledger.change;
		this.gate = gate;
	}

	async #catchUp(): Promise<void> {
		const ledger = await readLedger(this.#reads, this.#database.place);
		this.#checkIdentity(ledger);
		if (ledger.change === this.#seen) return;
		// Fewer changes than before: somebody restored a backup.
		if (ledger.change < this.#seen) return this.#load();
		// Compared as a pair, which the index answers at once; spelled out with OR it would be read from its start.
		const text = `SELECT ${columns} FROM licenses
			WHERE (change, number) > ($1, $2) ORDER BY change, number LIMIT ${pageRows}`;
		let change = this.#seen;
		let number = mostLicenses;
		for (;;) {
			const page = await this.#reads.tuples<Row>(text, [change, number]);
			for (const row of page) this.#apply(this.gate, row);
			if (page.length < pageRows) break;
			number = page.at(-1)![0];
			change = page.at(-1)![4];
			await yieldTurn();
		}
		await this.#readFeeds(this.feedGate, this.#seen);
		this.#seen = ledger.change;
	}

	/** Addresses of feeds that changed after a change, themselves or their licenses. */
	async #readFeeds(gate: Gate, after: number): Promise<void> {
		const text = `SELECT f.license, f.digest, l.expires, COALESCE(f.revoked, l.revoked), f.change
			FROM feed_addresses f JOIN licenses l ON l.number = f.license WHERE f.change > $1 OR l.change > $1`;
		for (const row of await this.#reads.tuples<Row>(text, [after])) this.#apply(gate, row);
	}

	#apply(gate: Gate, row: Row): void {
		const [number, digest, expires, revoked] = row;
		const lastDay = expires === null ? always : parseDay(expires);
		const sound =
			Number.isInteger(number) &&
			number > 0 &&
			number <= mostLicenses &&
			digest instanceof Uint8Array &&
			digest.length === 32 &&
			lastDay !== null;
		if (!sound)
			throw new Failure(
				'database-damaged',
				`the database ${this.#database.place} is damaged: license row ${number}`,
			);
		gate.set(digest, number, revoked === null ? lastDay : 0);
	}

	#inTurn<T>(work: () => Promise<T>): Promise<T> {
		const next = this.#turn.then(work);
		this.#turn = next.catch(() => {});
		return next;
	}
}
