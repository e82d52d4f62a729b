import type { Queries } from '../../database/database.ts';
import { farthestClock } from '../../learning/facts/fact.ts';
import { type Feed, feeds, type Memory } from '../../learning/observation.ts';
import type { Polled } from '../polling/poll.ts';
import { readMemory, readPolled } from './stored-polls.ts';

/** The state of one feed. Times are in milliseconds. */
export interface FeedState {
	readonly feed: Feed;
	readonly firstTry: number | null;
	readonly lastTry: number | null;
	readonly lastAnswer: number | null;
	/** Failures since the last answer. */
	readonly failures: number;
	/** The last failure in one line; null after an answer. */
	readonly problem: string | null;
	/** When it is asked next. */
	readonly due: number;
	/** When its answer last changed. */
	readonly moved: number | null;
	/** It answered "not changed" to a request that did not ask for changes. */
	readonly frozen: boolean;
	/** How many builds are still to be asked for, because they did not fit into one poll. */
	readonly pending: number;
	/** Members that its document always had and lacks now. */
	readonly lost: readonly string[];
	/** Milliseconds that this machine's clock is ahead of the feed's; null if it sends no date. */
	readonly clockOff: number | null;
}

interface Row {
	feed: Feed;
	first_try: string | number | null;
	last_try: string | number | null;
	last_answer: string | number | null;
	failures: number;
	problem: string | null;
	due: string | number;
	moved: string | number | null;
	frozen: number | null;
	pending: number | null;
	lost: string | null;
	clock_off: string | number | null;
}

/** Milliseconds by which a `due` may lie ahead: more than the longest pause that can be set plus the difference of two clocks. */
const farthestDue = 28 * 60 * 60 * 1000;

/**
 * The state of every feed, including those never asked. A time too far in the future comes from a wrong clock and is read
 * as null. A feed whose `due` or last try is such a time is due now.
 */
export async function readFeedStates(queries: Queries, now: number): Promise<FeedState[]> {
	const pastMoment = (value: unknown) => timeBefore(now + farthestClock, value);
	const rows = await queries.rows<Row>(
		`SELECT feed, first_try, last_try, last_answer, failures, problem, due, moved, frozen, pending, lost, clock_off
			FROM feeds`,
	);
	return feeds.map((feed) => {
		const row = rows.find((row) => row.feed === feed);
		return {
			feed,
			firstTry: pastMoment(row?.first_try),
			lastTry: pastMoment(row?.last_try),
			lastAnswer: pastMoment(row?.last_answer),
			failures: count(row?.failures),
			problem: row?.problem ?? null,
			due: isAhead(row?.last_try, now) ? 0 : (timeBefore(now + farthestDue, row?.due) ?? 0),
			moved: pastMoment(row?.moved),
			frozen: Number(row?.frozen ?? 0) === 1,
			pending: count(row?.pending),
			lost: row?.lost ? row.lost.split('\n') : [],
			clockOff: timeBefore(Number.POSITIVE_INFINITY, row?.clock_off),
		};
	});
}

export interface FeedMemory {
	readonly polled: Polled | null;
	readonly memory: Memory;
}

/**
 * The last parsed answer of each feed. An answer of AppleDB is a megabyte and stays the same for most of a day: without this, each poll
 * (one a minute in busy hours) would keep requests waiting for 12 ms more.
 */
const parsed = new Map<Feed, { readonly text: string | null; readonly polled: Polled | null }>();

function polledOf(feed: Feed, text: string | null): Polled | null {
	const last = parsed.get(feed);
	if (last?.text === text) return last.polled;
	const polled = readPolled(feed, text);
	parsed.set(feed, { text, polled });
	return polled;
}

/** The last answer of every feed. */
export async function readFeedMemories(queries: Queries): Promise<Map<Feed, FeedMemory>> {
	const rows = await queries.rows<{ feed: Feed; polled: string | null; memory: string | null }>(
		'SELECT feed, polled, memory FROM feeds',
	);
	return new Map(
		rows.map(({ feed, polled, memory }) => [
			feed,
			{ polled: polledOf(feed, polled), memory: readMemory(memory) },
		]),
	);
}

/** Stores the state of a feed. Without `memory`, its stored answer stays. */
export async function writeFeed(
	queries: Queries,
	state: FeedState,
	memory: FeedMemory | null,
): Promise<void> {
	const { feed, firstTry, lastTry, lastAnswer, failures, problem, due, moved, frozen, pending } = state;
	const { lost, clockOff } = state;
	await queries.rows(
		`INSERT INTO feeds (feed, first_try, last_try, last_answer, failures, problem, due, moved, frozen, pending,
				lost, clock_off)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
			ON CONFLICT (feed) DO UPDATE SET first_try = excluded.first_try, last_try = excluded.last_try,
				last_answer = excluded.last_answer, failures = excluded.failures, problem = excluded.problem,
				due = excluded.due, moved = excluded.moved, frozen = excluded.frozen, pending = excluded.pending,
				lost = excluded.lost, clock_off = excluded.clock_off`,
		[
			feed,
			firstTry,
			lastTry,
			lastAnswer,
			failures,
			problem,
			due,
			moved,
			frozen ? 1 : 0,
			pending,
			lost.join('\n') || null,
			clockOff,
		],
	);
	if (memory)
		await queries.rows('UPDATE feeds SET polled = $2, memory = $3 WHERE feed = $1', [
			feed,
			JSON.stringify(memory.polled),
			JSON.stringify(memory.memory),
		]);
}

function count(value: unknown): number {
	return Math.max(0, Math.floor(Number(value ?? 0))) || 0;
}

function isAhead(value: unknown, now: number): boolean {
	return value !== null && value !== undefined && Number(value) > now + farthestClock;
}

function timeBefore(limit: number, value: unknown): number | null {
	const time = value === null || value === undefined ? Number.NaN : Number(value);
	return Number.isFinite(time) && time <= limit ? time : null;
}
