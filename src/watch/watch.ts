import { statSync } from 'node:fs';
import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { loadShipped } from '../data/load.ts';
import { type Database, watchForChanges } from '../database/database.ts';
import { openDatabase } from '../database/open.ts';
import type { Deliverer } from '../delivery/deliverer.ts';
import { type FeedFollower, followFeeds } from '../feeds/polling/follow-feeds.ts';
import { Failure, reasonOf } from '../process/failure.ts';
import type { Log } from '../process/log.ts';
import { writeMetrics } from './metrics.ts';
import { openDeliverer } from './outbox/deliver-messages.ts';
import { PausedChannels } from './outbox/paused-channels.ts';
import { hasPartial, readStates } from './round/check-inventories.ts';
import type { Parts } from './round/parts.ts';
import { finishRound, type RoundOutcome, startRound } from './round/round.ts';
import { dueCause, type Schedule } from './schedule.ts';
import { readUnreadable } from './state/inventories.ts';
import { dropForgotten, requeueWritten, takeOverDeliveries } from './state/messages.ts';
import { readNote } from './state/notes.ts';
import { type OpenMessage, readOpenMessages } from './state/open-messages.ts';
import { writePlan } from './state/plan.ts';
import { type Cause, lastPull, lastRound, type RoundRecord, unfinishedRound } from './state/rounds.ts';
import { readSources } from './state/sources.ts';
import { readWatchFile, type Surroundings, type WatchFile } from './watch-file.ts';
import { lockWatch, type WatchLock } from './watch-lock.ts';

interface WatchOptions extends Surroundings {
	readonly log: Log;
	/** The built page of the HTML report. */
	readonly template: () => Promise<string>;
	/** The file for Prometheus; null for none. */
	readonly metrics: string | null;
	readonly now?: () => number;
}

/** Milliseconds between two checks whether a round is due. A check only compares numbers. */
const lookEvery = 5_000;
/** Milliseconds after which metrics and pauses are read again, even if the database has not changed. */
const readEvery = 60_000;
/** Milliseconds to wait after a round that failed as a whole, for example because the database cannot be reached. */
const retryAfter = 60_000;
/** Milliseconds between two checks of `once` whether a refused message is due again. */
const deliverEvery = 1_000;

/** Opens a watch: reads its file, takes the lock and follows the feeds. A failure leaves nothing behind. */
export async function openWatch(options: WatchOptions): Promise<Watch> {
	const file = await readWatchFile(options);
	const { settings, log, now = Date.now } = options;
	const lock = lockWatch(settings.stateFolder);
	let database: Database | null = null;
	try {
		database = await openDatabase(settings, { make: true, older: 'refuse', now });
		await takeOverDeliveries(database);
		const shipped = loadShipped(settings.dataFolder);
		const catalogHolder: { catalog: Catalog } = { catalog: shipped.catalog };
		const swap = (catalog: Catalog) => {
			catalogHolder.catalog = catalog;
		};
		const follower = await followFeeds({
			settings,
			database,
			log,
			shipped,
			swap,
			now: () => new Date(now()),
		});
		return new Watch(options, { file, lock, database, follower, catalog: () => catalogHolder.catalog });
	} catch (thrown) {
		await database?.close();
		lock.release();
		throw thrown;
	}
}

interface Opened {
	readonly file: WatchFile;
	readonly lock: WatchLock;
	readonly database: Database;
	readonly follower: FeedFollower;
	readonly catalog: () => Catalog;
}

/** What `once` did. */
interface OnceOutcome extends RoundOutcome {
	/** Messages that are not delivered yet, were given up, are only files, or may not have arrived. */
	readonly undelivered: number;
}

export class Watch {
	readonly #options: WatchOptions;
	readonly #opened: Opened;
	readonly #now: () => number;
	readonly #paused: PausedChannels;
	readonly #stop = new AbortController();
	readonly #mayHaveChanged: () => boolean;
	#file: WatchFile;
	#mark = '';
	#refusedMark = '';
	#deliverer: Deliverer | null = null;
	#schedule: Schedule | null = null;
	#dataJudged: string | null = null;
	#notBefore = 0;
	#timer: Timer | undefined;
	#looking: Promise<void> = Promise.resolve();

	constructor(options: WatchOptions, opened: Opened) {
		this.#options = options;
		this.#opened = opened;
		this.#now = options.now ?? Date.now;
		this.#file = opened.file;
		this.#paused = new PausedChannels(opened.database, options.log, this.#now);
		this.#mayHaveChanged = watchForChanges(opened.database, () => performance.now(), readEvery);
	}

	/** Makes one round with fresh inventories, and delivers its messages, with new attempts for `patience` milliseconds. */
	async once(patience: number): Promise<OnceOutcome> {
		await this.#use(this.#file, false);
		await this.#askFeeds();
		const openRound = await unfinishedRound(this.#opened.database);
		const resumed = openRound && (await this.#finish(openRound));
		const outcome = resumed && openRound.step === 'pull' ? resumed : await this.#round('asked');
		const end = performance.now() + patience;
		for (;;) {
			await this.#deliverer!.deliverDue();
			const isAwaited = (await this.#openMessages()).some(
				({ state, channel }) =>
					state === 'waiting' && !this.#paused.isPaused(channel) && !this.#paused.isResting(channel),
			);
			if (!isAwaited || performance.now() > end) break;
			await Bun.sleep(deliverEvery);
		}
		await this.#writeMetrics();
		return { ...outcome, undelivered: (await this.#openMessages()).length };
	}

	/** The messages that were not delivered, and that nobody settled. */
	async #openMessages(): Promise<OpenMessage[]> {
		const messages = await readOpenMessages(this.#opened.database, this.#file.channels, this.#now());
		return messages.filter(({ isOpen }) => isOpen);
	}

	/** Works until it is closed. */
	async start(): Promise<void> {
		await this.#use(this.#file, true);
		this.#look();
	}

	async close(): Promise<void> {
		this.#stop.abort();
		clearTimeout(this.#timer);
		const { follower, database, lock } = this.#opened;
		await this.#looking;
		await this.#deliverer?.close();
		await follower.close();
		await database.close();
		lock.release();
	}

	#look(): void {
		this.#looking = this.#lookOnce()
			.catch((thrown) => {
				if (this.#stop.signal.aborted) return;
				this.#notBefore = this.#now() + retryAfter;
				this.#schedule = null;
				this.#options.log.error('round not finished', {
					reason: reasonOf(thrown),
					retrySeconds: retryAfter / 1000,
				});
			})
			.finally(() => {
				if (!this.#stop.signal.aborted) this.#timer = setTimeout(() => this.#look(), lookEvery);
			});
	}

	async #lookOnce(): Promise<void> {
		await this.#readChangedFile();
		const now = this.#now();
		if (this.#mayHaveChanged()) {
			await this.#paused.load(this.#file.channels, this.#mark);
			await this.#writeMetrics();
			// A person may have accepted an inventory, which is a reason for a round.
			this.#schedule = null;
		}
		if (now < this.#notBefore && this.#notBefore - now <= retryAfter) return;
		this.#schedule ??= await this.#readSchedule();
		const { database } = this.#opened;
		const openRound = this.#schedule.last?.ended === null ? await unfinishedRound(database) : null;
		const hasNews = this.#opened.catalog().dataVersion !== this.#dataJudged;
		const cause = openRound ? null : dueCause({ ...this.#schedule, every: this.#file.every, hasNews }, now);
		if (!openRound && !cause) return;
		await (openRound ? this.#finish(openRound) : this.#round(cause!));
		this.#schedule = await this.#readSchedule();
		await this.#writeMetrics();
	}

	async #round(cause: Cause): Promise<RoundOutcome> {
		return this.#finish(await startRound(this.#parts(), cause));
	}

	#finish(round: RoundRecord): Promise<RoundOutcome> {
		return finishRound(this.#parts(), round, this.#paused);
	}

	async #readSchedule(): Promise<Schedule> {
		const { database } = this.#opened;
		this.#dataJudged = await readNote(database, 'data');
		const sources = [...(await readSources(database)).values()];
		const states = await readStates(database, this.#file);
		return {
			every: this.#file.every,
			last: await lastRound(database),
			lastPull: await lastPull(database),
			hasFailed:
				sources.some(({ problem }) => problem !== null) ||
				(await readUnreadable(database, this.#file)).size > 0 ||
				hasPartial(states),
			hasNews: false,
		};
	}

	/** Uses a changed watch file. If it has a mistake, the earlier one stays in use. */
	async #readChangedFile(): Promise<void> {
		const mark = markOf(this.#file.path);
		if (mark === this.#mark || mark === this.#refusedMark || mark === '') return;
		try {
			await this.#use(await readWatchFile(this.#options), true);
			this.#options.log.info('watch file read again', { file: this.#file.path });
		} catch (thrown) {
			if (!(thrown instanceof Failure)) throw thrown;
			this.#refusedMark = mark;
			this.#options.log.error('watch file not read, going on with the one before', {
				reason: thrown.message,
			});
		}
	}

	async #use(file: WatchFile, keepsDelivering: boolean): Promise<void> {
		const { database } = this.#opened;
		this.#file = file;
		this.#mark = markOf(file.path);
		this.#schedule = null;
		await this.#deliverer?.close();
		await writePlan(database, file);
		await dropForgotten(
			database,
			file.channels.map(({ name }) => name),
		);
		const mails = file.channels.filter(({ kind }) => kind.name === 'mail');
		if (this.#options.settings.smtpUrl)
			await requeueWritten(
				database,
				mails.map(({ name }) => name),
			);
		await this.#paused.load(file.channels, this.#mark);
		this.#deliverer = openDeliverer(this.#parts(), this.#paused, this.#mark);
		if (keepsDelivering) this.#deliverer.start();
	}

	/** Asks the feeds. If another node is asking them, this one gets what it learns, too. */
	async #askFeeds(): Promise<void> {
		if (!this.#options.settings.feeds.on) return;
		try {
			await this.#opened.follower.pull();
		} catch (thrown) {
			if (!(thrown instanceof Failure)) throw thrown;
			this.#options.log.warn('feeds not asked', { reason: thrown.message });
		}
	}

	async #writeMetrics(): Promise<void> {
		const { metrics, log } = this.#options;
		if (metrics === null) return;
		try {
			await writeMetrics(metrics, this.#parts());
		} catch (thrown) {
			if (!(thrown instanceof Failure)) throw thrown;
			log.warn('metrics not written', { reason: thrown.message });
		}
	}

	#parts(): Parts {
		const { settings, log, template } = this.#options;
		const { database, follower, catalog } = this.#opened;
		return {
			settings,
			log,
			template,
			database,
			catalog,
			file: this.#file,
			feeds: () => follower.status(),
			now: this.#now,
			signal: this.#stop.signal,
		};
	}
}

/** Changes when the file does; empty if it is gone. Not `fileMark`: paused channels store this, so the form must stay. */
function markOf(path: string): string {
	const status = statSync(path, { throwIfNoEntry: false });
	return status ? `${status.ino} ${status.size} ${status.mtimeMs}` : '';
}
