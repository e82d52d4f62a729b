import { noPolicy, type PolicyTerms, policyOf } from '@pointrelease/core/src/advice/policy/policy.ts';
import { type Assessment, assess } from '@pointrelease/core/src/advice/standing/assess.ts';
import { shipped } from './shipped-data.ts';

/** The reference day of most tests: 27.2 is the newest release, and support of 14 has just ended. */
export const usualDay = '2026-11-01';

/** The update status of a board of the shipped data; without terms there is no policy. */
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
