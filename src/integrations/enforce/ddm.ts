import { declarationFor, type Enforced, enforcedOf, whyNotDeclared } from './declaration.ts';
import { type EnforcementFile, jsonFile } from './file.ts';
import { type EnforcementGroup, type EnforcementPlan, leftOutReasons } from './plan.ts';

/**
 * A declaration for each group and one for the late of it, and one file that lists all groups with their Macs. A
 * declaration without a day cannot be, and one for a Mac that does not know it does nothing: those groups are listed with
 * the reason.
 */
export function ddmFiles(plan: EnforcementPlan): EnforcementFile[] {
	const groups = plan.groups.map((group) => enforcedOf(group).map((each) => declaredOf(plan, each)));
	const list = jsonFile('groups.json', {
		data_version: plan.catalog.dataVersion,
		policy: plan.policy.name,
		groups: groups.map(([usual, ...late]) => listed(usual!, late)),
		left_out: plan.leftOut.map(({ reason, boardIds }) => ({
			reason,
			because: leftOutReasons[reason],
			board_ids: boardIds,
		})),
	});
	return [
		list,
		...groups.flat().flatMap(({ file, declaration }) => (declaration ? [jsonFile(file, declaration)] : [])),
	];
}

function declaredOf(plan: EnforcementPlan, enforced: Enforced) {
	const because = whyNotDeclared(enforced);
	const declaration = because === null ? declarationFor(plan, enforced) : null;
	return { ...enforced, file: `${enforced.name}.json`, because, declaration };
}

type Declared = ReturnType<typeof declaredOf>;

function listed({ group, ...usual }: Declared, late: readonly Declared[]) {
	return {
		name: group.name,
		target_version: group.target.version,
		target_build: group.build?.build ?? null,
		target_released: group.target.released,
		deadline: group.deadline,
		enforced_on: group.enforcedOn,
		overdue_since: group.overdueSince,
		closes_exploited: group.closesExploited,
		blocked_by: blockedBy(group),
		support: group.support,
		file: usual.declaration && usual.file,
		no_declaration_because: usual.because,
		declaration: usual.declaration,
		late: late.map(({ due, file, declaration }) => ({
			versions: due.versions,
			deadline: due.deadline,
			enforced_on: due.enforcedOn,
			overdue_since: due.overdueSince,
			file: declaration && file,
			declaration,
		})),
		board_ids: group.boardIds,
		model_identifiers: group.modelIdentifiers,
	};
}

function blockedBy({ blocked }: EnforcementGroup): 'hardware' | null {
	return blocked ? 'hardware' : null;
}
