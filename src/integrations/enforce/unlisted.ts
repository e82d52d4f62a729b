import type { EnforcementGroup, EnforcementPlan } from './plan.ts';

/** Why a group's target enforces nothing: Apple's update service no longer lists it. Null while it does. */
function unlistedWarning(
	{ policy }: EnforcementPlan,
	{ name, target, listedUntil }: EnforcementGroup,
): string | null {
	return listedUntil === null || listedUntil >= policy.asOf
		? null
		: `${name}: Apple's update service has not listed ${target.version} since ${listedUntil}, so enforcing it does nothing. Defer releases by 90 days at most.`;
}

export function unlistedWarnings(plan: EnforcementPlan): string[] {
	return plan.groups.flatMap((group) => unlistedWarning(plan, group) ?? []);
}
