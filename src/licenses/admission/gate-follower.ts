import { counted } from '@pointrelease/core/src/text/numbers.ts';
import {
	type Database,
	type Listening,
	type Queries,
	watchForChanges,
	withAlarm,
} from '../../database/database.ts';
import { Failure, reasonOf } from '../../process/failure.ts';
import type { Log } from '../../process/log.ts';
import { yieldTurn } from '../../process/yield-turn.ts';
import { type Ledger, readLedger } from '../ledger.ts';
import { FeedGate } from './feed-gate.ts';
import { Gate } from './gate.ts';
import {
	applyRow,
	atomRows,
	atomRowsChanged,
	atomRowsOf,
	type FeedRow,
	type LicenseRow,
	rowsAfter,
	rowsByDigest,
	rowsOfStretch,
	type Stretch,
	UnreadChanges,
} from './license-rows.ts';

/** How often a node looks for changes, in milliseconds: a change must arrive within a second. */
const sweepEvery = 500;
/** Milliseconds after which every node has read a committed change, unless it is away or catches up with an import. */
const knownWithin = sweepEvery + 200;
/**
 * Milliseconds after which a slow read is reported, long before it is given up. A read is one page of an index, but in
 * SQLite it may wait behind a write that waits for another process.
 */
const slowRead = { sqlite: 20_000, postgres: 2_000 } as const;
/** Rows that are read at once: that takes 1.8 ms in which nothing is answered. Larger pages do not make it faster per license. */
const pageRows = 2000;
/** Milliseconds between two pages of an import: catching up takes a sixth of the time, and reads 150,000 rows a second. */
const pagePause = 10;

/** Error codes: reachable, but not our database. */
const notOurs = new Set(['database-other', 'database-incomplete', 'database-damaged', 'database-foreign']);

/**
 * Keeps a gate equal to the database: loads it, then follows the changes. Notifications make that quick, sweeps make it
 * certain. Reads run one after another, so that an older read never overwrites a newer one, and each reads one page, so
 * that none waits long.
 */
export class GateFollower {
	gate = new Gate();
	/** The gate for the tokens in the addresses of feeds. */
	feedGate = new FeedGate();
	/** Why the gate may lack changes, or null. */
	degraded: string | null = null;
	/** Whether a database answers that is incomplete, or not the one from which the gate was read. */
	refused = false;
	/** The identity of the database from which the gate was read. */
	#identity: string | null = null;
	#unread = new UnreadChanges(0);
	/** How many licenses the ledger counts that have no row. At the start any number is accepted, later no higher one. */
	#missing = Number.POSITIVE_INFINITY;
	#turn: Promise<unknown> = Promise.resolve();
	#sweeps: Promise<void> = Promise.resolve();
	#nextSweep: Promise<void> | null = null;
	#timer: Timer | undefined;
	#listening: Listening | null = null;
	#closed = false;
	#database: Database;
	readonly #mayHaveChanged: () => boolean;
	#reads: Queries;
	#log: Log;

	constructor(database: Database, log: Log) {
		this.#database = database;
		this.#mayHaveChanged = watchForChanges(database);
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
	 * Looks for changes, and reads a page of the newest; further pages follow automatically. Sweeps run one after another,
	 * and all calls share a sweep that has not begun. Never throws: failures show in `degraded` until a sweep succeeds.
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

	/** Reads licenses by digest, before the sweep comes to them. */
	async lookUp(digests: Uint8Array[]): Promise<void> {
		await this.#inTurn(async () => {
			// The database that answers now may be another one.
			if (this.degraded !== null) return;
			this.#apply(this.gate, await rowsByDigest(this.#reads, digests));
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
			// The database that answers again may be another one: a restored backup, or a replica that took over.
			await this.#inTurn(() => this.#load());
			this.degraded = null;
			this.refused = false;
			this.#log.info('database back', { licenses: this.gate.size });
			if (this.#listening === null) await this.#listen();
		} catch (thrown) {
			this.#away(reasonOf(thrown), thrown instanceof Failure && notOurs.has(thrown.code));
			// Otherwise Bun would try to subscribe again and again, each time with a line on standard error.
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

	/** Never replace the gate with the licenses of another database: customers use the keys in the gate. */
	#checkIdentity({ identity }: Ledger): void {
		if (this.#identity === null || this.#identity === identity) return;
		throw new Failure(
			'database-other',
			`the database ${this.#database.place} is another one (${identity}) than the one that was served (${this.#identity})`,
		);
	}

	#schedule(): void {
		if (this.#closed) return;
		const isBehind = this.degraded === null && this.#unread.next() !== undefined;
		const isAtRest = () => this.degraded === null && !isBehind && !this.#mayHaveChanged();
		this.#timer = setTimeout(
			() => (isAtRest() ? this.#schedule() : void this.sweep().finally(() => this.#schedule())),
			isBehind ? pagePause : sweepEvery,
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
		// Read the ledger first, so that the next sweep sees changes that happen while the pages are read.
		const ledger = await readLedger(this.#reads, this.#database.place);
		this.#checkIdentity(ledger);
		const gate = new Gate();
		// Start at the lowest number possible: a row with a number below 1 is damage, which must be reported.
		let after = -(2 ** 31);
		for (;;) {
			const page = await rowsAfter(this.#reads, after, pageRows);
			this.#apply(gate, page);
			if (page.length < pageRows) break;
			after = page.at(-1)![0];
			await yieldTurn();
		}
		// Do not drop keys because a restore is not finished.
		const missing = Math.max(0, ledger.licenses - gate.size);
		if (missing > this.#missing || (gate.size === 0 && this.gate.size > 0))
			throw new Failure(
				'database-incomplete',
				`the database ${this.#database.place} lacks ${missing} of ${counted(ledger.licenses, 'license')}: it is being restored, or damaged`,
			);
		const feedGate = new FeedGate();
		this.#applyFeeds(feedGate, await atomRows(this.#reads));
		this.#identity = ledger.identity;
		this.feedGate = feedGate;
		this.#missing = missing;
		this.#unread = new UnreadChanges(ledger.change);
		this.gate = gate;
	}

	async #catchUp(): Promise<void> {
		const ledger = await readLedger(this.#reads, this.#database.place);
		this.#checkIdentity(ledger);
		// A lower number of changes than before means that somebody restored a backup.
		if (ledger.change < this.#unread.newest) return this.#load();
		this.#unread.announce(ledger.change);
		const stretch = this.#unread.next();
		if (!stretch) return;
		const page = await rowsOfStretch(this.#reads, stretch, pageRows);
		this.#apply(this.gate, page);
		await this.#readFeeds(stretch, page);
		const last = page.length < pageRows ? undefined : page.at(-1);
		this.#unread.read(stretch, last ? { number: last[0], change: last[4] } : null);
	}

	/** Reads the addresses of feeds that changed in a stretch, or whose licenses changed. */
	async #readFeeds({ after }: Stretch, page: readonly LicenseRow[]): Promise<void> {
		this.#applyFeeds(this.feedGate, await atomRowsChanged(this.#reads, after));
		// If no license has such an address, this saves a query for each page of an import.
		if (this.feedGate.size === 0 || page.length === 0) return;
		const numbers = page.map(([number]) => number);
		this.#applyFeeds(this.feedGate, await atomRowsOf(this.#reads, numbers));
	}

	#apply(gate: Gate, rows: readonly LicenseRow[]): void {
		for (const row of rows) applyRow(gate, row, this.#database.place);
	}

	#applyFeeds(gate: FeedGate, rows: readonly FeedRow[]): void {
		for (const row of rows) gate.apply(row, this.#database.place);
	}

	#inTurn<T>(work: () => Promise<T>): Promise<T> {
		const next = this.#turn.then(work);
		this.#turn = next.catch(() => {});
		return next;
	}
}

/** Returns once every process admits a key that was committed at a moment of `performance.now()`: who reads it tries it at once. */
export async function untilKnown(committed: number): Promise<void> {
	await Bun.sleep(Math.max(0, committed + knownWithin - performance.now()));
}
