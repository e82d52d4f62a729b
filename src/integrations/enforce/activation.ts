import { compareVersions } from '../../catalog/version.ts';
import { type Declaration, declarationOf, type Enforced } from './declaration.ts';
import type { EnforcementGroup, EnforcementPlan } from './plan.ts';

/** Activates a configuration on the Macs that it is meant for, and on no others. */
export interface Activation {
	readonly declaration: Declaration;
	/** Null for all Macs. */
	readonly predicate: string | null;
}

/** The activation of a declaration of a group, or why there is none. */
export function activationFor(
	plan: EnforcementPlan,
	enforced: Enforced,
	configuration: Declaration,
): Activation | string {
	if (enforced.group.modelIdentifiers.length === 0) return 'no model identifier of these Macs is known';
	const predicate = writePredicate(predicateFor(plan, enforced));
	if (predicate === null)
		return 'a model identifier or version has an unusual shape, and a malformed predicate can cost a Mac its management';
	return { declaration: activationOf(plan, enforced.name, configuration, predicate), predicate };
}

/** Activates a configuration on all Macs. */
export function activationForAll(
	plan: EnforcementPlan,
	name: string,
	configuration: Declaration,
): Activation {
	return { declaration: activationOf(plan, name, configuration, null), predicate: null };
}

function activationOf(
	{ policy }: EnforcementPlan,
	name: string,
	configuration: Declaration,
	predicate: string | null,
): Declaration {
	return declarationOf(policy.name, `${name}.activation`, 'com.apple.activation.simple', {
		StandardConfigurations: [configuration.Identifier],
		...(predicate !== null && { Predicate: predicate }),
	});
}

/**
 * Late Macs are those on certain versions. All others are on none of these versions and below the target. On a version
 * unknown to us the activation stays active, and macOS ignores a target that is not newer: that mistake costs a line
 * in a report. A list of the versions below the target would leave out Macs on unknown versions.
 */
function predicateFor(plan: EnforcementPlan, { group, due, isLate }: Enforced): Predicate {
	const models: Predicate = { item: 'device.model.identifier', isIn: group.modelIdentifiers };
	const on = (versions: readonly string[]): Predicate => ({
		item: 'device.operating-system.version',
		isIn: versions,
	});
	const late = group.late.flatMap(({ versions }) => versions);
	return {
		all: [models, isLate ? on(due.versions) : { not: on([...late, ...versionsFrom(plan, group)]) }],
	};
}

/** The target and the newer releases for these Macs, oldest first. */
function versionsFrom({ policy }: EnforcementPlan, { boards, target }: EnforcementGroup): string[] {
	const releases = boards.flatMap(({ support }) => [...support.values()].flatMap(({ releases }) => releases));
	return [...new Set(releases)]
		.filter(({ parsed, released }) => released <= policy.asOf && compareVersions(parsed, target.parsed) >= 0)
		.toSorted((a, b) => compareVersions(a.parsed, b.parsed))
		.map(({ version }) => version);
}

/** Makes Macs report the status items of the predicates, so that admins can see why an activation applies. */
export function subscriptionOf({ policy }: EnforcementPlan): Declaration {
	return declarationOf(policy.name, 'status', 'com.apple.configuration.management.status-subscriptions', {
		StatusItems: Object.keys(statusItems).map((item) => ({ Name: item })),
	});
}

/** The status items that predicates compare, each with the shape of its values. Every Mac with activations (macOS 13) has both. */
const statusItems = {
	'device.model.identifier': /^[A-Za-z]{1,24}\d{1,3},\d{1,3}$/,
	'device.operating-system.version': /^\d{1,3}(?:\.\d{1,3}){1,2}$/,
} as const satisfies Record<string, RegExp>;

type StatusItem = keyof typeof statusItems;

/**
 * When an activation applies. Every public reader of predicates understands these three. There is no comparison by order:
 * in a predicate versions are text, and '26.10' comes before '26.9'.
 */
export type Predicate =
	| { readonly item: StatusItem; readonly isIn: readonly string[] }
	| { readonly all: readonly Predicate[] }
	| { readonly not: Predicate };

/**
 * The predicate as text; null if a value has an unexpected shape or a list is too short. A malformed predicate costs a Mac
 * of macOS 26.5 its management, and nobody can repair that remotely.
 */
export function writePredicate(predicate: Predicate): string | null {
	if ('item' in predicate) return comparison(predicate.item, predicate.isIn);
	if ('not' in predicate) {
		const text = writePredicate(predicate.not);
		return text && `NOT (${text})`;
	}
	const texts = predicate.all.map((part) => {
		const text = writePredicate(part);
		return text && ('all' in part ? `(${text})` : text);
	});
	return texts.length < 2 || texts.includes(null) ? null : texts.join(' AND ');
}

function comparison(item: StatusItem, values: readonly string[]): string | null {
	if (values.length === 0 || !values.every((value) => statusItems[item].test(value))) return null;
	const quoted = values.map((value) => `'${value}'`);
	return `@status(${item}) ${quoted.length === 1 ? `== ${quoted[0]}` : `IN {${quoted.join(', ')}}`}`;
}
