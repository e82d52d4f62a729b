import type { Database } from '../database/database.ts';
import { placeholders } from '../database/placeholders.ts';
import { reasonOf } from '../failure.ts';
import type { Log } from '../log.ts';
import { dayOf, dayText } from './day.ts';

/** How often counts are written: what a node that is killed may lose. */
const writeEvery = 2_000;
const rowsPerStatement = 500;

type Counts = Map<number, number>;

/** Counts requests per license and day, and writes the counts in batches. What was asked is not recorded. */
export class Usage {
	#counts = new Uint32Array(1024);
	#counted: number[] = [];
	#day: number;
	/** What left the array above and is not written yet. */
	readonly #unwritten = new Map<string, Counts>();
	#writing: Promise<void> | null = null;
	#timer: Timer;
	#failing = false;
	#database: Database;
	#log: Log;
	#now: () => number;

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
	async write(): Promise<void> {
		await this.#writing;
		this.#gather();
		if (this.#unwritten.size === 0) return;
		const days = [...this.#unwritten];
		this.#unwritten.clear();
		this.#writing = this.#store(days).finally(() => {
			this.#writing = null;
		});
		try {
			await this.#writing;
			this.#failing = false;
		} catch (thrown) {
			for (const [day, counts] of days) this.#keep(day, counts);
			if (!this.#failing) this.#log.warn('usage not written, will be', { reason: reasonOf(thrown) });
			this.#failing = true;
			throw thrown;
		}
	}

	async close(): Promise<void> {
		clearInterval(this.#timer);
		await this.write().catch((thrown) => {
			this.#log.error('usage of the last seconds is lost', { reason: reasonOf(thrown) });
		});
	}

	async #store(days: [string, Counts][]): Promise<void> {
		await this.#database.transaction(async (queries) => {
			for (const [day, counts] of days) {
				// In one order on every node: two that write the same rows then wait and never deadlock.
				const rows = [...counts].sort(([a], [b]) => a - b);
				for (let start = 0; start < rows.length; start += rowsPerStatement) {
					const part = rows.slice(start, start + rowsPerStatement);
					await queries.rows(
						`INSERT INTO usage (license, day, requests) VALUES ${placeholders(part.length, 3)}
							ON CONFLICT (license, day) DO UPDATE SET requests = usage.requests + excluded.requests`,
						part.flatMap(([license, requests]) => [license, day, requests]),
					);
					// The embedded database blocks while it writes: let requests through in between.
					await new Promise((resolve) => setImmediate(resolve));
				}
			}
		});
	}

	#gather(): void {
		if (this.#counted.length === 0) return;
		const counts: Counts = new Map();
		for (const license of this.#counted) {
			counts.set(license, this.#counts[license]!);
			this.#counts[license] = 0;
		}
		this.#counted = [];
		this.#keep(dayText(this.#day), counts);
	}

	#keep(day: string, counts: Counts): void {
		const kept = this.#unwritten.get(day);
		if (!kept) this.#unwritten.set(day, counts);
		else for (const [license, requests] of counts) kept.set(license, (kept.get(license) ?? 0) + requests);
	}

	#grow(license: number): void {
		const counts = new Uint32Array(Math.max(license + 1, this.#counts.length * 2));
		counts.set(this.#counts);
		this.#counts = counts;
	}
}
