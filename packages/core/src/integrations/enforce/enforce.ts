import { type Policy, shortestGrace } from '../../advice/policy/policy.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import { accessEnforcement } from './access/access.ts';
import { newMacs } from './coverage.ts';
import { ddmEnforcement } from './ddm.ts';
import { enforcedOf, listNotices, statedUntil } from './declaration.ts';
import { fleetdmEnforcement } from './fleetdm.ts';
import {
	type Enforcement,
	type EnforcementFile,
	type EnforcementFormat,
	type FormatOptions,
	formats,
} from './formats.ts';
import { nudgeEnforcement } from './nudge.ts';
import { type EnforcementPlan, planEnforcement } from './plan.ts';

const makers: Record<EnforcementFormat, (plan: EnforcementPlan, options: FormatOptions) => Enforcement> = {
	ddm: ddmEnforcement,
	fleet: fleetdmEnforcement,
	nudge: nudgeEnforcement,
	access: accessEnforcement,
};

/** Whether a format works for a policy: some formats need a deadline, which comes from the policy's grace. */
export function isEnforceable(
	policy: Policy,
	format: EnforcementFormat,
	options: FormatOptions = {},
): boolean {
	const isTargetDoor = format === 'access' && options.at === 'target';
	return !formats[format].needsDeadline || isTargetDoor || shortestGrace(policy) !== null;
}

/** Makes the files of a format that enforce a policy. */
export function enforce(
	catalog: Catalog,
	policy: Policy,
	format: EnforcementFormat,
	options: FormatOptions = {},
): Enforcement {
	const plan = planEnforcement(catalog, policy, options);
	const enforcement = makers[format](plan, options);
	return {
		...enforcement,
		notCovered: [...enforcement.notCovered, ...newMacs(plan)],
		files: withDays(plan, enforcement.files),
		notices: [
			...new Set([
				...enforcement.notices,
				...(format === 'access' ? [] : listNotices(plan)),
				...settingsNotices(policy, format),
			]),
		],
	};
}

/** What the files do with the `settings` of the policy, if it has any. */
function settingsNotices({ settings = {} }: Policy, format: EnforcementFormat): string[] {
	if (Object.keys(settings).length === 0) return [];
	if (!formats[format].hasSettings)
		return [`settings: ${format} has no place for them; the formats ddm and fleet declare them`];
	return settings.beta_enrollment === undefined
		? []
		: [
				'settings: beta_enrollment needs macOS 15.4; what 15.0 to 15.3 do with the declaration is not documented',
			];
}

/** The files with the day on which Apple's list drops what they ask for; those of all groups have no such day. */
function withDays(plan: EnforcementPlan, [first, ...rest]: Enforcement['files']): Enforcement['files'] {
	const days = new Map(
		plan.groups.flatMap((group) => {
			const until = statedUntil(plan, group);
			return until ? enforcedOf(group).map(({ name }) => [name, until] as const) : [];
		}),
	);
	const withDay = (file: EnforcementFile): EnforcementFile => {
		const until = days.get(file.name.replace(/^(?:team|nudge|blueprint)-|\..*$/g, ''));
		return until === undefined ? file : { ...file, listedUntil: until };
	};
	return [withDay(first), ...rest.map(withDay)];
}
