import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import type { Database, Listening } from '../../database/database.ts';
import type { Knowledge } from '../../learning/knowledge.ts';
import { readItems } from '../../learning/quarantine/quarantine-store.ts';
import { Failure, reasonOf } from '../../process/failure.ts';
import type { Log } from '../../process/log.ts';
import type { HeldItem } from './dataset-status.ts';
import { type FeedState, readFeedStates } from './feed-store.ts';

interface ServedDataOptions {
	readonly database: Database;
	readonly knowledge: Knowledge;
	readonly log: Log;
	/** Replaces the catalog that is served. */
	readonly swap: (catalog: Catalog) => void;
	readonly now: () => Date;
	/** Milliseconds after the announcement when all workers switch to new data; 0 for at once. */
	readonly settle: number;
}

/**
 * The data that this node serves: always that of the database, whichever node learned it. If the database cannot be read, the
 * node goes on serving the last data, and `trouble` says why.
 */
export class ServedData {
	states: readonly FeedState[] = [];
	/** Items that wait for a person. */
	heldItems: readonly HeldItem[] = [];
	/** Why the data may be behind, in words that may be public; null if it is not. */
	trouble: string | null = null;
	#options: ServedDataOptions;
	#served: Catalog | null = null;
	#announced: number | null = null;
	/** The counter of polls that `states` and `heldItems` were read at. */
	#polls: number | null = null;
	#turn: Promise<void> = Promise.resolve();
	#next: Promise<void> | null = null;
	#listening: Listening | null = null;
	#closed = false;

	constructor(options: ServedDataOptions) {
		this.#options = options;
	}

	/** Afterwards there is a catalog to serve, even if the database cannot be reached. Throws if its data is damaged. */
	async start(): Promise<void> {
		const { knowledge, swap } = this.#options;
		try {
			await this.#load();
		} catch (thrown) {
			if (isDamage(thrown)) throw thrown;
			await this.#note(thrown);
		}
		await this.#settled();
		this.#served = knowledge.catalog;
		swap(this.#served);
		if (this.trouble === null) await this.#listen();
	}

	/** Loads and serves new data. The load begins after this call; callers share one that has not begun yet. */
	sweep(): Promise<void> {
		if (this.#next) return this.#next;
		const next = this.#turn.then(() => {
			this.#next = null;
			return this.#sweep();
		});
		this.#next = next;
		this.#turn = next;
		return next;
	}

	async close(): Promise<void> {
		this.#closed = true;
		await this.#turn;
		await this.#listening?.stop();
	}

	async #sweep(): Promise<void> {
		if (this.#closed) return;
		try {
			await this.#load();
			await this.#serve();
			if (this.trouble === null) return;
			this.trouble = null;
			await this.#listen();
		} catch (thrown) {
			await this.#note(thrown);
		}
	}

	/** The catalog that is served. */
	get catalog(): Catalog {
		return this.#served ?? this.#options.knowledge.catalog;
	}

	async #load(): Promise<void> {
		const { database, knowledge, now } = this.#options;
		const { marks } = await knowledge.refresh();
		this.#announced = marks.announced;
		if (marks.polls === this.#polls) return;
		this.states = await readFeedStates(database, now().getTime());
		this.heldItems = await readItems(database);
		this.#polls = marks.polls;
	}

	/**
	 * Workers of one machine answer the same clients, so that all switch to new data at the same moment, when each has it
	 * ready. A worker that is late, or whose clock was set meanwhile, switches at once.
	 */
	async #serve(): Promise<void> {
		const { knowledge, swap, log } = this.#options;
		const { catalog } = knowledge;
		const served = this.#served;
		if (served === null || catalog === served) return;
		await this.#settled();
		this.#served = catalog;
		swap(catalog);
		if (catalog.dataVersion !== served.dataVersion)
			log.info('data changed', { data: catalog.dataVersion, was: served.dataVersion });
	}

	async #settled(): Promise<void> {
		const { settle } = this.#options;
		const wait = (this.#announced ?? 0) + settle - Date.now();
		if (wait > 0 && wait <= settle) await Bun.sleep(wait);
	}

	async #note(thrown: unknown): Promise<void> {
		const { log } = this.#options;
		if (this.trouble === null && !this.#closed)
			log.warn('learned data cannot be read', { reason: reasonOf(thrown) });
		this.trouble = isDamage(thrown)
			? 'learned data is damaged in the database, serving what was known before'
			: 'learned data cannot be read, serving what was known before';
		// Otherwise Bun would try to subscribe again and again, with a line on standard error each time.
		await this.#listening?.stop();
		this.#listening = null;
	}

	/** Without notifications, the sweeps bring new data a little later. */
	async #listen(): Promise<void> {
		const { database } = this.#options;
		this.#listening = await database.listen(() => void this.sweep()).catch(() => null);
	}
}

function isDamage(thrown: unknown): boolean {
	return thrown instanceof Failure && thrown.code === 'database-damaged';
}
