import { groupBy } from '../../text/group-by.ts';
import { leftOutReasons } from './asked-macs.ts';
import { type Enforced, enforcedOf } from './declaration.ts';
import { type EnforcementFile, type FormatOptions, jsonFile } from './formats.ts';
import { conditionOf, type NotCovered, type NotCoveredReason, notCoveredRecords } from './not-covered.ts';
import type { EnforcementGroup, EnforcementPlan } from './plan.ts';

/** The Macs of a group that its files do not cover. The reasons depend on the deadline, or on the model. */
export function notCoveredOf(
	group: EnforcementGroup,
	reasonOf: (enforced: Enforced) => NotCoveredReason | null,
): NotCovered[] {
	const { installedMajors, boardIds } = group;
	const enforced = enforcedOf(group).filter(({ due }) => due.versions.length > 0);
	const byReason = groupBy(enforced, reasonOf);
	const ofReasons = [...byReason].flatMap(([reason, uncovered]) =>
		reason === null
			? []
			: [
					{
						reason,
						group,
						installedMajors,
						versions:
							uncovered.length === enforced.length ? null : uncovered.flatMap(({ due }) => due.versions),
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
	const byReason = groupBy(
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

/** Warnings about files for newer majors, which people assign by hand. */
export function ownMajorNotices(
	groups: readonly EnforcementGroup[],
	{ ownMajor = false }: FormatOptions,
): string[] {
	return groups
		.filter(({ isOwnMajor }) => isOwnMajor)
		.map((group) =>
			ownMajor
				? `${group.name}: give it to ${conditionOf(group)}, because it upgrades every other Mac that gets it`
				: `${group.name}: no file, because it would upgrade every Mac it is assigned to. To get one for ${conditionOf(group)}, include files for Macs that already run a newer major version`,
		);
}

/** The members of `groups.json` and `not-covered.json` about Macs that the files do not reach. */
export function coverageMembers(plan: EnforcementPlan, notCovered: readonly NotCovered[]) {
	const { leftOut } = plan;
	return {
		not_covered: notCoveredRecords([...notCovered, ...newMacs(plan)]),
		left_out: leftOut.map(({ reason, installedMajors, boardIds }) => ({
			reason,
			because: leftOutReasons[reason],
			installed_majors: installedMajors,
			board_ids: boardIds,
		})),
	};
}

/** New Macs, if the policy gives them time: no format can say so. Which Macs they are is not known here. */
export function newMacs({ policy, groups }: Pick<EnforcementPlan, 'policy' | 'groups'>): NotCovered[] {
	if (policy.enrollmentGraceDays === null || groups.length === 0) return [];
	const installedMajors = [...new Set(groups.flatMap((group) => group.installedMajors))];
	return [{ reason: 'enrollment-grace', group: null, installedMajors, versions: null, boardIds: [] }];
}

/** `not-covered.json`, for formats whose files have no place for these members. */
export function notCoveredFile(plan: EnforcementPlan, notCovered: readonly NotCovered[]): EnforcementFile {
	return jsonFile('not-covered.json', {
		data_version: plan.catalog.dataVersion,
		policy: plan.policy.name,
		...coverageMembers(plan, notCovered),
	});
}
