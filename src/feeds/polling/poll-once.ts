import type { Database } from '../../database/database.ts';
import { storeList } from '../../learning/apple-list.ts';
import type { Fact } from '../../learning/facts/fact.ts';
import { addFacts, announce, isLatest, mendMoments, removeFacts } from '../../learning/facts/fact-store.ts';
import type { Feed } from '../../learning/observation.ts';
import { atMost, type Item } from '../../learning/quarantine/quarantine.ts';
import { readItems, replaceItems } from '../../learning/quarantine/quarantine-store.ts';
import type { Lessons } from '../../learning/rules/evidence.ts';
import { remember, rememberLists } from '../../learning/rules/remember.ts';
import { versionsAhead } from '../../learning/rules/versions-ahead.ts';
import { Failure, reasonOf } from '../../process/failure.ts';
import {
	type FeedMemory,
	type FeedState,
	readFeedMemories,
	readFeedStates,
	writeFeed,
} from '../state/feed-store.ts';
import {
	type Answer,
	type Asking,
	askAll,
	type Moment,
	showsNewBoard,
	showsNews,
	stateAfter,
} from './ask-feeds.ts';
import { decideNews } from './decide-news.ts';

export interface Polling extends Asking {
	readonly database: Database;
	/** Who holds the lease. */
	readonly owner: string;
	readonly random: () => number;
	/** By feed, the failed polls since this process started; a feed that has answered since has none. */
	readonly early?: ReadonlyMap<Feed, number> | undefined;
}

/** How one feed answered. */
export interface PollOutcome {
	readonly feed: Feed;
	readonly problem: string | null;
}

export interface PollResult {
	readonly outcomes: readonly PollOutcome[];
	readonly facts: readonly Fact[];
	/** Every item for which the feeds give a reason now, decided or not. */
	readonly items: readonly Item[];
}

const mostAttempts = 3;
/** Feeds that show no releases of macOS. */
const nameless: ReadonlySet<Feed> = new Set(['kev', 'cve', 'safari']);
/** What to remember of earlier polls, by feed. */
const remembering = {
	apple: remember,
	sofa: rememberLists,
	appledb: null,
	kev: null,
	cve: null,
	safari: null,
} as const;

/** Asks the feeds, learns from the answers, and stores all of it at once. The lease must be held. */
export async function pollOnce(polling: Polling, feedsToAsk: readonly Feed[]): Promise<PollResult> {
	const { database, knowledge } = polling;
	await mendMoments(database, polling.now());
	await knowledge.refresh();
	const states = await readFeedStates(database, polling.now().getTime());
	const memories = await readFeedMemories(database);
	const answers = await askInTurn(polling, feedsToAsk, states, memories);
	try {
		return await learnFrom(polling, answers, states, memories);
	} catch (thrown) {
		// The node that has the lease now writes the state of the feeds.
		if (!(thrown instanceof Failure && thrown.code === 'lease-lost'))
			await putOff(polling, answers, states, thrown).catch(() => {});
		throw thrown;
	}
}

/**
 * Asks further feeds if one shows a new release or a new Mac: those that show releases for a release, whose date is the earliest that any feed gives,
 * and AppleDB for a Mac, because only AppleDB names Macs.
 */
async function askInTurn(
	polling: Polling,
	feedsToAsk: readonly Feed[],
	states: readonly FeedState[],
	memories: ReadonlyMap<Feed, FeedMemory>,
): Promise<Answer[]> {
	const { knowledge } = polling;
	const first = await askAll(polling, feedsToAsk, (feed) => memories.get(feed)?.polled ?? null);
	const answered = first.filter((answer) => 'polled' in answer);
	const news = answered.some((answer) => showsNews(knowledge, answer, memories));
	const names = answered.some((answer) => showsNewBoard(knowledge, answer, memories));
	const idle = states.filter(
		({ feed, failures }) => !nameless.has(feed) && !feedsToAsk.includes(feed) && failures === 0,
	);
	const more = new Set(news ? idle.map(({ feed }) => feed) : []);
	// Ask AppleDB again if it was asked already: it fetches names only if a board lacks one, and this board was not known then.
	const mayName = [...idle, ...answered].some(({ feed }) => feed === 'appledb');
	if (names && mayName) more.add('appledb');
	const lastAnswer = (feed: Feed) =>
		answered.find((answer) => answer.feed === feed)?.polled ?? memories.get(feed)?.polled ?? null;
	const second = await askAll(polling, [...more], lastAnswer, names);
	const better = second.filter((answer) => 'polled' in answer || !feedsToAsk.includes(answer.feed));
	return [...first.filter(({ feed }) => !better.some((answer) => answer.feed === feed)), ...better];
}

async function learnFrom(
	polling: Polling,
	answers: readonly Answer[],
	states: readonly FeedState[],
	memories: Map<Feed, FeedMemory>,
): Promise<PollResult> {
	const { knowledge } = polling;
	const moment = polling.now();
	const updated = states.map((state) => {
		const answer = answers.find(({ feed }) => feed === state.feed);
		const before = memories.get(state.feed)?.polled ?? null;
		const when = { ...momentOf(polling, state.feed), time: moment.getTime() };
		return answer ? stateAfter(state, answer, before, when) : state;
	});
	for (const answer of answers) {
		if (!('polled' in answer)) continue;
		const before = memories.get(answer.feed)?.memory ?? {};
		const memory = remembering[answer.feed]?.(before, answer.polled.reading, knowledge.catalog, moment) ?? {};
		memories.set(answer.feed, { polled: answer.polled, memory });
	}
	const learnt: Fact[] = [];
	for (let attempt = 1; attempt <= mostAttempts; attempt++) {
		const rejected = await readItems(polling.database, ['rejected']);
		const decided = await decideNews(knowledge, { memories, states: updated, rejected, now: moment });
		const lessons = { ...decided, items: [...atMost(decided.items)] };
		const stored = await store(polling, { answers, memories, states: updated, lessons, moment });
		await knowledge.refresh();
		if (!stored) continue;
		learnt.push(...lessons.facts);
		// Run the rules again: a retracted fact may have blocked another one, and a new release may have a list of fixes.
		const more = lessons.retracted.length > 0 || lessons.facts.some(({ kind }) => kind === 'release');
		if (more && attempt < mostAttempts) continue;
		const outcomes = answers.map((answer) => ({
			feed: answer.feed,
			problem: 'problem' in answer ? answer.problem : null,
		}));
		return { outcomes, facts: learnt, items: lessons.items };
	}
	throw new Failure('lease-lost', 'another node is polling the feeds: try again in a minute');
}

/**
 * Counts answers that could not be used as failures of their feeds. Otherwise the feeds would stay due, and be asked again every
 * few seconds.
 */
async function putOff(
	polling: Polling,
	answers: readonly Answer[],
	states: readonly FeedState[],
	thrown: unknown,
): Promise<void> {
	const problem = `the answer could not be used: ${reasonOf(thrown)}`;
	const { database } = polling;
	await database.transaction(async (queries) => {
		for (const answer of answers) {
			const failed = 'problem' in answer ? answer : { feed: answer.feed, problem };
			const state = states.find(({ feed }) => feed === answer.feed)!;
			await writeFeed(queries, stateAfter(state, failed, null, momentOf(polling, answer.feed)), null);
		}
		await announce(database, queries);
	});
}

function momentOf({ settings, knowledge, now, random, early }: Polling, feed: Feed): Moment {
	const failed = early?.get(feed);
	const { intervals } = settings.feeds;
	return {
		time: now().getTime(),
		random: random(),
		intervals,
		expecting: versionsAhead(knowledge.catalog, now().getTime()).length > 0,
		early: failed === undefined ? null : failed + 1,
	};
}

/** Stores facts, quarantine and the state of the feeds in one transaction, because they belong together. */
async function store(
	{ database, knowledge, owner }: Polling,
	{
		answers,
		memories,
		states,
		lessons: { facts, items, retracted },
		moment,
	}: {
		answers: readonly Answer[];
		memories: ReadonlyMap<Feed, FeedMemory>;
		states: readonly FeedState[];
		lessons: Lessons;
		moment: Date;
	},
): Promise<boolean> {
	return database.transaction(async (queries) => {
		let change = knowledge.change!;
		if (retracted.length > 0 && !(await removeFacts(queries, retracted, change++, owner))) return false;
		// Check the change number without facts, too: items from before a person's decision must not undo that decision.
		if (!(await (facts.length > 0 ? addFacts(queries, facts, change, owner) : isLatest(queries, change))))
			return false;
		await replaceItems(queries, items, moment.toISOString());
		for (const answer of answers) {
			const state = states.find(({ feed }) => feed === answer.feed)!;
			await writeFeed(queries, state, 'polled' in answer ? (memories.get(answer.feed) ?? null) : null);
			if (answer.feed === 'apple' && 'polled' in answer)
				await storeList(queries, answer.polled.reading, memories.get('apple')!.memory, moment);
		}
		await announce(database, queries);
		return true;
	});
}
