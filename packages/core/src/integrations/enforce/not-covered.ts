import type { EnforcementGroup } from './plan.ts';

export type NotCoveredReason = keyof typeof reasons;

/** Why the files of a format do not cover a Mac. */
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
	'enrollment-grace': () =>
		'files do not know when a Mac was enrolled: Macs within their enrollment_grace_days get the deadline of the others',
	'different-targets': () => 'Macs on these versions have different targets or deadlines',
} as const satisfies Record<string, (group: EnforcementGroup | null) => string>;

/** The reason in words. */
export function becauseOf(reason: NotCoveredReason, group: EnforcementGroup | null): string {
	return reasons[reason](group);
}

/** The condition for Macs that may get a file for a newer major, in words. */
export function conditionOf({ installedMajors: [major] }: EnforcementGroup): string {
	return `Macs on macOS ${major} only (Jamf: version matches ^${major}\\.)`;
}

/** Macs that the policy asks for a release, and the files of a format do not cover. */
export interface NotCovered {
	readonly reason: NotCoveredReason;
	/** Null for a file that is for all groups. */
	readonly group: EnforcementGroup | null;
	readonly installedMajors: readonly string[];
	/** The versions that are not covered; null for all versions of these majors. */
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
