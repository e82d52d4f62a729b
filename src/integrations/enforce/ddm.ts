import { type Activation, activationFor } from './activation.ts';
import {
	type Declaration,
	declarationFor,
	deferralNotices,
	deferralsOf,
	type Enforced,
	enforcedOf,
	unlistedWarnings,
	whyNotDeclared,
} from './declaration.ts';
import { type EnforcementFile, type FormatOptions, jsonFile } from './formats.ts';
import { shapeFor } from './mdm-shapes.ts';
import { type EnforcementGroup, type EnforcementPlan, leftOutReasons } from './plan.ts';

/**
 * A declaration for each group and one for its late Macs, in the shape of the MDM, and one file that lists all groups
 * with their Macs. A declaration needs a day and macOS 14: groups without them are listed with the reason.
 */
export function ddmFiles(plan: EnforcementPlan, options: FormatOptions): EnforcementFile[] {
	const groups = plan.groups.map((group) =>
		enforcedOf(group).map((each) => declaredOf(plan, each, options.activations ?? false)),
	);
	const deferrals = deferralsOf(plan.policy);
	const list = jsonFile('groups.json', {
		data_version: plan.catalog.dataVersion,
		policy: plan.policy.name,
		groups: groups.map(([usual, ...late]) => listed(usual!, late)),
		deferrals,
		notices: ddmNotices(plan),
		left_out: plan.leftOut.map(({ reason, boardIds }) => ({
			reason,
			because: leftOutReasons[reason],
			board_ids: boardIds,
		})),
	});
	const declared = groups
		.flat()
		.flatMap(({ name, group, due, configuration, activation }) =>
			configuration ? [{ name, group, due, configuration, activation }] : [],
		);
	return [list, ...shapeFor(plan, { declared, deferrals }, options)];
}

/** What the policy requires and the files do not do. */
export function ddmNotices(plan: EnforcementPlan): string[] {
	return [...deferralNotices(plan.policy), ...unlistedWarnings(plan)];
}

interface Declared extends Enforced {
	readonly because: string | null;
	readonly configuration: Declaration | null;
	/** Null if activations are off, or if the predicate cannot be written. */
	readonly activation: Activation | null;
	readonly noActivationBecause: string | null;
}

function declaredOf(plan: EnforcementPlan, enforced: Enforced, withActivation: boolean): Declared {
	const because = whyNotDeclared(plan, enforced);
	const configuration = because === null ? declarationFor(plan, enforced) : null;
	const activation = configuration && withActivation ? activationFor(plan, enforced, configuration) : null;
	return {
		...enforced,
		because,
		// Without its predicate the declaration would apply to all Macs, so it is left out.
		configuration: typeof activation === 'string' ? null : configuration,
		activation: typeof activation === 'string' ? null : activation,
		noActivationBecause: typeof activation === 'string' ? activation : null,
	};
}

function listed(usual: Declared, late: readonly Declared[]) {
	const { group } = usual;
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
		...enforcing(usual),
		late: late.map((each) => ({
			versions: each.due.versions,
			deadline: each.due.deadline,
			enforced_on: each.due.enforcedOn,
			overdue_since: each.due.overdueSince,
			...enforcing(each),
		})),
		board_ids: group.boardIds,
		model_identifiers: group.modelIdentifiers,
	};
}

function enforcing({ name, because, configuration, activation, noActivationBecause }: Declared) {
	return {
		file: configuration && `${name}.json`,
		no_declaration_because: because ?? noActivationBecause,
		declaration: configuration,
		...(activation && { predicate: activation.predicate }),
	};
}

function blockedBy({ blocked }: EnforcementGroup): 'hardware' | null {
	return blocked ? 'hardware' : null;
}
