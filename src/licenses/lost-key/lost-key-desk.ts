import { watchForChanges } from '../../database/changes.ts';
import type { Database } from '../../database/database.ts';
import { Failure, reasonOf } from '../../process/failure.ts';
import type { Log } from '../../process/log.ts';
import { answerRequests, waitingRequests } from './lost-key-queue.ts';

/** How often a node looks for requests. Mail is delivered on a beat of its own, so that neither tells of the other. */
const lookEvery = 1_000;

/** How many requests wait, for metrics. */
export interface WaitingRequests {
	readonly count: number;
	readonly oldest: number | null;
}

/** Looks up the requests for lost keys, in the background. Several nodes may do so: each takes its own. */
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

	/** Works until it is closed. */
	start(): void {
		this.#timer = setTimeout(() => {
			this.#working = (this.#mayHaveChanged() ? this.#look() : Promise.resolve()).finally(() => {
				if (!this.#stopped) this.start();
			});
		}, lookEvery);
	}

	/** Once, for a node on which the page is off: what was asked before that is answered all the same. */
	async finish(): Promise<void> {
		this.#working = this.#look();
		await this.#working;
	}

	/** As of the last look. */
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
			// A database that is away is reported by those who follow it; requests wait in it.
			if (!(thrown instanceof Failure))
				this.#log.error('requests for lost keys not answered', { reason: reasonOf(thrown) });
		}
	}
}
