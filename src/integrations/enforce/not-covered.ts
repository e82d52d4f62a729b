import type { EnforcementGroup } from './plan.ts';

export type NotCoveredReason = keyof typeof reasons;

/** Why the files of a format do not ask a Mac for what the policy requires. */
const reasons = {
	'own-major': (group: EnforcementGroup | null) =>
		`it would upgrade every Mac that gets it to macOS ${group?.target.major}: write it with --own-major (own_major=true) and give it to ${conditionOf(group!)}`,
	'needs-macos-14': () => 'declarations need macOS 14 or later, which these Macs do not run',
	'needs-macos-12': () => 'Nudge 2 needs macOS 12 or later',
	'not-listed': (group: EnforcementGroup | null) =>
		`Apple's update service has not listed ${group?.target.version} since ${group?.listedUntil}`,
	'no-deadline': () => 'the policy has no deadline for these Macs',
	'no-model': () => 'no model identifier of these Macs is known',
	'shared-model': () => 'Macs with the same model identifier have an older target',
	'unusual-name': () =>
		'a model identifier or version has an unusual shape, and a malformed predicate can cost a Mac its management',
	'nothing-below': () => 'no known version of these Macs is below the target',
	'different-targets': () => 'Macs on these versions have different targets or deadlines',
} as const satisfies Record<string, (group: EnforcementGroup | null) => string>;

/** The reason in words. */
export function becauseOf(reason: NotCoveredReason, group: EnforcementGroup | null): string {
	return reasons[reason](group);
}

/** The Macs that a file of a newer major is for, in words. */
export function conditionOf({ installedMajors: [major] }: EnforcementGroup): string {
	return `Macs on macOS ${major} only (Jamf: version matches ^${major}\\.)`;
}

/** Macs that are asked for a release, and that the files of a format do not reach. */
export interface NotCovered {
	readonly reason: NotCoveredReason;
	/** Null for a file that is not of one group. */
	readonly group: EnforcementGroup | null;
	readonly installedMajors: readonly string[];
	/** The versions that the entry is about; null for all of these majors. */
	readonly versions: readonly string[] | null;
	readonly boardIds: readonly string[];
}

export function notCoveredRecords(notCovered: readonly NotCovered[]) {
	return notCovered.map(({ reason, group, installedMajors, versions, boardIds }) => ({
		reason,
		because: becauseOf(reason, group),
		group: group?.name ?? null,
		installed_majors: installedMajors,
		versions,
		board_ids: boardIds,
	}));
}
