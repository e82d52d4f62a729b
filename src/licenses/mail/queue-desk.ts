import { Failure, reasonOf } from '../../process/failure.ts';
import type { Log } from '../../process/log.ts';

interface DeskWork {
	/** What it queues, for the log. */
	readonly noun: string;
	/** Milliseconds between two looks. */
	readonly every: number;
	/** Queues what is due, and returns how many. Several nodes may do so at once. */
	queue(): Promise<number>;
}

/** Queues mail in the background that becomes due without a change. */
export class QueueDesk {
	readonly #log: Log;
	readonly #work: DeskWork;
	#timer: Timer | undefined;
	#working: Promise<unknown> = Promise.resolve();
	#stopped = false;

	constructor(log: Log, work: DeskWork) {
		this.#log = log;
		this.#work = work;
	}

	/** Queues until it is closed. */
	start(wait = 1_000): void {
		this.#timer = setTimeout(() => {
			this.#working = this.#look().finally(() => {
				if (!this.#stopped) this.start(this.#work.every);
			});
		}, wait);
	}

	async close(): Promise<void> {
		this.#stopped = true;
		clearTimeout(this.#timer);
		await this.#working;
	}

	async #look(): Promise<void> {
		const { noun, queue } = this.#work;
		try {
			const queued = await queue();
			if (queued > 0) this.#log.info(`${noun} queued`, { mails: queued });
		} catch (thrown) {
			// The gate follower reports that the database is away. The next look finds the same mail.
			if (!(thrown instanceof Failure)) this.#log.error(`${noun} not queued`, { reason: reasonOf(thrown) });
		}
	}
}
