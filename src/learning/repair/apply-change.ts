import type { Database, Queries } from '../../database/database.ts';
import { Failure } from '../../process/failure.ts';
import { type Fact, factKey } from '../facts/fact.ts';
import { addFacts, announce, removeFacts } from '../facts/fact-store.ts';
import type { Knowledge } from '../knowledge.ts';
import { makeLearntCatalog } from '../tables/make-learnt-catalog.ts';
import { type Change, type Decision, writeDecision } from './decision-store.ts';

/**
 * Stores what a person decided together with who decided it and why, in one transaction: a crash at any moment leaves
 * all of it or nothing. `more` belongs to the same transaction.
 */
export async function storeDecision(
	database: Database,
	knowledge: Knowledge,
	decision: Omit<Decision, 'number' | 'undone'>,
	more: (queries: Queries, number: number) => Promise<void> = async () => {},
): Promise<number> {
	const number = await database.transaction(async (queries) => {
		const stored = await replaceFacts(queries, decision, knowledge.change!);
		if (!stored)
			throw new Failure('learnt-meanwhile', 'something else was learned at the same moment: try again');
		const number = await writeDecision(queries, decision);
		await more(queries, number);
		await announce(database, queries);
		return number;
	});
	await knowledge.refresh();
	return number;
}

/** The change as far as it is one: without what is stored already, and with what is stored as it is stored. */
export function changeOf(
	{ facts, stored }: Knowledge,
	removed: readonly Pick<Fact, 'kind' | 'subject' | 'object'>[],
	added: readonly Fact[],
): Change {
	const leaving = new Set(removed.map(factKey));
	return {
		removed: facts.filter((fact) => leaving.has(factKey(fact))),
		added: added.filter((fact) => !stored.has(factKey(fact)) || leaving.has(factKey(fact))),
	};
}

/** What makes the tables unsound with the change; null when nothing does. */
export async function findingAfter(
	{ shippedTables, facts }: Knowledge,
	{ removed, added }: Change,
): Promise<string | null> {
	const leaving = new Set(removed.map(factKey));
	const kept: readonly Fact[] = facts.filter((fact) => !leaving.has(factKey(fact)));
	const { refused } = await makeLearntCatalog(shippedTables, [], [[...kept, ...added]]);
	return refused[0]?.finding ?? null;
}

async function replaceFacts(queries: Queries, { removed, added }: Change, change: number): Promise<boolean> {
	return (await removeFacts(queries, removed, change)) && addFacts(queries, added, change + 1, null);
}
