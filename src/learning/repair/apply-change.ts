import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { withAppleList } from '@pointrelease/core/src/catalog/make-catalog.ts';
import type { Database, Queries } from '../../database/database.ts';
import { Failure } from '../../process/failure.ts';
import { type Fact, factKey } from '../facts/fact.ts';
import { addFacts, announce, removeFacts } from '../facts/fact-store.ts';
import type { Knowledge } from '../knowledge.ts';
import { makeLearntCatalog } from '../tables/make-learnt-catalog.ts';
import { type Change, type Decision, writeDecision } from './decision-store.ts';

/**
 * Stores the decision of a person, with who decided and why, in one transaction: a crash leaves all of it or
 * nothing. `more` runs in the same transaction.
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

/** The facts to remove, as they are stored, and those to add that are not stored yet. */
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

/** The first finding of the checks if the change were made; null if there is none. */
export async function findingAfter(knowledge: Knowledge, change: Change): Promise<string | null> {
	return (await madeWith(knowledge, change)).refused[0]?.finding ?? null;
}

/** The catalog if the change were made. Nothing is stored. */
export async function catalogAfter(knowledge: Knowledge, change: Change): Promise<Catalog> {
	const { catalog } = await madeWith(knowledge, change);
	return withAppleList(catalog, knowledge.catalog.appleList);
}

function madeWith({ shippedTables, facts }: Knowledge, { removed, added }: Change) {
	const leaving = new Set(removed.map(factKey));
	const remaining: readonly Fact[] = facts.filter((fact) => !leaving.has(factKey(fact)));
	return makeLearntCatalog(shippedTables, [], [[...remaining, ...added]]);
}

async function replaceFacts(queries: Queries, { removed, added }: Change, change: number): Promise<boolean> {
	return (await removeFacts(queries, removed, change)) && addFacts(queries, added, change + 1, null);
}
