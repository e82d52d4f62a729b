import type { NamedPolicies } from './named-policies.ts';
import {
	type DraftTerms,
	excludeExpected,
	type NumberTerm,
	numberExpected,
	numberTerms,
	type PolicyTerms,
	setExclude,
	setNumber,
	usualTerms,
} from './policy.ts';
import { checkedSettings } from './update-settings.ts';

/** Terms that a program gives. Throws if one is misspelled or out of bounds: the answer would be that of another policy. */
export function checkedTerms(given: Partial<PolicyTerms>): Partial<PolicyTerms> {
	const terms: DraftTerms = {};
	for (const [term, value] of Object.entries(given)) if (value !== undefined) setTerm(terms, term, value);
	return terms;
}

/** The same for each of several policies. */
export function checkedPolicies(policies: NamedPolicies): NamedPolicies {
	const checked = Array.from(policies, ([name, policy]) => {
		try {
			const { terms, settings } = policy;
			const checked = { ...policy, terms: checkedTerms(terms) };
			return [name, settings ? { ...checked, settings: checkedSettings(settings) } : checked] as const;
		} catch (thrown) {
			throw thrown instanceof TypeError ? new TypeError(`policy ${name}: ${thrown.message}`) : thrown;
		}
	});
	return new Map(checked);
}

function setTerm(terms: DraftTerms, term: string, value: unknown): void {
	if (term === 'exclude') {
		if (!Array.isArray(value) || !setExclude(terms, value.map(String)))
			throw new TypeError(`exclude is ${value}: expected ${excludeExpected}`);
		return;
	}
	const name = numberNames.find((number) => numberTerms[number][0] === term);
	if (!name) throw new TypeError(`there is no term ${JSON.stringify(term)}: expected one of ${termsGiven}`);
	const [property] = numberTerms[name];
	if (value === null && usualTerms[property] === null) Object.assign(terms, { [property]: null });
	else if (!setNumber(terms, name, String(value)))
		throw new TypeError(`${term} is ${value}: expected ${numberExpected(name)}`);
}

const numberNames = Object.keys(numberTerms) as NumberTerm[];
const termsGiven = Object.keys(usualTerms).join(', ');
