import type { NumberTerm } from '@pointrelease/core/src/advice/policy/policy.ts';

/** A policy in an address: a name, terms as query parameters, or both. A term overrides that of the named policy. */
export interface ChosenPolicy {
	/** Empty for none. */
	readonly name: string;
	/** By parameter; empty if not given. */
	readonly terms: Readonly<Record<string, string>>;
}

/** `/policies`. */
export interface PolicyList {
	readonly policies: readonly NamedPolicy[];
}

interface NamedPolicy extends Readonly<Record<NumberTerm, number | null>> {
	readonly name: string;
	readonly description: string | null;
	readonly exclude: readonly string[];
}

export const numberLabels: Readonly<Record<NumberTerm, string>> = {
	behind: 'Major versions behind the newest',
	defer_days: 'Defer minor updates (days)',
	defer_major_days: 'Defer major versions (days)',
	grace_days: 'Days until the deadline',
	exploited_grace_days: 'Days for exploited vulnerabilities',
	enrollment_grace_days: 'Days for new Macs',
};

/** The terms of a policy, and `as_of`, the day to judge by. */
const termNames = [...Object.keys(numberLabels), 'exclude', 'as_of'];

/** Every parameter of an address that is about the policy. */
export const policyNames: readonly string[] = ['policy', ...termNames];

/** The policy that an address asks for. */
export function policyInAddress(query: URLSearchParams): ChosenPolicy {
	const terms = Object.fromEntries(termNames.map((name) => [name, query.get(name) ?? '']));
	return { name: query.get('policy') ?? '', terms };
}

/** All parameters of a policy; empty if not given. */
export function policyParameters({ name, terms }: ChosenPolicy): Record<string, string> {
	const nothing = Object.fromEntries(policyNames.map((parameter) => [parameter, '']));
	return { ...nothing, ...terms, policy: name };
}

/** The policy as a query string for the API and for links, without a question mark; empty for no policy. */
export function policyQuery(policy: ChosenPolicy): string {
	const parameters = Object.entries(policyParameters(policy)).filter(([, text]) => text !== '');
	return new URLSearchParams(parameters).toString();
}

/** Whether any term is given. The day is not a term. */
export function hasTerms({ terms }: ChosenPolicy): boolean {
	return Object.entries(terms).some(([name, text]) => name !== 'as_of' && text !== '');
}

/** The terms of a named policy, without those that have no effect. */
export function termsOf(policy: NamedPolicy): Record<string, string> {
	const { exclude, defer_days, defer_major_days } = policy;
	const texts = Object.keys(numberLabels).map((name) => [name, String(policy[name as NumberTerm] ?? '')]);
	return {
		...Object.fromEntries(texts),
		defer_days: defer_days ? String(defer_days) : '',
		defer_major_days: defer_major_days === defer_days ? '' : String(defer_major_days),
		exclude: exclude.join(','),
	};
}

/** All terms of a policy, including those of its name; null if the list does not have the name. */
export function allTerms(
	{ name, terms }: ChosenPolicy,
	{ policies }: PolicyList,
): ChosenPolicy['terms'] | null {
	if (name === '') return terms;
	const named = policies.find((policy) => policy.name === name);
	if (!named) return null;
	const chosenTerms = Object.entries(terms).filter(([, text]) => text !== '');
	return { ...termsOf(named), ...Object.fromEntries(chosenTerms) };
}

/** A policies file with these terms. Text that is not a number stays as typed; checking the file reports it. */
export function policiesFile(
	{ as_of: _, exclude = '', ...terms }: ChosenPolicy['terms'],
	name = 'standard',
): string {
	const numbers = Object.entries(terms)
		.filter(([, text]) => text !== '')
		.map(([term, text]) => [term, /^\d+$/.test(text) ? Number(text) : text]);
	const versions = exclude.split(',').flatMap((text) => text.trim() || []);
	const policy = { ...Object.fromEntries(numbers), ...(versions.length > 0 && { exclude: versions }) };
	return JSON.stringify({ policies: { [name]: policy } }, null, 2);
}
