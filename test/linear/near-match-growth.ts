import { mostGrowth } from './growth.ts';
import { type NearMatch, nearMatches } from './near-matches.ts';
import { type Node, parsePattern } from './pattern.ts';
import { searchSteps } from './pattern-steps.ts';

/** A near match for which a pattern takes more steps than in proportion. */
export interface SlowMatch {
	readonly growth: number;
	readonly match: NearMatch;
}

/** Repetitions of the shorter text; those of a suspect, whose bounded parts a short text would not reach the end of. */
const [few, many] = [48, 400];
/** A search that takes so many steps is not linear; it is not worth waiting for. */
const mostSteps = 1_500_000;

/** A near match that makes a pattern slower than in proportion to its length; null if there is none. */
export function slowMatch(pattern: RegExp): SlowMatch | null {
	const parsed = parsePattern(pattern);
	for (const match of nearMatches(parsed)) {
		if (growthOf(parsed, match, few) <= mostGrowth) continue;
		const growth = growthOf(parsed, match, many);
		if (growth > mostGrowth) return { growth, match };
	}
	return null;
}

function growthOf(pattern: Node, { before, piece, after }: NearMatch, count: number): number {
	const steps = (times: number) =>
		searchSteps(pattern, before + piece.repeat(times * count) + after, mostSteps);
	const small = steps(1);
	// Exponential: the shorter text is already too much.
	return small > mostSteps ? Number.POSITIVE_INFINITY : steps(4) / small;
}
