import { type Activation, activationForAll, subscriptionOf } from '../activation.ts';
import type { Declaration } from '../declaration.ts';
import type { EnforcementFile } from '../file.ts';
import type { Due, EnforcementGroup, EnforcementPlan } from '../plan.ts';

/** A configuration that is written, and what activates it; null where the MDM does that. */
export interface Configured {
	/** Of its files. */
	readonly name: string;
	readonly configuration: Declaration;
	readonly activation: Activation | null;
}

/** One that asks for an update. */
export interface Declared extends Configured {
	readonly group: EnforcementGroup;
	readonly due: Due;
}

/** Everything that a policy declares, in the order in which an MDM can take it. */
export interface Bundle {
	readonly plan: EnforcementPlan;
	readonly declared: readonly Declared[];
	readonly deferrals: Declaration | null;
	/** Those for all Macs: what they report, and what they defer. */
	readonly forAll: readonly Configured[];
	readonly activations: boolean;
}

export function declaredParts(
	plan: EnforcementPlan,
	{ declared, deferrals }: Pick<Bundle, 'declared' | 'deferrals'>,
	activations: boolean,
): Bundle {
	const configured = (name: string, configuration: Declaration): Configured => ({
		name,
		configuration,
		activation: activations ? activationForAll(plan, name, configuration) : null,
	});
	return {
		plan,
		declared,
		deferrals,
		// Only predicates ask for what is reported.
		forAll: [
			...(activations ? [configured('status', subscriptionOf(plan))] : []),
			...(deferrals ? [configured('deferrals', deferrals)] : []),
		],
		activations,
	};
}

/** A declaration for a server that makes the token itself. */
export function withoutToken({ Type, Identifier, Payload }: Declaration): object {
	return { Type, Identifier, Payload };
}

/** The predicate by itself, for a field of a form. */
export function predicateFile(name: string, predicate: string): EnforcementFile {
	return { name: `${name}.predicate.txt`, type: 'text/plain; charset=utf-8', body: `${predicate}\n` };
}

/** What people see in a list of an MDM. */
export function titleOf({ policy }: EnforcementPlan, name: string): string {
	return `pointrelease ${policy.name} ${name}`;
}
