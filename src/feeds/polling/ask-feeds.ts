import { millisecondsOfDay } from '@pointrelease/core/src/text/day.ts';
import type { Knowledge } from '../../learning/knowledge.ts';
import { daysWatched, type Feed, type Reading } from '../../learning/observation.ts';
import { identify } from '../../learning/rules/listed-boards.ts';
import { Failure, reasonOf } from '../../process/failure.ts';
import type { PollingIntervals, Settings } from '../../settings/settings.ts';
import { download } from '../../transport/download.ts';
import { isSameReading } from '../state/dataset-status.ts';
import { clockOffset } from '../state/feed-clock.ts';
import type { FeedMemory, FeedState } from '../state/feed-store.ts';
import type { Polled } from './poll.ts';
import { pollFeed } from './poll-feed.ts';

/** The answer of a feed, or why it gave none. */
export type Answer =
	| {
			feed: Feed;
			polled: Polled;
			/** Milliseconds that this machine's clock is ahead of the feed's; null if it sends no date. */
			clockOff?: number | null;
	  }
	| {
			feed: Feed;
			problem: string;
			/** It answers 304 to a request without conditions. */
			frozen?: boolean;
	  };

export interface Asking {
	readonly settings: Settings;
	readonly knowledge: Knowledge;
	readonly now: () => Date;
	readonly signal: AbortSignal;
	/** Tests of rules replace it, so that they need no server. */
	readonly download?: typeof download;
}

/** Asks feeds in parallel. Never throws: a failure is an answer, too. */
export async function askAll(
	{ settings, knowledge, now, signal, download: get = download }: Asking,
	feedsToAsk: readonly Feed[],
	before: (feed: Feed) => Polled | null,
	names = false,
): Promise<Answer[]> {
	const builds = urgentBuilds(knowledge, before, now());
	const seenAt = `${now().toISOString().slice(0, 19)}Z`;
	return Promise.all(
		feedsToAsk.map(async (feed): Promise<Answer> => {
			let off: number | null = null;
			const timed: typeof download = async (url, options) => {
				const from = now().getTime();
				const answer = await get(url, options);
				if (answer.date) off = clockOffset(answer.date, from, now().getTime());
				return answer;
			};
			try {
				const polled = await pollFeed(feed, {
					settings: settings.feeds,
					stateFolder: settings.stateFolder,
					catalog: knowledge.catalog,
					shipped: knowledge.shipped,
					before: before(feed),
					// AppleDB may correct the name of a learned Mac later.
					names: names || knowledge.facts.some(({ kind }) => kind === 'machine'),
					builds,
					seenAt,
					signal,
					download: timed,
				});
				return { feed, polled, clockOff: off };
			} catch (thrown) {
				const frozen = thrown instanceof Failure && thrown.code === 'feed-frozen';
				return { feed, problem: reasonOf(thrown), frozen };
			}
		}),
	);
}

/** Builds that another feed shows and the catalog lacks, and builds learned lately. */
function urgentBuilds(
	{ catalog, facts }: Knowledge,
	before: (feed: Feed) => Polled | null,
	now: Date,
): ReadonlySet<string> {
	const shown = (['apple', 'sofa'] as const)
		.flatMap((feed) => before(feed)?.reading.observations ?? [])
		.flatMap(({ builds }) => builds)
		.filter((build) => !catalog.builds.has(build));
	const since = new Date(now.getTime() - daysWatched * millisecondsOfDay).toISOString();
	const learnt = facts
		.filter(({ seen }) => seen > since)
		.flatMap((fact) =>
			fact.kind === 'build' ? [fact.object] : fact.kind === 'factory' ? [fact.value.build] : [],
		);
	return new Set([...shown, ...learnt]);
}

/** Whether the feed shows a release for the first time that the catalog lacks. */
export function showsNews(
	{ catalog }: Knowledge,
	{ feed, polled }: { feed: Feed; polled: Polled },
	memories: ReadonlyMap<Feed, FeedMemory>,
): boolean {
	const before = new Set(memories.get(feed)?.polled?.reading.observations.map(({ version }) => version));
	return polled.reading.observations.some(
		({ version }) =>
			!before.has(version) && ![...catalog.majors.values()].some(({ byVersion }) => byVersion.has(version)),
	);
}

/** Whether the vendor lists a board for the first time that the catalog lacks. */
export function showsNewBoard(
	{ catalog }: Knowledge,
	{ feed, polled }: { feed: Feed; polled: Polled },
	memories: ReadonlyMap<Feed, FeedMemory>,
): boolean {
	if (feed !== 'apple') return false;
	const listed = (reading: Reading | undefined) =>
		new Set(reading?.observations.flatMap(({ boards }) => boards ?? []));
	const fresh = listed(polled.reading).difference(listed(memories.get(feed)?.polled?.reading));
	return [...fresh].some((id) => identify(catalog, id).kind === 'new');
}

export interface Moment {
	readonly time: number;
	readonly random: number;
	readonly intervals: PollingIntervals;
	/** A release is about to come: the vendor is asked as often as in the busy hours. */
	readonly expecting?: boolean | undefined;
	/** Failed polls in a row since this process started, this one included; null if the feed has answered since. */
	readonly early?: number | null | undefined;
}

/** The state of a feed after its answer, with the time of the next poll. `before` is its previous answer. */
export function stateAfter(
	state: FeedState,
	answer: Answer,
	before: Polled | null,
	{ time, random, intervals, expecting, early }: Moment,
): FeedState {
	const { feed } = state;
	const answered = 'polled' in answer;
	const failures = answered ? 0 : state.failures + 1;
	const pending = answered ? (answer.polled.notes.unasked ?? 0) : state.pending;
	const moved =
		answered && !(before && isSameReading(before.reading, answer.polled.reading)) ? time : state.moved;
	return {
		feed,
		firstTry: state.firstTry ?? time,
		lastTry: time,
		lastAnswer: answered ? time : state.lastAnswer,
		failures,
		problem: answered ? null : answer.problem,
		due: time + pauseAfter({ feed, failures, pending, expecting, early }, intervals, time, random),
		moved: moved ?? (answered ? time : null),
		frozen: !answered && answer.frozen === true,
		pending,
		lost: answered ? (answer.polled.notes.lost ?? []) : state.lost,
		clockOff: answered ? (answer.clockOff ?? null) : state.clockOff,
	};
}

const second = 1000;
const minute = 60 * second;
/** The longest pauses after failures. Apple's is short, so that news arrives within minutes once its feed is back. */
const longest: Record<Feed, number> = {
	apple: 30 * minute,
	sofa: 360 * minute,
	appledb: 360 * minute,
	kev: 360 * minute,
	cve: 60 * minute,
	safari: 360 * minute,
};
/** The list of changed CVE records is made every five minutes, and has no more than the last changes. */
const pauseOfRecords = 5 * minute;
/** The pauses after the first failures since a start. */
const firstPauses = [15 * second, minute, 4 * minute];
/** The pause while more builds are left to ask for than fit into one poll. */
const backlogPause = minute;

interface Paused {
	readonly feed: Feed;
	/** Failures in a row. */
	readonly failures: number;
	/** How many builds are still to be asked for. */
	readonly pending: number;
	readonly expecting?: boolean | undefined;
	/** Failures since this process started; null if the feed has answered since. */
	readonly early?: number | null | undefined;
}

/**
 * Milliseconds until the next poll of a feed: its interval, doubled for each failure in a row. It is randomly up to a tenth
 * longer or shorter (`random` from 0 to 1), so that many installations do not all ask in the same second. The vendor is asked
 * more often in the hours in which nearly all of its releases appear. After a start the first pauses are short, because a
 * machine often starts before its network.
 */
export function pauseAfter(
	{ feed, failures, pending, expecting = false, early }: Paused,
	intervals: PollingIntervals,
	time: number,
	random: number,
): number {
	if (failures === 0 && pending > 0) return backlogPause;
	const usual = usualPause(feed, intervals, { time, expecting });
	const since = early ? Math.max(0, early - firstPauses.length) : failures;
	const grown = Math.min(usual * 2 ** Math.min(since, 12), Math.max(usual, longest[feed]));
	const first = early ? firstPauses[early - 1] : undefined;
	if (failures > 0 && first !== undefined) return Math.round(Math.min(first, grown) * (0.9 + 0.2 * random));
	const pause = Math.round(grown * (0.9 + 0.2 * random));
	return feed === 'apple' && failures === 0 ? Math.min(pause, untilBusy(time)) : pause;
}

function usualPause(
	feed: Feed,
	{ vendor, others: otherInterval }: PollingIntervals,
	{ time, expecting }: { time: number; expecting: boolean },
): number {
	if (feed === 'cve') return Math.max(vendor * second, pauseOfRecords);
	if (feed !== 'apple') return otherInterval * second;
	const isOften = expecting || isBusy(new Date(time));
	return Math.max(leastPause, isOften ? vendor / timesAsOften : vendor) * second;
}

/** The hours of UTC in which nearly all of Apple's releases appear. */
const busyHours = { from: 16, to: 21 };
const timesAsOften = 5;
/** The shortest pause that can be set, in seconds. */
const leastPause = 10;

/** Whether a moment is in the busy hours of a weekday. */
function isBusy(moment: Date): boolean {
	if ([0, 6].includes(moment.getUTCDay())) return false;
	const hour = moment.getUTCHours();
	return hour >= busyHours.from && hour < busyHours.to;
}

/** Milliseconds until the busy hours begin: a pause must not reach into them. */
function untilBusy(time: number): number {
	const begin = new Date(time);
	begin.setUTCHours(busyHours.from, 0, 0, 0);
	const pause = begin.getTime() - time;
	return pause > 0 && isBusy(begin) ? pause : Number.POSITIVE_INFINITY;
}
