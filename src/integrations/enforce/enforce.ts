import { type Policy, shortestGrace } from '../../advice/policy/policy.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import { ddmFiles, ddmNotices } from './ddm.ts';
import { unlistedWarnings } from './declaration.ts';
import { fleetdmFiles } from './fleetdm.ts';
import { type EnforcementFile, type EnforcementFormat, type FormatOptions, formats } from './formats.ts';
import { nudgeFiles, nudgeNotices } from './nudge.ts';
import { type EnforcementPlan, planEnforcement } from './plan.ts';

interface Maker {
	files(plan: EnforcementPlan, options: FormatOptions): EnforcementFile[];
	/** What the policy requires and the files do not do. */
	notices(plan: EnforcementPlan): string[];
}

const makers: Record<EnforcementFormat, Maker> = {
	ddm: { files: ddmFiles, notices: ddmNotices },
	fleet: { files: fleetdmFiles, notices: ddmNotices },
	nudge: { files: nudgeFiles, notices: nudgeNotices },
};

/** Whether a format works for a policy: some formats need a deadline, which comes from the policy's grace. */
export function isEnforceable(policy: Policy, format: EnforcementFormat): boolean {
	return !formats[format].needsDeadline || shortestGrace(policy) !== null;
}

export interface Enforcement {
	/** The first file covers everything, or as much as one file can. */
	readonly files: readonly [EnforcementFile, ...EnforcementFile[]];
	/** What the policy requires and the files do not do. */
	readonly notices: readonly string[];
}

/** The files that enforce a policy, in a format. */
export function enforce(
	catalog: Catalog,
	policy: Policy,
	format: EnforcementFormat,
	options: FormatOptions = {},
): Enforcement {
	const { files, notices } = makers[format];
	const plan = planEnforcement(catalog, policy, options);
	const [first, ...rest] = files(plan, options);
	return { files: [first!, ...rest], notices: [...new Set([...notices(plan), ...unlistedWarnings(plan)])] };
}
