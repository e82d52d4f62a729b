import { isDay } from '../../text/day.ts';
import type { NamedPolicies } from './named-policies.ts';
import {
	type DraftTerms,
	excludeExpected,
	type NumberTerm,
	noPolicy,
	numberExpected,
	numberTerms,
	type Policy,
	policyOf,
	setExclude,
	setNumber,
} from './policy.ts';

/** Where the terms come from: the parameters of a query, or the options of a command. */
interface PolicyTexts {
	get(name: string): string | null;
}

/** A term that cannot be read, and what is expected. */
export interface BadTerm {
	readonly parameter: string;
	readonly expected: string;
}

/** The day of the answer: today unless one is given. */
export function readDay(texts: PolicyTexts, today: string): string | BadTerm {
	const asOf = texts.get('as_of') ?? today;
	return isDay(asOf) ? asOf : bad('as_of', 'a day from 1983-01-01 to 2099-12-31, written YYYY-MM-DD');
}

/** The policy that the texts describe. A given term overrides the named policy. */
export function readPolicy(texts: PolicyTexts, today: string, named: NamedPolicies): Policy | BadTerm {
	const asOf = readDay(texts, today);
	if (typeof asOf !== 'string') return asOf;
	const name = texts.get('policy');
	const base = name === null ? {} : named.get(name)?.terms;
	if (!base) return bad('policy', namesOf(named));
	const terms: DraftTerms = { ...base };
	let isStated = name !== null;
	for (const parameter of Object.keys(numberTerms) as NumberTerm[]) {
		const text = texts.get(parameter);
		if (text === null) continue;
		if (!setNumber(terms, parameter, text)) return bad(parameter, numberExpected(parameter));
		isStated = true;
	}
	const excluded = texts.get('exclude');
	if (excluded !== null) {
		const versions = excluded === '' ? [] : excluded.split(',').map((text) => text.trim());
		if (!setExclude(terms, versions)) return bad('exclude', `${excludeExpected}, separated by commas`);
		isStated = true;
	}
	return isStated ? policyOf(asOf, terms, name) : noPolicy(asOf);
}

function namesOf(named: NamedPolicies): string {
	if (named.size === 0) return 'none: the POLICIES file has no policies';
	return `one of ${[...named.keys()].join(', ')}`;
}

function bad(parameter: string, expected: string): BadTerm {
	return { parameter, expected };
}
