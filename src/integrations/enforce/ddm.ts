import { createHash } from 'node:crypto';
import { articleOf } from '../sofa/release.ts';
import { type EnforcementFile, jsonFile } from './file.ts';
import { type EnforcementGroup, type EnforcementPlan, leftOutReasons } from './plan.ts';

/** Macs know this declaration from macOS 14 on. */
const firstMajor = 14;

/**
 * A declaration for each group, and one file that lists all groups with their Macs. A declaration without a day cannot be,
 * and one for a Mac that does not know it does nothing: those groups are listed with the reason.
 */
export function ddmFiles(plan: EnforcementPlan): EnforcementFile[] {
	const declared = plan.groups.map((group) => ({
		group,
		declaration: whyNot(group) === null ? declarationOf(plan, group) : null,
	}));
	const list = jsonFile('groups.json', {
		data_version: plan.catalog.dataVersion,
		policy: plan.policy.name,
		groups: declared.map(({ group, declaration }) => ({
			name: group.name,
			target_version: group.target.version,
			target_build: group.build?.build ?? null,
			target_released: group.target.released,
			deadline: group.deadline,
			closes_exploited: group.closesExploited,
			blocked_by: group.blocked ? 'hardware' : null,
			support: group.support,
			file: declaration && fileOf(group),
			no_declaration_because: whyNot(group),
			declaration,
			board_ids: group.boardIds,
			model_identifiers: group.modelIdentifiers,
		})),
		left_out: plan.leftOut.map(({ reason, boardIds }) => ({
			reason,
			because: leftOutReasons[reason],
			board_ids: boardIds,
		})),
	});
	return [
		list,
		...declared.flatMap(({ group, declaration }) =>
			declaration ? [jsonFile(fileOf(group), declaration)] : [],
		),
	];
}

function fileOf({ name }: EnforcementGroup): string {
	return `${name}.json`;
}

function whyNot({ target, deadline }: EnforcementGroup): string | null {
	if (Number(target.major) < firstMajor)
		return `a Mac understands this declaration from macOS ${firstMajor} on, and these run none`;
	return deadline === null ? 'the policy gives these Macs no deadline' : null;
}

function declarationOf({ catalog, policy }: EnforcementPlan, group: EnforcementGroup) {
	const payload = {
		TargetOSVersion: group.target.version,
		...(group.build && { TargetBuildVersion: group.build.build }),
		TargetLocalDateTime: `${group.deadline}T12:00:00`,
		DetailsURL: articleOf(catalog.security.lists.get(group.target.version)?.article ?? ''),
	};
	const token = createHash('sha256').update(JSON.stringify(payload)).digest('hex').slice(0, 32);
	return {
		Type: 'com.apple.configuration.softwareupdate.enforcement.specific',
		Identifier: `org.pointrelease.${policy.name}.${group.name}`,
		// A Mac takes a declaration anew when this differs: it is made from what is asked, and from nothing else.
		ServerToken: token,
		Payload: payload,
	};
}
