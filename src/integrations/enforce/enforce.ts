import { shortestGrace } from '../../advice/policy/grace.ts';
import type { Policy } from '../../advice/policy/policy.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import { ddmFiles } from './ddm.ts';
import type { EnforcementFile, FormatOptions } from './file.ts';
import { fleetdmFiles } from './fleetdm.ts';
import { type EnforcementFormat, formats } from './formats.ts';
import { nudgeFiles } from './nudge.ts';
import { type EnforcementPlan, planEnforcement } from './plan.ts';

const makers: Record<
	EnforcementFormat,
	(plan: EnforcementPlan, options: FormatOptions) => EnforcementFile[]
> = {
	ddm: ddmFiles,
	fleet: fleetdmFiles,
	nudge: nudgeFiles,
};

/** Whether a format can be made of a policy: some cannot be without a day, which comes from the policy's grace. */
export function isEnforceable(policy: Policy, format: EnforcementFormat): boolean {
	return !formats[format].needsDeadline || shortestGrace(policy) !== null;
}

/** The files of a policy in a format; the first one says it all, or as much as one file can. */
export function enforcementFiles(
	catalog: Catalog,
	policy: Policy,
	format: EnforcementFormat,
	options: FormatOptions = {},
): readonly [EnforcementFile, ...EnforcementFile[]] {
	const [first, ...rest] = makers[format](planEnforcement(catalog, policy, options), options);
	return [first!, ...rest];
}
