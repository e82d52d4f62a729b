import { randomUUID } from 'node:crypto';
import { dayAt, dayOfNumber } from '@pointrelease/core/src/text/day.ts';
import type { Database } from '../../database/database.ts';
import { reasonOf } from '../../process/failure.ts';
import type { Log } from '../../process/log.ts';
import { addBatch, type Batch } from './usage-store.ts';

/** How often counts are written, in milliseconds. A node that is killed may lose the counts of this time. */
const writeEvery = 4_000;

/** Counts requests per license and day, and writes the counts in batches. The requests themselves are not recorded. */
export class Usage {
	#counts = new Uint32Array(1024);
	/** The licenses with a count above zero in `#counts`. */
	#counted: number[] = [];
	#day: number;
	/**
	 * Batches that were taken out of the counts and are not confirmed yet: one, and another for each day that has begun
	 * since.
	 */
	readonly #batches: Batch[] = [];
	#number = 0;
	#writing: Promise<void> | null = null;
	#failing = false;
	#tidy = false;
	readonly #writer = randomUUID();
	readonly #timer: Timer;
	readonly #database: Database;
	readonly #log: Log;
	readonly #now: () => number;

	constructor(database: Database, log: Log, now: () => number = Date.now) {
		this.#database = database;
		this.#log = log;
		this.#now = now;
		this.#day = dayAt(now());
		this.#timer = setInterval(() => void this.write().catch(() => {}), writeEvery);
	}

	count(license: number): void {
		const day = dayAt(this.#now());
		if (day !== this.#day) {
			this.#takeCounts();
			this.#day = day;
		}
		if (license >= this.#counts.length) this.#grow(license);
		const before = this.#counts[license]!;
		if (before === 0) this.#counted.push(license);
		this.#counts[license] = before + 1;
	}

	/** Writes the counts. After a failure everything waits for the next attempt. */
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
		} catch (thrown) {
			this.#log.error('usage of the last seconds is lost', { reason: reasonOf(thrown) });
			return;
		}
		// If this fails, a later node removes the row.
		const text = 'DELETE FROM usage_batches WHERE writer = $1';
		await this.#database.rows(text, [this.#writer]).catch(() => {});
	}

	async #writeAll(): Promise<void> {
		try {
			// Until the batches are written, newer counts stay in the array, where they take no additional memory.
			await this.#storeBatches();
			this.#takeCounts();
			await this.#storeBatches();
			if (!this.#tidy) await this.#tidyUp();
			this.#failing = false;
		} catch (thrown) {
			if (!this.#failing) this.#log.warn('usage not written yet', { reason: reasonOf(thrown) });
			this.#failing = true;
			throw thrown;
		}
	}

	async #storeBatches(): Promise<void> {
		for (let batch = this.#batches[0]; batch; batch = this.#batches[0]) {
			await this.#store(batch);
			this.#batches.shift();
		}
	}

	async #store(batch: Batch): Promise<void> {
		await this.#database.transaction(async (queries) => {
			const fresh = await queries.rows(
				`INSERT INTO usage_batches (writer, batch, day) VALUES ($1, $2, $3) ON CONFLICT (writer) DO UPDATE
					SET batch = excluded.batch, day = excluded.day WHERE usage_batches.batch < excluded.batch
					RETURNING batch`,
				[this.#writer, batch.number, batch.day],
			);
			// No row means that the batch was written before, and only the answer got lost.
			if (fresh.length > 0) await addBatch(queries, this.#database.kind, batch);
		});
	}

	/** Removes the rows of nodes that ended. */
	async #tidyUp(): Promise<void> {
		// Use the clock that all nodes share: a node with a wrong clock must not remove the rows of others.
		const today = dayAt(await this.#database.now());
		await this.#database.rows('DELETE FROM usage_batches WHERE day < $1', [dayOfNumber(today - 30)]);
		this.#tidy = true;
	}

	#takeCounts(): void {
		if (this.#counted.length === 0) return;
		const licenses = Uint32Array.from(this.#counted).sort();
		const requests = licenses.map((license) => this.#counts[license]!);
		for (const license of licenses) this.#counts[license] = 0;
		this.#counted = [];
		this.#batches.push({ number: ++this.#number, day: dayOfNumber(this.#day), licenses, requests });
	}

	#grow(license: number): void {
		const counts = new Uint32Array(Math.max(license + 1, this.#counts.length * 2));
		counts.set(this.#counts);
		this.#counts = counts;
	}
}
