/** What a policy asks of a Mac, and what it is exposed to. Needs `data/security.json`; `data/names.json` for Macs by their names. */
import { checkedTerms } from '../advice/policy/checked-terms.ts';
import { builtInPolicies, type NamedPolicies } from '../advice/policy/named-policies.ts';
import { noPolicy, type PolicyTerms, policyOf } from '../advice/policy/policy.ts';
import { isProblem, problem } from '../api/problem.ts';
import { adviceRecord, adviseOn } from '../api/reads/advice.ts';
import { readAskedMacs } from '../api/reads/asked-mac.ts';
import { exposureOn } from '../api/reads/exposure.ts';
import { refuse } from '../api/reads/query.ts';
import type { Shapes } from '../api/shapes/shapes.ts';
import { readSafari, safariExpected } from '../catalog/safari.ts';
import { checkedDay } from '../text/day.ts';
import type { Macs } from './macs.ts';
import { needs } from './needs.ts';
import { answerOr, type Refused } from './refused.ts';

export { builtInPolicies, type NamedPolicies, type PolicyTerms, type Refused };

/** A Mac and what it runs: `J293AP:14.7.2`, with a build in place of the version or behind it. */
type Asked = string;

/** The body of `GET /advice/…` as an object. */
export type Advice = Shapes['Advice'];
/** The body of `GET /exposure/…` as an object. */
export type Exposure = Shapes['Exposure'];

/** What to do about a Mac on a day (`YYYY-MM-DD`), by the terms of a policy or without one. */
export function advise(
	macs: Macs,
	item: Asked,
	{
		today,
		terms,
		safari,
	}: { readonly today: string; readonly terms?: Partial<PolicyTerms>; readonly safari?: string },
): Advice | Refused {
	const policy = terms ? policyOf(checkedDay(today), checkedTerms(terms)) : noPolicy(checkedDay(today));
	const asked = askedMacs(macs, item, safari);
	if (isProblem(asked)) return answerOr(asked);
	const advised = adviseOn(macs.catalog, asked, policy);
	if (isProblem(advised)) return answerOr(advised);
	return adviceRecord(advised.value, policy, false, advised.boardIds);
}

/** Which fixes a Mac is missing on a day (`YYYY-MM-DD`). */
export function exposureOf(
	macs: Macs,
	item: Asked,
	{ today, safari }: { readonly today: string; readonly safari?: string },
): Exposure | Refused {
	const asked = askedMacs(macs, item, safari);
	return answerOr(isProblem(asked) ? asked : exposureOn(macs.catalog, asked, checkedDay(today)));
}

function askedMacs(macs: Macs, item: string, safariText?: string) {
	needs(macs, 'security');
	const safari = safariText === undefined ? null : readSafari(safariText);
	if (safariText !== undefined && !safari) return refuse('safari', safariExpected);
	const asked = readAskedMacs(macs.catalog, item);
	if (asked && !isProblem(asked)) return { ...asked, safari };
	return (
		asked ??
		problem(
			'not-found',
			`${JSON.stringify(item)} is not a Mac and what it runs: expected for example J293AP:14.7.2`,
		)
	);
}
