import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { catalogOf } from '@pointrelease/core/src/catalog/make-catalog.ts';
import { printFinding } from '@pointrelease/core/src/catalog/tables/table.ts';
import type { Tables } from '@pointrelease/core/src/catalog/tables/tables.ts';
import { nativeSha256 } from '../../process/native-sha256.ts';
import { yieldTurn } from '../../process/yield-turn.ts';
import { distinctFacts, type Fact, isOfBoard } from '../facts/fact.ts';
import { learntTables } from './learnt-tables.ts';

export interface LearntCatalog<F extends Fact> {
	readonly tables: Tables;
	readonly catalog: Catalog;
	readonly facts: readonly F[];
	/** Groups that the checks refuse, each with the first finding. */
	readonly refused: readonly { readonly facts: readonly F[]; readonly finding: string }[];
}

type Tried = { tables: Tables; catalog: Catalog } | { finding: string };

/**
 * Makes the catalog from the shipped tables, the `trusted` facts, which passed the checks before, and new groups of facts. If the checks
 * refuse the result, each group is tried by itself, and only bad groups are left out.
 */
export async function makeLearntCatalog<F extends Fact>(
	shipped: Tables,
	trusted: readonly F[],
	groups: readonly (readonly F[])[],
): Promise<LearntCatalog<F>> {
	const all = distinctFacts([...trusted, ...groups.flat()]) as F[];
	const whole = await attempt(shipped, all);
	if ('catalog' in whole) return { ...whole, facts: all, refused: [] };
	let facts = [...trusted];
	let built = await attempt(shipped, facts);
	const refused: { facts: readonly F[]; finding: string }[] = [];
	for (const group of groups) {
		const more = distinctFacts([...facts, ...group]) as F[];
		const tried = await attempt(shipped, more);
		if ('finding' in tried) {
			refused.push({ facts: group, finding: tried.finding });
			continue;
		}
		built = tried;
		facts = more;
	}
	// The trusted facts passed the checks before, so this is a defect of the program.
	if ('finding' in built) throw new Error(`the shipped tables are invalid: ${built.finding}`);
	return { ...built, facts, refused };
}

/** One attempt blocks for 60 to 90 ms, so requests are answered before each. */
async function attempt(shipped: Tables, facts: readonly Fact[]): Promise<Tried> {
	await yieldTurn();
	const tables = facts.length === 0 ? shipped : learntTables(shipped, facts);
	const { catalog, findings } = catalogOf(tables, nativeSha256);
	return catalog ? { tables, catalog } : { finding: printFinding(findings[0]!) };
}

/** Groups of facts that are accepted or refused together: all facts of one release, and each name of a machine by itself. */
export function groupsOf(facts: readonly Fact[]): Fact[][] {
	const byVersion = Map.groupBy(
		facts.filter((fact) => !isOfBoard(fact)),
		({ subject }) => subject,
	);
	const groups = [...byVersion.values()].map((group) => {
		const boards = new Set(group.filter(({ kind }) => kind === 'runs').map(({ object }) => object));
		return [...group, ...facts.filter(({ kind, subject }) => kind === 'board' && boards.has(subject))];
	});
	return [...groups, ...facts.filter(({ kind }) => kind === 'machine').map((fact) => [fact])];
}
