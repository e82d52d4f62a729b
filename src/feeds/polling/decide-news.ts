import { millisecondsOfDay } from '@pointrelease/core/src/text/day.ts';
import { type Fact, factKey } from '../../learning/facts/fact.ts';
import type { Knowledge } from '../../learning/knowledge.ts';
import { type Feed, feeds, type Reading } from '../../learning/observation.ts';
import { type Item, quarantined } from '../../learning/quarantine/quarantine.ts';
import type { Lessons } from '../../learning/rules/evidence.ts';
import { withoutRejected } from '../../learning/rules/human-decisions.ts';
import { learn } from '../../learning/rules/learn.ts';
import { findListedAgain, findNamedAgain } from '../../learning/rules/vanished.ts';
import { groupsOf, makeLearntCatalog } from '../../learning/tables/make-learnt-catalog.ts';
import { isSilent } from '../state/dataset-status.ts';
import type { FeedMemory, FeedState } from '../state/feed-store.ts';

/** Applies the rules, and holds facts for review that the checks of the tables refuse. */
export async function decideNews(
	knowledge: Knowledge,
	{
		memories,
		states,
		rejected,
		now,
	}: {
		memories: ReadonlyMap<Feed, FeedMemory>;
		states: readonly FeedState[];
		rejected: readonly Item[];
		now: Date;
	},
): Promise<Lessons> {
	const readings: Partial<Record<Feed, Reading>> = {};
	for (const feed of feeds) {
		const polled = memories.get(feed)?.polled;
		if (polled) readings[feed] = polled.reading;
	}
	const vendor = states.find(({ feed }) => feed === 'apple')!;
	const lessons = learn({
		shipped: knowledge.shipped,
		catalog: knowledge.catalog,
		readings,
		now,
		facts: knowledge.facts,
		memory: memories.get('apple')?.memory ?? {},
		lists: memories.get('sofa')?.memory ?? {},
		vendorSilent: isSilent(vendor, now.getTime(), millisecondsOfDay),
	});
	const { facts: stated, items: undecided, retracted: dropped } = withoutRejected(lessons, rejected);
	// Do not retract a fact if a person rejected the fact that would replace it.
	const retracted = dropped.filter((fact) => !replaces(lessons.facts, fact) || replaces(stated, fact));
	const leaving = new Set(retracted.map(factKey));
	const isStored = (fact: Fact) => knowledge.stored.has(factKey(fact)) && !leaving.has(factKey(fact));
	// Do not ask again about accepted facts, even if they were left out because they do not fit the tables.
	const items = [
		...undecided.filter(({ facts }) => facts.length === 0 || !facts.every(isStored)),
		...findListedAgain(knowledge.catalog, readings.apple, knowledge.facts),
		...findNamedAgain(knowledge.catalog, readings, knowledge.facts),
	];
	// Stored facts without an effect must not count as news at every poll.
	const facts = stated.filter((fact) => !isStored(fact));
	if (facts.length === 0 && retracted.length === 0) return { facts, items, retracted };
	const trusted: readonly Fact[] = knowledge.facts.filter((fact) => !leaving.has(factKey(fact)));
	const { refused } = await makeLearntCatalog(knowledge.shippedTables, trusted, groupsOf(facts));
	const bad = new Set(refused.flatMap((group) => group.facts));
	const heldItems = refused.map(({ facts, finding }) =>
		quarantined('breaks-checks', {
			feed: facts[0]!.feed,
			subject: facts[0]!.subject,
			detail: finding,
			facts,
		}),
	);
	return {
		facts: facts.filter((fact) => !bad.has(fact)),
		items: [...items, ...heldItems],
		retracted: retracted.filter((fact) => !replaces([...bad], fact)),
	};
}

function replaces(facts: readonly Fact[], old: Fact): boolean {
	return facts.some((fact) => factKey(fact) === factKey(old));
}
