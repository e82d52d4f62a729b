import { randomUUID } from 'node:crypto';
import { breath } from '../breath.ts';
import type { Database, Queries } from '../database/database.ts';
import { placeholders } from '../database/placeholders.ts';
import { reasonOf } from '../failure.ts';
import type { Log } from '../log.ts';
import { dayOf, dayText } from './day.ts';

/** How often counts are written: what a node that is killed may lose. */
const writeEvery = 4_000;
const rowsPerStatement = 500;

/** Requests per license, per day. */
type Counts = Map<string, Map<number, number>>;

/** Counts requests per license and day, and writes the counts in batches. What was asked is not recorded. */
export class Usage {
	#counts = new Uint32Array(1024);
	#counted: number[] = [];
	#day: number;
	/** What left the array above and is not part of a batch yet. */
	#gathered: Counts = new Map();
	/** The batch being written. It keeps its number until it is known to be written, however often that takes. */
	#batch: { number: number; counts: Counts } = { number: 0, counts: new Map() };
	#writing: Promise<void> | null = null;
	#failing = false;
	readonly #writer = randomUUID();
	readonly #timer: Timer;
	readonly #database: Database;
	readonly #log: Log;
	readonly #now: () => number;

	constructor(database: Database, log: Log, now: () => number = Date.now) {
		this.#database = database;
		this.#log = log;
		this.#now = now;
		this.#day = dayOf(now());
		this.#timer = setInterval(() => void this.write().catch(() => {}), writeEvery);
	}

	count(license: number): void {
		const day = dayOf(this.#now());
		if (day !== this.#day) {
			this.#gather();
			this.#day = day;
		}
		if (license >= this.#counts.length) this.#grow(license);
		const before = this.#counts[license]!;
		if (before === 0) this.#counted.push(license);
		this.#counts[license] = before + 1;
	}

	/** Writes what was counted. After a failure everything is kept for the next attempt. */
	write(): Promise<void> {
		this.#writing ??= this.#writeAll().finally(() => {
			this.#writing = null;
		});
		return this.#writing;
	}

	/** Writes the last counts and stops. */
	async close(): Promise<void> {
		clearInterval(this.#timer);
		try {
			await this.#writing?.catch(() => {});
			await this.write();
			await this.#database.rows('DELETE FROM usage_batches WHERE writer = $1', [this.#writer]);
		} catch (thrown) {
			this.#log.error('usage of the last seconds is lost', { reason: reasonOf(thrown) });
		}
	}

	async #writeAll(): Promise<void> {
		try {
			if (this.#batch.counts.size > 0) await this.#store();
			this.#failing = false;
			this.#gather();
			if (this.#gathered.size === 0) return;
			this.#batch = { number: this.#batch.number + 1, counts: this.#gathered };
			this.#gathered = new Map();
			await this.#store();
		} catch (thrown) {
			if (!this.#failing) this.#log.warn('usage not written yet', { reason: reasonOf(thrown) });
			this.#failing = true;
			throw thrown;
		}
	}

	async #store(): Promise<void> {
		const { number, counts } = this.#batch;
		await this.#database.transaction(async (queries) => {
			const fresh = await queries.rows(
				`INSERT INTO usage_batches (writer, batch, day) VALUES ($1, $2, $3) ON CONFLICT (writer) DO UPDATE
					SET batch = excluded.batch, day = excluded.day WHERE usage_batches.batch < excluded.batch
					RETURNING batch`,
				[this.#writer, number, dayText(this.#day)],
			);
			// Nothing returned: the batch was written after all, only the answer got lost.
			if (fresh.length > 0) for (const [day, licenses] of counts) await addCounts(queries, day, licenses);
			// Nodes that were killed leave their line behind.
			const old = dayText(this.#day - 30);
			if (number === 1) await queries.rows('DELETE FROM usage_batches WHERE day < $1', [old]);
		});
		this.#batch.counts = new Map();
	}

	#gather(): void {
		if (this.#counted.length === 0) return;
		const day = dayText(this.#day);
		const licenses = this.#gathered.get(day) ?? new Map<number, number>();
		for (const license of this.#counted) {
			licenses.set(license, (licenses.get(license) ?? 0) + this.#counts[license]!);
			this.#counts[license] = 0;
		}
		this.#gathered.set(day, licenses);
		this.#counted = [];
	}

	#grow(license: number): void {
		const counts = new Uint32Array(Math.max(license + 1, this.#counts.length * 2));
		counts.set(this.#counts);
		this.#counts = counts;
	}
}

async function addCounts(queries: Queries, day: string, licenses: Map<number, number>): Promise<void> {
	// In one order on every node: two that write the same rows then wait for each other and never deadlock.
	const rows = [...licenses].sort(([a], [b]) => a - b);
	for (let start = 0; start < rows.length; start += rowsPerStatement) {
		const part = rows.slice(start, start + rowsPerStatement);
		await queries.rows(
			`INSERT INTO usage (license, day, requests) VALUES ${placeholders(part.length, 3)}
				ON CONFLICT (day, license) DO UPDATE SET requests = usage.requests + excluded.requests`,
			part.flatMap(([license, requests]) => [license, day, requests]),
		);
		// The embedded database blocks while it writes: let requests through in between.
		await breath();
	}
}
