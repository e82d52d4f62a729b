import type { Tables } from '@pointrelease/core/src/catalog/tables/tables.ts';
import type { Fact } from '../../src/learning/facts/fact.ts';
import * as program from '../../src/learning/tables/make-learnt-catalog.ts';
import { yieldTurn } from '../../src/process/yield-turn.ts';

/*
 * `make-learnt-catalog.ts` for simulated processes: those that know the same facts share the catalog, which never changes. Each of
 * them making its own takes half of the time of a story.
 */
export { groupsOf } from '../../src/learning/tables/make-learnt-catalog.ts';

const catalogs = new Map<string, program.LearntCatalog<never>>();

export async function makeLearntCatalog<F extends Fact>(
	shipped: Tables,
	trusted: readonly F[],
	groups: readonly (readonly F[])[],
): Promise<program.LearntCatalog<F>> {
	const facts = JSON.stringify([trusted, groups]);
	const stored = catalogs.get(facts);
	if (stored) {
		// As the program does before its only attempt.
		await yieldTurn();
		return stored as program.LearntCatalog<F>;
	}
	const made = await program.makeLearntCatalog(shipped, trusted, groups);
	if (made.refused.length === 0) catalogs.set(facts, made as program.LearntCatalog<never>);
	return made;
}

/** Call it before a story, which has facts of its own. */
export function forgetCatalogs(): void {
	catalogs.clear();
}
