import type { Policy } from '@pointrelease/core/src/advice/policy/policy.ts';
import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { assessCells } from './assess-cells.ts';
import { longestCell, type MachineCells, noCells } from './machine-cells.ts';

/** The members of a pulled line that decide what is asked of a Mac. */
type PulledCells = Readonly<Record<string, string | number | boolean | null>>;

/**
 * How urgent it is to know why a Mac misses a policy: its days overdue. Null for a Mac that does not miss it, and for one whose
 * hardware is the reason.
 */
export function lateRanks(catalog: Catalog, policy: Policy): (pulled: PulledCells) => number | null {
	const ranks = new Map<string, number | null>();
	return (pulled) => {
		const read = (name: string) => String(pulled[name] ?? '').slice(0, longestCell);
		const cells: MachineCells = {
			...noCells,
			board: read('board'),
			model: read('model'),
			model_name: read('model_name'),
			version: read('version'),
			build: read('build'),
			supplement: read('supplement'),
			supplemental_build: read('supplemental_build'),
		};
		const key = JSON.stringify(cells);
		let rank = ranks.get(key);
		if (rank === undefined) {
			const answer = assessCells(catalog, policy, cells, { guesses: false, tellsResponses: false });
			const isAsked = answer?.meets_policy === false && answer.blocked_by === null;
			rank = isAsked ? (answer.days_overdue ?? 0) : null;
			ranks.set(key, rank);
		}
		return rank;
	};
}
