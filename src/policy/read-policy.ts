import { isDay } from '../catalog/day.ts';
import { parseVersion } from '../catalog/version.ts';
import { readWholeNumber } from '../whole-number.ts';
import { type Policy, type PolicyTerms, usualTerms } from './policy.ts';

/** Where the terms come from: the parameters of a query, or the options of a command. */
export interface PolicyTexts {
	get(name: string): string | null;
}

/** Policies by the name they are asked for with; each has the terms that it sets. */
export type NamedPolicies = ReadonlyMap<string, Partial<PolicyTerms>>;

/** A term that cannot be read, and what would be right. */
export interface BadTerm {
	readonly parameter: string;
	readonly expected: string;
}

/** Ten years: no policy waits longer, and a longer one is a slip. */
export const longestDays = 3650;
export const mostBehind = 99;
export const mostExcluded = 100;

/** The terms that are days or a count, by the name they are given with. */
const numbers = {
	behind: ['behind', mostBehind],
	defer_days: ['deferDays', longestDays],
	defer_major_days: ['deferMajorDays', longestDays],
	grace_days: ['graceDays', longestDays],
	exploited_grace_days: ['exploitedGraceDays', longestDays],
} as const satisfies Record<string, readonly [keyof PolicyTerms, number]>;

/** The policy that the texts describe. A term that is given wins over that of the named policy; others are left alone. */
export function readPolicy(texts: PolicyTexts, today: string, named: NamedPolicies): Policy | BadTerm {
	const asOf = texts.get('as_of') ?? today;
	if (!isDay(asOf)) return bad('as_of', 'a day from 1983-01-01 to 2099-12-31, written YYYY-MM-DD');
	const name = texts.get('policy');
	const base = name === null ? {} : named.get(name);
	if (!base) return bad('policy', namesOf(named));
	const terms: { -readonly [K in keyof PolicyTerms]?: PolicyTerms[K] } = { ...base };
	let given = name !== null;
	for (const [parameter, [term, most]] of Object.entries(numbers)) {
		const text = texts.get(parameter);
		if (text === null) continue;
		const value = readWholeNumber(text, 0, most);
		if (value === null) return bad(parameter, `a whole number from 0 to ${most}`);
		terms[term] = value;
		given = true;
	}
	const excluded = texts.get('exclude');
	if (excluded !== null) {
		const exclude =
			excluded === '' ? [] : excluded.split(',').map((text) => parseVersion(text.trim())?.canonical);
		if (exclude.length > mostExcluded || exclude.includes(undefined)) {
			return bad('exclude', `at most ${mostExcluded} versions separated by commas, such as 26.6.1,15.7.9`);
		}
		terms.exclude = exclude as string[];
		given = true;
	}
	const { deferDays = usualTerms.deferDays } = terms;
	return { ...usualTerms, deferMajorDays: deferDays, ...terms, asOf, given, name };
}

function namesOf(named: NamedPolicies): string {
	if (named.size === 0) return 'no policy, because none is configured: POLICIES names the file of them';
	return `the name of a policy: ${[...named.keys()].join(', ')}`;
}

function bad(parameter: string, expected: string): BadTerm {
	return { parameter, expected };
}
