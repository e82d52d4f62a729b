import { leftOutReasons } from './asked-macs.ts';
import { type Enforced, enforcedOf } from './declaration.ts';
import { type EnforcementFile, type FormatOptions, jsonFile } from './formats.ts';
import type { EnforcementGroup, EnforcementPlan } from './plan.ts';

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

/** The Macs of a group that its files do not reach: for a reason of its own for each deadline, or because of their model. */
export function notCoveredOf(
	group: EnforcementGroup,
	reasonOf: (enforced: Enforced) => NotCoveredReason | null,
): NotCovered[] {
	const { installedMajors, boardIds } = group;
	const enforced = enforcedOf(group).filter(({ due }) => due.versions.length > 0);
	const byReason = Map.groupBy(enforced, reasonOf);
	const ofReasons = [...byReason].flatMap(([reason, some]) =>
		reason === null
			? []
			: [
					{
						reason,
						group,
						installedMajors,
						versions: some.length === enforced.length ? null : some.flatMap(({ due }) => due.versions),
						boardIds,
					},
				],
	);
	return [...ofReasons, ...withoutModel(group)];
}

/** The boards of a group that cannot be found by their model. */
function withoutModel(group: EnforcementGroup): NotCovered[] {
	const models = new Set(group.modelIdentifiers);
	const unreached = group.boards.filter(
		({ modelIdentifiers }) =>
			modelIdentifiers.length === 0 || modelIdentifiers.some((model) => !models.has(model)),
	);
	const byReason = Map.groupBy(
		unreached,
		({ modelIdentifiers }): NotCoveredReason => (modelIdentifiers.length === 0 ? 'no-model' : 'shared-model'),
	);
	return [...byReason].map(([reason, boards]) => ({
		reason,
		group,
		installedMajors: group.installedMajors,
		versions: null,
		boardIds: boards.flatMap(({ identifiers }) => identifiers).sort(),
	}));
}

/** What people have to know about the files of newer majors, which are assigned by hand. */
export function ownMajorNotices(
	groups: readonly EnforcementGroup[],
	{ ownMajor = false }: FormatOptions,
): string[] {
	return groups
		.filter(({ isOwnMajor }) => isOwnMajor)
		.map((group) =>
			ownMajor
				? `${group.name}: give it to ${conditionOf(group)}, because it upgrades every other Mac that gets it`
				: `${group.name}: not written, because ${becauseOf('own-major', group)}`,
		);
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

/** The members of `groups.json` and `not-covered.json` about Macs that the files do not reach. */
export function coverageMembers({ leftOut }: EnforcementPlan, notCovered: readonly NotCovered[]) {
	return {
		not_covered: notCoveredRecords(notCovered),
		left_out: leftOut.map(({ reason, installedMajors, boardIds }) => ({
			reason,
			because: leftOutReasons[reason],
			installed_majors: installedMajors,
			board_ids: boardIds,
		})),
	};
}

/** The same as a file, for formats whose own files have no place for it. */
export function notCoveredFile(plan: EnforcementPlan, notCovered: readonly NotCovered[]): EnforcementFile {
	return jsonFile('not-covered.json', {
		data_version: plan.catalog.dataVersion,
		policy: plan.policy.name,
		...coverageMembers(plan, notCovered),
	});
}
