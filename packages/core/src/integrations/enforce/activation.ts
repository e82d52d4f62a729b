import { type Declaration, declarationOf, type Enforced } from './declaration.ts';
import type { NotCoveredReason } from './not-covered.ts';
import type { EnforcementPlan } from './plan.ts';

/** Activates a configuration on certain Macs only. */
export interface Activation {
	readonly declaration: Declaration;
	/** Null for all Macs. */
	readonly predicate: string | null;
}

/** The activation of a group's declaration, or the reason why there is none. */
export function activationFor(
	plan: EnforcementPlan,
	enforced: Enforced,
	configuration: Declaration,
): Activation | NotCoveredReason {
	if (enforced.group.modelIdentifiers.length === 0) return 'no-model';
	if (enforced.due.versions.length === 0) return 'nothing-below';
	const predicate = writePredicate(predicateFor(enforced));
	if (predicate === null) return 'unusual-name';
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
 * Names the installed versions one by one. A version unknown to us must match no group: the target of a newer major would
 * upgrade the Mac, and nobody can undo that.
 */
function predicateFor({ group, due }: Enforced): Predicate {
	return {
		all: [
			{ item: 'device.model.identifier', isIn: group.modelIdentifiers },
			{ item: 'device.operating-system.version', isIn: due.versions },
		],
	};
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
