import { noPolicy, type PolicyTerms, policyOf } from '../src/advice/policy/policy.ts';
import { type Assessment, assess } from '../src/advice/standing/assess.ts';
import { shipped } from './shipped-data.ts';

/** The day that most tests look from: 27.2 is the newest release, 14 has just ended. */
export const usualDay = '2026-11-01';

/** Where a board of the shipped data stands on a version; without terms no policy is asked for. */
export function assessed(
	board: string,
	version: string,
	{ asOf = usualDay, ...terms }: Partial<PolicyTerms> & { asOf?: string } = {},
): Assessment {
	const policy = Object.keys(terms).length > 0 ? policyOf(asOf, terms) : noPolicy(asOf);
	const assessment = assess(shipped, shipped.boards.get(board)!, { version, build: null }, policy);
	if (!assessment) throw new Error(`${version} is no version`);
	return assessment;
}
