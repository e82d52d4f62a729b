import { randomUUID } from 'node:crypto';
import { breath } from '../breath.ts';
import type { Database, Queries } from '../database/database.ts';
import { reasonOf } from '../failure.ts';
import type { Log } from '../log.ts';
import { dayOf, dayText } from './day.ts';

/** How often counts are written: what a node that is killed may lose. */
const writeEvery = 4_000;
const rowsPerStatement = 500;

/** Counts of one day that are to be added in one go. It keeps its number however often that is tried. */
interface Batch {
	readonly number: number;
	readonly day: number;
	/** In rising order: nodes that write the same rows then wait for each other and never deadlock. */
	readonly licenses: Uint32Array;
	/** Of the license in the same place. */
	readonly requests: Uint32Array;
}

/** Counts requests per license and day, and writes the counts in batches. What was asked is not recorded. */
export class Usage {
	#counts = new Uint32Array(1024);
	/** The licenses whose count above is not zero. */
	#counted: number[] = [];
	#day: number;
	/** What left the counts and is not known to be written: one batch, and one more for each day that began since. */
	readonly #batches: Batch[] = [];
	#number = 0;
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
			this.#takeCounts();
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
			// While these cannot be written nothing is taken out of the counts, where it needs no more room.
			await this.#storeBatches();
			this.#takeCounts();
			await this.#storeBatches();
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
				[this.#writer, batch.number, dayText(batch.day)],
			);
			// Nothing returned: the batch was written after all, only the answer got lost.
			if (fresh.length > 0) await addCounts(queries, this.#database.kind, batch);
			// Nodes that were killed leave their line behind.
			const old = dayText(batch.day - 30);
			if (batch.number === 1) await queries.rows('DELETE FROM usage_batches WHERE day < $1', [old]);
		});
	}

	#takeCounts(): void {
		if (this.#counted.length === 0) return;
		const licenses = Uint32Array.from(this.#counted).sort();
		const requests = licenses.map((license) => this.#counts[license]!);
		for (const license of licenses) this.#counts[license] = 0;
		this.#counted = [];
		this.#batches.push({ number: ++this.#number, day: this.#day, licenses, requests });
	}

	#grow(license: number): void {
		const counts = new Uint32Array(Math.max(license + 1, this.#counts.length * 2));
		counts.set(this.#counts);
		this.#counts = counts;
	}
}

/** PostgreSQL has to be told that it gets text: as JSON, Bun would send a string in quotes. */
const pairs = { sqlite: 'json_each($2)', postgres: 'json_each(CAST(CAST($2 AS TEXT) AS JSON))' } as const;

async function addCounts(queries: Queries, kind: Database['kind'], batch: Batch): Promise<void> {
	const { day, licenses, requests } = batch;
	for (let start = 0; start < licenses.length; start += rowsPerStatement) {
		const end = Math.min(start + rowsPerStatement, licenses.length);
		// One text instead of a value for each number: with a million licenses this halves what writing costs.
		await queries.rows(
			`INSERT INTO usage (license, day, requests)
				SELECT CAST(key AS INTEGER), $1, CAST(CAST(value AS TEXT) AS BIGINT) FROM ${pairs[kind]} WHERE true
				ON CONFLICT (day, license) DO UPDATE SET requests = usage.requests + excluded.requests`,
			[dayText(day), textOf(licenses, requests, start, end)],
		);
		// The embedded database blocks while it writes: let requests through in between.
		await breath();
	}
}

/** `{"7":120,"9":3}`: requests by license. */
function textOf(licenses: Uint32Array, requests: Uint32Array, start: number, end: number): string {
	let text = '';
	for (let at = start; at < end; at++) text += `${at === start ? '{' : ','}"${licenses[at]}":${requests[at]}`;
	return `${text}}`;
}
