import type { NumberTerm } from '../../../advice/policy/policy.ts';

/** What is asked of Macs: a named policy, terms as texts under the names of a query, or both; a term overrides the name. */
export interface ChosenPolicy {
	/** Empty for none. */
	readonly name: string;
	/** Empty for what is not given. */
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
};

/** The terms of a policy, and the day that it is asked about. */
const termNames = [...Object.keys(numberLabels), 'exclude', 'as_of'];

/** What addresses of the page said before they said the same as the API. */
const oldNames = { defer: 'defer_days', grace: 'grace_days' } as const;

/** Every parameter of an address that is about the policy. */
export const policyNames: readonly string[] = ['policy', ...termNames, ...Object.keys(oldNames)];

/** The policy that an address asks for. */
export function policyInAddress(query: URLSearchParams): ChosenPolicy {
	const terms = Object.fromEntries(termNames.map((name) => [name, query.get(name) ?? '']));
	for (const [old, name] of Object.entries(oldNames)) terms[name] ||= query.get(old) ?? '';
	return { name: query.get('policy') ?? '', terms };
}

/** What an address says of a policy; empty for what it does not say. */
export function policyParameters({ name, terms }: ChosenPolicy): Record<string, string> {
	const nothing = Object.fromEntries(policyNames.map((parameter) => [parameter, '']));
	return { ...nothing, ...terms, policy: name };
}

/** The same as a query for the API and for other views, without a question mark; empty for no policy. */
export function policyQuery(policy: ChosenPolicy): string {
	const said = Object.entries(policyParameters(policy)).filter(([, text]) => text !== '');
	return new URLSearchParams(said).toString();
}

/** Whether some term of the policy itself is given; the day is not a term. */
export function hasTerms({ terms }: ChosenPolicy): boolean {
	return Object.entries(terms).some(([name, text]) => name !== 'as_of' && text !== '');
}

/** The terms of a named policy, without those that change nothing. */
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

/** All terms of a policy, those of its name included; null if the list has no such name. */
export function allTerms(
	{ name, terms }: ChosenPolicy,
	{ policies }: PolicyList,
): ChosenPolicy['terms'] | null {
	if (name === '') return terms;
	const named = policies.find((policy) => policy.name === name);
	if (!named) return null;
	const given = Object.entries(terms).filter(([, text]) => text !== '');
	return { ...termsOf(named), ...Object.fromEntries(given) };
}

/** A policies file with these terms. What is not a number stands there as it was typed: the check of the file says so. */
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
