import type { Database } from '../database/database.ts';
import { Failure, reasonOf } from '../failure.ts';
import type { Lessons } from '../learning/evidence.ts';
import { type Fact, factKey } from '../learning/fact.ts';
import type { Knowledge } from '../learning/knowledge.ts';
import { learn } from '../learning/learn.ts';
import { type Feed, feeds, type Reading, remember } from '../learning/observation.ts';
import { type Item, quarantined } from '../learning/quarantine.ts';
import { replaceItems } from '../learning/quarantine-store.ts';
import { buildSound, groupsOf } from '../learning/sound.ts';
import { addFacts, announce } from '../learning/store.ts';
import type { Settings } from '../settings.ts';
import {
	type FeedMemory,
	type FeedState,
	readFeedMemories,
	readFeedStates,
	writeFeed,
} from './feed-store.ts';
import { type Polled, pollFeed } from './poll.ts';
import { pauseAfter } from './schedule.ts';
import { dayLong, isSilent } from './status.ts';

export interface Round {
	readonly settings: Settings;
	readonly database: Database;
	readonly knowledge: Knowledge;
	/** Who holds the lease. */
	readonly owner: string;
	readonly now: () => Date;
	readonly random: () => number;
	readonly signal: AbortSignal;
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

type Answer = { feed: Feed; polled: Polled } | { feed: Feed; problem: string };

const mostAttempts = 3;

/** Asks the feeds, learns from the answers, and stores all of it at once. The lease must be held. */
export async function runRound(round: Round, which: readonly Feed[]): Promise<RoundResult> {
	const { database, knowledge } = round;
	await knowledge.refresh();
	const states = await readFeedStates(database);
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
		const lessons = await judge(round, memories, updated, moment);
		const stored = await store(round, answers, memories, updated, lessons, moment);
		if (!stored) {
			await knowledge.refresh();
			continue;
		}
		await knowledge.refresh();
		const asked = answers.map((answer) => ({
			feed: answer.feed,
			problem: 'problem' in answer ? answer.problem : null,
		}));
		return { asked, ...lessons };
	}
	throw new Failure('lease-lost', 'another node is asking the feeds: try again in a minute');
}

async function askAll(
	{ settings, knowledge, now, signal }: Round,
	which: readonly Feed[],
	memories: ReadonlyMap<Feed, FeedMemory>,
): Promise<Answer[]> {
	const seenAt = `${now().toISOString().slice(0, 19)}Z`;
	return Promise.all(
		which.map(async (feed): Promise<Answer> => {
			try {
				const polled = await pollFeed(feed, {
					settings: settings.feeds,
					stateFolder: settings.stateFolder,
					catalog: knowledge.catalog,
					before: memories.get(feed)?.polled ?? null,
					seenAt,
					signal,
				});
				return { feed, polled };
			} catch (thrown) {
				return { feed, problem: reasonOf(thrown) };
			}
		}),
	);
}

/** Whether the feed shows a release that is not known and that it did not show before. */
function showsNews(
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

function stateAfter(state: FeedState, answer: Answer, time: number, random: number): FeedState {
	const { feed } = state;
	const firstTry = state.firstTry ?? time;
	const failures = 'polled' in answer ? 0 : state.failures + 1;
	const due = time + pauseAfter(feed, failures, random);
	if ('polled' in answer)
		return { feed, firstTry, lastTry: time, lastAnswer: time, failures, problem: null, due };
	return { ...state, firstTry, lastTry: time, failures, problem: answer.problem, due };
}

/** Applies the rules, and keeps back what the loader's checks refuse. */
async function judge(
	{ knowledge }: Round,
	memories: ReadonlyMap<Feed, FeedMemory>,
	states: readonly FeedState[],
	now: Date,
): Promise<Lessons> {
	const readings: Partial<Record<Feed, Reading>> = {};
	for (const feed of feeds) {
		const polled = memories.get(feed)?.polled;
		if (polled) readings[feed] = polled.reading;
	}
	const vendor = states.find(({ feed }) => feed === 'apple')!;
	const { facts: stated, items } = learn({
		...{ shipped: knowledge.shipped, catalog: knowledge.catalog, readings, now },
		memory: memories.get('apple')?.memory ?? {},
		vendorSilent: isSilent(vendor, now.getTime(), dayLong),
	});
	// What is stored already and has no effect must not count as news at every poll.
	const relied: readonly Fact[] = knowledge.facts;
	const stored = new Set(relied.map(factKey));
	const facts = stated.filter((fact) => !stored.has(factKey(fact)));
	if (facts.length === 0) return { facts, items };
	const { refused } = await buildSound(knowledge.shippedTables, relied, groupsOf(facts));
	const bad = new Set(refused.flatMap((group) => group.facts));
	const held = refused.map(({ facts, finding }) =>
		quarantined('breaks-checks', facts[0]!.feed, facts[0]!.subject, finding, facts),
	);
	return { facts: facts.filter((fact) => !bad.has(fact)), items: [...items, ...held] };
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
		if (facts.length > 0 && !(await addFacts(queries, facts, knowledge.change!, owner))) return false;
		await replaceItems(queries, items, moment.toISOString());
		for (const answer of answers) {
			const state = states.find(({ feed }) => feed === answer.feed)!;
			await writeFeed(queries, state, 'polled' in answer ? (memories.get(answer.feed) ?? null) : null);
		}
		await announce(database, queries);
		return true;
	});
}
