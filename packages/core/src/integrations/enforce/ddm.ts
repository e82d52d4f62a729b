import { type Activation, activationFor } from './activation.ts';
import { coverageMembers, notCoveredOf, ownMajorNotices } from './coverage.ts';
import {
	type Declaration,
	declarationFor,
	deferralNotices,
	type Enforced,
	enforcedOf,
	listNotices,
	settingsOf,
	statedUntil,
	whyNotDeclared,
} from './declaration.ts';
import { type Enforcement, type FormatOptions, jsonFile } from './formats.ts';
import { shapeFor } from './mdm-shapes.ts';
import { becauseOf, conditionOf, type NotCovered, type NotCoveredReason } from './not-covered.ts';
import type { EnforcementGroup, EnforcementPlan } from './plan.ts';

/**
 * A declaration for each group and one for its late Macs, in the shape of the MDM, and one file that lists all groups
 * with their Macs. A declaration needs a day and macOS 14: groups without them are listed with the reason.
 */
export function ddmEnforcement(plan: EnforcementPlan, options: FormatOptions): Enforcement {
	const groups = plan.groups.map((group) => enforcedOf(group).map((each) => declaredOf(plan, each, options)));
	const settings = settingsOf(plan.policy);
	const notices = noticesOf(plan, options);
	const notCovered = notCoveredBy(plan, options);
	const list = jsonFile('groups.json', {
		data_version: plan.catalog.dataVersion,
		policy: plan.policy.name,
		groups: groups.map(([usual, ...late]) => listed(plan, usual!, late)),
		deferrals: settings?.name === 'deferrals' ? settings.declaration : null,
		...(settings?.name === 'settings' && { settings: settings.declaration }),
		notices,
		...coverageMembers(plan, notCovered),
	});
	const declared = groups
		.flat()
		.flatMap(({ name, group, due, configuration, activation }) =>
			configuration ? [{ name, group, due, configuration, activation }] : [],
		);
	return { files: [list, ...shapeFor(plan, { declared, settings }, options)], notices, notCovered };
}

function noticesOf(plan: EnforcementPlan, options: FormatOptions): string[] {
	return [
		...deferralNotices(plan.policy),
		...listNotices(plan),
		...(options.activations ? [] : ownMajorNotices(plan.groups, options)),
	];
}

function notCoveredBy(plan: EnforcementPlan, options: FormatOptions): NotCovered[] {
	return plan.groups.flatMap((group) =>
		notCoveredOf(group, (enforced) => declaredOf(plan, enforced, options).reason),
	);
}

interface Declared extends Enforced {
	/** Why there is no declaration; null if there is one. */
	readonly reason: NotCoveredReason | null;
	readonly configuration: Declaration | null;
	/** Null if activations are off. */
	readonly activation: Activation | null;
}

function declaredOf(
	plan: EnforcementPlan,
	enforced: Enforced,
	{ activations = false, ownMajor = false }: FormatOptions,
): Declared {
	const none = (reason: NotCoveredReason) => ({ ...enforced, reason, configuration: null, activation: null });
	const reason = whyNotDeclared(plan, enforced);
	if (reason !== null) return none(reason);
	const configuration = declarationFor(plan, enforced);
	if (!activations) {
		const isUnsafe = enforced.group.isOwnMajor && !ownMajor;
		return isUnsafe ? none('own-major') : { ...enforced, reason: null, configuration, activation: null };
	}
	const activation = activationFor(plan, enforced, configuration);
	// Without its predicate the declaration would apply to all Macs, so it is left out.
	return typeof activation === 'string'
		? none(activation)
		: { ...enforced, reason: null, configuration, activation };
}

function listed(plan: EnforcementPlan, usual: Declared, late: readonly Declared[]) {
	const { group } = usual;
	return {
		name: group.name,
		target_version: group.target.version,
		target_build: group.build?.build ?? null,
		target_released: group.target.released,
		installed_majors: group.installedMajors,
		condition: group.isOwnMajor ? conditionOf(group) : null,
		versions: group.versions,
		deadline: group.deadline,
		enforced_on: group.enforcedOn,
		overdue_since: group.overdueSince,
		closes_exploited: group.closesExploited,
		blocked_by: blockedBy(group),
		support: group.support,
		listed_until: statedUntil(plan, group),
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

function enforcing({ name, group, reason, configuration, activation }: Declared) {
	return {
		file: configuration && `${name}.json`,
		no_declaration_because: reason && becauseOf(reason, group),
		declaration: configuration,
		...(activation && { predicate: activation.predicate }),
	};
}

function blockedBy({ blocked }: EnforcementGroup): 'hardware' | null {
	return blocked ? 'hardware' : null;
}
