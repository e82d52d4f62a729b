/** What a policy means for device management: declarations, Nudge and Fleet. Needs `data/security.json` and `data/names.json`. */
import { checkedPolicies } from '../advice/policy/checked-terms.ts';
import { builtInPolicies, type NamedPolicies } from '../advice/policy/named-policies.ts';
import { isProblem } from '../api/problem.ts';
import { enforcementOf } from '../api/reads/enforce.ts';
import type { EnforcementFile, EnforcementFormat, FormatOptions } from '../integrations/enforce/formats.ts';
import { notCoveredRecords } from '../integrations/enforce/not-covered.ts';
import { checkedDay } from '../text/day.ts';
import type { Macs } from './macs.ts';
import { needs } from './needs.ts';
import { answerOr, type Refused } from './refused.ts';

export {
	builtInPolicies,
	type EnforcementFile,
	type EnforcementFormat,
	type FormatOptions,
	type NamedPolicies,
	type Refused,
};

/** What enforces a policy. */
export interface Enforcement {
	/** The first file covers everything, or as much as one file can. */
	readonly files: readonly EnforcementFile[];
	/** What the policy requires and the files do not do. */
	readonly notices: readonly string[];
	/** The Macs that the policy asks for a release and the files do not cover. */
	readonly notCovered: ReturnType<typeof notCoveredRecords>;
}

/** The files of a format that enforce a policy on a day (`YYYY-MM-DD`), by its name. */
export function enforce(
	macs: Macs,
	{
		policy,
		policies = builtInPolicies,
		format,
		today,
		options,
	}: {
		readonly policy: string;
		readonly policies?: NamedPolicies;
		readonly format: EnforcementFormat;
		readonly today: string;
		readonly options?: FormatOptions;
	},
): Enforcement | Refused {
	needs(macs, 'security');
	needs(macs, 'names');
	const asked = {
		policies: checkedPolicies(policies),
		enforcementAsked: { policy, format },
		asOf: checkedDay(today),
		options,
	};
	const enforcement = enforcementOf(macs.catalog, asked);
	if (isProblem(enforcement)) return answerOr(enforcement);
	const { files, notices, notCovered } = enforcement;
	return { files, notices, notCovered: notCoveredRecords(notCovered) };
}
