import { randomUUID } from 'node:crypto';
import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import type { Shipped } from '@pointrelease/core/src/catalog/make-catalog.ts';
import { type Database, watchForChanges } from '../../database/database.ts';
import { learntMoments } from '../../learning/facts/fact.ts';
import { leaseTime, mendMoments, releaseLease, takeLease } from '../../learning/facts/fact-store.ts';
import { Knowledge } from '../../learning/knowledge.ts';
import { type Feed, feeds } from '../../learning/observation.ts';
import { versionsAhead } from '../../learning/rules/versions-ahead.ts';
import { Failure, reasonOf } from '../../process/failure.ts';
import type { Log } from '../../process/log.ts';
import type { Settings } from '../../settings/settings.ts';
import { type DatasetStatus, statusOf } from '../state/dataset-status.ts';
import { type FeedState, readFeedStates } from '../state/feed-store.ts';
import { ServedData } from '../state/served-data.ts';
import { FeedJournal } from './feed-journal.ts';
import type { PollResult } from './poll-once.ts';

interface FollowOptions {
	readonly settings: Settings;
	readonly database: Database;
	readonly log: Log;
	readonly shipped: Shipped;
	/** Replaces the catalog that is served. */
	readonly swap: (catalog: Catalog) => void;
	readonly now?: () => Date;
	readonly random?: () => number;
}

interface PullResult extends PollResult {
	readonly before: Catalog;
	readonly after: Catalog;
}

export interface FeedFollower {
	/** The learned data of this process, for people who decide about it. */
	readonly knowledge: Knowledge;
	status(): DatasetStatus;
	/** When each learned release was learned: version to moment, RFC 3339. */
	learnt(): ReadonlyMap<string, string>;
	/** Asks the feeds once, now; all of them by default. */
	pull(feedsToAsk?: readonly Feed[]): Promise<PullResult>;
	close(): Promise<void>;
}

/**
 * Milliseconds between two looks for what other nodes learned; a change must arrive within a second. The workers of one machine
 * look more often: SQLite has no notifications, and clients of several workers must not see the data go back and forth. A look
 * costs 30 microseconds.
 */
const sweepEvery = 500;
const sweepEveryOfWorkers = 40;
/**
 * Milliseconds after which all workers of one machine switch to new data: longer than a worker takes to notice it and to make
 * the catalog. If each switched as soon as it was ready, their answers would differ until the slowest was.
 */
const settleOfWorkers = 400;
/** Milliseconds between two checks whether a feed is due. */
const lookEvery = 5_000;

/**
 * Loads the learned data, then goes on learning. Returns when there is a catalog to serve. Trouble with the feeds or the
 * database does not throw: it is logged, is shown in the status, and is tried again. Damaged data at the start throws, so that
 * an operator notices at once.
 */
export async function followFeeds(options: FollowOptions): Promise<FeedFollower> {
	const following = new Following(options);
	await following.start();
	return following;
}

class Following implements FeedFollower {
	#options: FollowOptions;
	#now: () => Date;
	#knowledge: Knowledge;
	#served: ServedData;
	/** Several workers of one machine share an SQLite file, which cannot notify them. */
	#sharesFile: boolean;
	#journal: FeedJournal;
	#owner = randomUUID();
	#started: number;
	#polls: Promise<unknown> = Promise.resolve();
	#busy = false;
	/** Failed polls of each feed since this start, until it answers. */
	#early = new Map<Feed, number>(feeds.map((feed) => [feed, 0]));
	#timers = new Map<string, Timer>();
	#running = new Set<Promise<unknown>>();
	#stop = new AbortController();

	constructor(options: FollowOptions) {
		this.#options = options;
		this.#now = options.now ?? (() => new Date());
		this.#started = this.#now().getTime();
		const { database, log, swap } = options;
		this.#knowledge = new Knowledge(options.shipped, database, log);
		this.#sharesFile = database.kind === 'sqlite' && options.settings.workers > 1;
		const settle = this.#sharesFile ? settleOfWorkers : 0;
		const knowledge = this.#knowledge;
		this.#served = new ServedData({ database, log, swap, knowledge, now: this.#now, settle });
		this.#journal = new FeedJournal(log);
	}

	async start(): Promise<void> {
		const { settings, log, database } = this.#options;
		// If the database cannot be reached, the next poll does this.
		await mendMoments(database, this.#now()).catch(() => {});
		await this.#served.start();
		if (settings.feeds.on) this.#journal.recall(this.#served.states);
		const mayHaveChanged = watchForChanges(database);
		this.#every('sweep', this.#sharesFile ? sweepEveryOfWorkers : sweepEvery, async () => {
			if (mayHaveChanged()) await this.#served.sweep();
		});
		if (settings.feeds.on) this.#every('look', lookEvery, () => this.#look(), 200);
		else log.info('feeds are off, serving what is known', { data: this.#knowledge.catalog.dataVersion });
	}

	status(): DatasetStatus {
		const { settings } = this.#options;
		const now = this.#now().getTime();
		const { states, heldItems, trouble } = this.#served;
		return statusOf(this.#served.catalog, {
			states,
			heldItems,
			following: settings.feeds.on,
			now,
			trouble,
		});
	}

	get knowledge(): Knowledge {
		return this.#knowledge;
	}

	learnt(): ReadonlyMap<string, string> {
		return learntMoments(this.#knowledge.facts);
	}

	pull(feedsToAsk: readonly Feed[] = feeds): Promise<PullResult> {
		return this.#track(this.#inTurn(feedsToAsk));
	}

	async close(): Promise<void> {
		this.#stop.abort();
		for (const timer of this.#timers.values()) clearTimeout(timer);
		await this.#served.close();
		await Promise.allSettled(this.#running);
	}

	/** Asks the feeds that are due, unless another node is polling. */
	async #look(): Promise<void> {
		try {
			if (!this.#busy && (await this.#due()).length > 0) await this.#inTurn(null);
		} catch (thrown) {
			if (this.#stop.signal.aborted) return;
			const isBusy = thrown instanceof Failure && thrown.code === 'feeds-busy';
			if (!isBusy && this.#served.trouble === null)
				this.#options.log.warn('feeds not read', { reason: reasonOf(thrown) });
		}
	}

	/** The feeds that are due, and those whose last poll failed before this start: they are tried again at once. */
	async #due(): Promise<Feed[]> {
		const now = this.#now().getTime();
		const states = await readFeedStates(this.#options.database, now);
		const isDue = ({ due, failures, lastTry }: FeedState) =>
			due <= now || (failures > 0 && (lastTry ?? 0) < this.#started);
		return states.filter(isDue).map(({ feed }) => feed);
	}

	/** Polls of this process take turns; the lease excludes other nodes. Null asks the feeds that are due. */
	#inTurn(feedsToAsk: readonly Feed[] | null): Promise<PullResult> {
		const next = this.#polls.then(() => {
			this.#busy = true;
			return this.#pull(feedsToAsk).finally(() => {
				this.#busy = false;
			});
		});
		this.#polls = next.catch(() => {});
		return next;
	}

	async #pull(feedsToAsk: readonly Feed[] | null): Promise<PullResult> {
		const { database, settings, random = Math.random } = this.#options;
		if (!(await takeLease(database, this.#owner)))
			throw new Failure('feeds-busy', 'another node is polling the feeds: try again in a minute');
		const renew = setInterval(() => void takeLease(database, this.#owner).catch(() => {}), leaseTime / 3);
		try {
			const [knowledge, now, owner] = [this.#knowledge, this.#now, this.#owner];
			const { signal } = this.#stop;
			const before = knowledge.catalog;
			const poll = { settings, database, knowledge, owner, now, random, signal, early: this.#early };
			// Read again under the lease, because another node may have asked in the meantime.
			const chosen = feedsToAsk ?? (await this.#due());
			if (chosen.length === 0) return { outcomes: [], facts: [], items: [], before, after: before };
			// Imported late: sources and rules are a fifth of all modules, and a start need not wait for them.
			const { pollOnce } = await import('./poll-once.ts');
			const result = await pollOnce(poll, chosen);
			this.#countEarly(result.outcomes);
			// Load from the database, as every other node does.
			await this.#served.sweep();
			if (!signal.aborted)
				this.#journal.note(result, this.#served.states, {
					now: now().getTime(),
					ahead: versionsAhead(knowledge.catalog, now().getTime()),
				});
			return { ...result, before, after: knowledge.catalog };
		} finally {
			clearInterval(renew);
			await releaseLease(database, this.#owner).catch(() => {});
		}
	}

	#countEarly(outcomes: PollResult['outcomes']): void {
		for (const { feed, problem } of outcomes) {
			const failed = this.#early.get(feed);
			if (problem === null) this.#early.delete(feed);
			else if (failed !== undefined) this.#early.set(feed, failed + 1);
		}
	}

	#every(name: string, pause: number, work: () => Promise<void>, first = pause): void {
		const run = () =>
			void this.#track(work()).finally(() => {
				if (!this.#stop.signal.aborted) this.#timers.set(name, setTimeout(run, pause));
			});
		this.#timers.set(name, setTimeout(run, first));
	}

	#track<T>(work: Promise<T>): Promise<T> {
		this.#running.add(work);
		const forget = () => void this.#running.delete(work);
		work.then(forget, forget);
		return work;
	}
}
