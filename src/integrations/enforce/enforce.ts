import type { Policy } from '../../advice/policy/policy.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import { ddmFiles } from './ddm.ts';
import type { EnforcementFile, FormatOptions } from './file.ts';
import { fleetdmFiles } from './fleetdm.ts';
import { nudgeFiles } from './nudge.ts';
import { type EnforcementPlan, planEnforcement } from './plan.ts';

interface Format {
	/** What it is called where people choose. */
	readonly title: string;
	/** Whether it is of no use without a day. */
	readonly needsDeadline: boolean;
	files(plan: EnforcementPlan, options: FormatOptions): EnforcementFile[];
}

const formats = {
	ddm: { title: 'Declarations of device management', needsDeadline: true, files: ddmFiles },
	fleet: { title: 'Fleet (fleetdm), GitOps', needsDeadline: false, files: fleetdmFiles },
	nudge: { title: 'Nudge 2', needsDeadline: true, files: nudgeFiles },
} as const satisfies Record<string, Format>;

export type EnforcementFormat = keyof typeof formats;

export const formatNames = Object.keys(formats) as readonly EnforcementFormat[];

export function isFormat(text: string): text is EnforcementFormat {
	return Object.hasOwn(formats, text);
}

/** Whether a format can be made of a policy: some cannot be without a day, which comes from the policy's grace. */
export function isEnforceable(policy: Policy, format: EnforcementFormat): boolean {
	const { graceDays, exploitedGraceDays } = policy;
	return !formats[format].needsDeadline || graceDays !== null || exploitedGraceDays !== null;
}

/** The files of a policy in a format; the first one says it all, or as much as one file can. */
export function enforcementFiles(
	catalog: Catalog,
	policy: Policy,
	format: EnforcementFormat,
	options: FormatOptions = {},
): readonly [EnforcementFile, ...EnforcementFile[]] {
	const { files }: Format = formats[format];
	const [first, ...rest] = files(planEnforcement(catalog, policy, options), options);
	return [first!, ...rest];
}
