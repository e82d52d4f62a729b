import type { Database } from '../database/database.ts';
import { Failure, reasonOf } from '../failure.ts';
import type { Lessons } from '../learning/evidence.ts';
import type { Fact } from '../learning/fact.ts';
import { type Feed, remember } from '../learning/observation.ts';
import type { Item } from '../learning/quarantine.ts';
import { readItems, replaceItems } from '../learning/quarantine-store.ts';
import { addFacts, announce, isLatest } from '../learning/store.ts';
import { type Answer, type Asking, askAll, showsNews, stateAfter } from './ask.ts';
import {
	type FeedMemory,
	type FeedState,
	readFeedMemories,
	readFeedStates,
	writeFeed,
} from './feed-store.ts';
import { judge } from './judge.ts';

export interface Round extends Asking {
	readonly database: Database;
	/** Who holds the lease. */
	readonly owner: string;
	readonly random: () => number;
}

/** How one feed answered in a round. */
export interface Asked {
	readonly feed: Feed;
	readonly problem: string | null;
}

export interface RoundResult {
	readonly asked: readonly Asked[];
	readonly facts: readonly Fact[];
	/** Everything in quarantine by what the feeds say now, decided or not. */
	readonly items: readonly Item[];
}

const mostAttempts = 3;

/** Asks the feeds, learns from the answers, and stores all of it at once. The lease must be held. */
export async function runRound(round: Round, which: readonly Feed[]): Promise<RoundResult> {
	const { database, knowledge } = round;
	await knowledge.refresh();
	const states = await readFeedStates(database, round.now().getTime());
	const memories = await readFeedMemories(database);
	const answers = await askAll(round, which, memories);
	// A new release takes the earliest date that any feed gives: they are asked before it is believed.
	const others = states.filter(({ feed, failures }) => !which.includes(feed) && failures === 0);
	if (answers.some((answer) => 'polled' in answer && showsNews(knowledge, answer, memories)))
		answers.push(
			...(await askAll(
				round,
				others.map(({ feed }) => feed),
				memories,
			)),
		);
	try {
		return await learnFrom(round, answers, states, memories);
	} catch (thrown) {
		// Whoever has the lease now writes how the feeds fare.
		if (!(thrown instanceof Failure && thrown.code === 'lease-lost'))
			await putOff(round, answers, states, thrown).catch(() => {});
		throw thrown;
	}
}

async function learnFrom(
	round: Round,
	answers: readonly Answer[],
	states: readonly FeedState[],
	memories: Map<Feed, FeedMemory>,
): Promise<RoundResult> {
	const { knowledge } = round;
	const moment = round.now();
	for (const answer of answers) {
		if (!('polled' in answer)) continue;
		const before = memories.get(answer.feed)?.memory ?? {};
		const memory = answer.feed === 'apple' ? remember(before, answer.polled.reading) : {};
		memories.set(answer.feed, { polled: answer.polled, memory });
	}
	const updated = states.map((state) => {
		const answer = answers.find(({ feed }) => feed === state.feed);
		return answer ? stateAfter(state, answer, moment.getTime(), round.random()) : state;
	});
	for (let attempt = 1; attempt <= mostAttempts; attempt++) {
		const rejected = await readItems(round.database, ['rejected']);
		const lessons = await judge(knowledge, memories, updated, rejected, moment);
		const stored = await store(round, answers, memories, updated, lessons, moment);
		await knowledge.refresh();
		if (!stored) continue;
		const asked = answers.map((answer) => ({
			feed: answer.feed,
			problem: 'problem' in answer ? answer.problem : null,
		}));
		return { asked, ...lessons };
	}
	throw new Failure('lease-lost', 'another node is asking the feeds: try again in a minute');
}

/**
 * Answers that could not be judged or stored are failures of the feeds as far as the next question is
 * concerned: otherwise they would stay due, and be asked again every few seconds for as long as that lasts.
 */
async function putOff(
	{ database, now, random }: Round,
	answers: readonly Answer[],
	states: readonly FeedState[],
	thrown: unknown,
): Promise<void> {
	const problem = `the answer could not be used: ${reasonOf(thrown)}`;
	await database.transaction(async (queries) => {
		for (const answer of answers) {
			const failed = 'problem' in answer ? answer : { feed: answer.feed, problem };
			const state = states.find(({ feed }) => feed === answer.feed)!;
			await writeFeed(queries, stateAfter(state, failed, now().getTime(), random()), null);
		}
		await announce(database, queries);
	});
}

/** One transaction: what was learnt, what is in quarantine and how the feeds fare belong together. */
async function store(
	{ database, knowledge, owner }: Round,
	answers: readonly Answer[],
	memories: ReadonlyMap<Feed, FeedMemory>,
	states: readonly FeedState[],
	{ facts, items }: Lessons,
	moment: Date,
): Promise<boolean> {
	return database.transaction(async (queries) => {
		const change = knowledge.change!;
		// Without facts too: a decision made meanwhile must not be opened again by what was judged before it.
		if (!(await (facts.length > 0 ? addFacts(queries, facts, change, owner) : isLatest(queries, change))))
			return false;
		await replaceItems(queries, items, moment.toISOString());
		for (const answer of answers) {
			const state = states.find(({ feed }) => feed === answer.feed)!;
			await writeFeed(queries, state, 'polled' in answer ? (memories.get(answer.feed) ?? null) : null);
		}
		await announce(database, queries);
		return true;
	});
}
