import { parseVersion } from '../../catalog/version.ts';
import { readWholeNumber } from '../../text/whole-number.ts';
import type { PolicyTerms } from './policy.ts';

/** Ten years: no policy waits longer, and a longer one is a slip. */
export const longestDays = 3650;
export const mostBehind = 99;
export const mostExcluded = 100;

/** The terms by the name they have in queries, options, files and records, and the most of each. */
const allTerms = {
	behind: ['behind', mostBehind],
	defer_days: ['deferDays', longestDays],
	defer_major_days: ['deferMajorDays', longestDays],
	exclude: ['exclude', mostExcluded],
	grace_days: ['graceDays', longestDays],
	exploited_grace_days: ['exploitedGraceDays', longestDays],
} as const satisfies Record<string, readonly [keyof PolicyTerms, number]>;

const { exclude: _, ...numbers } = allTerms;
export const numberTerms = numbers;
export type NumberTerm = keyof typeof numberTerms;

/** The terms as answers and reports tell them. */
export type TermsRecord = {
	readonly [Name in keyof typeof allTerms]: PolicyTerms[(typeof allTerms)[Name][0]];
};

export function termsRecord(terms: PolicyTerms): TermsRecord {
	return Object.fromEntries(
		Object.entries(allTerms).map(([name, [term]]) => [name, terms[term]]),
	) as unknown as TermsRecord;
}

/** The terms that such a record has: one of an earlier release may lack some. */
export function termsOfRecord(record: Partial<TermsRecord>): Partial<PolicyTerms> {
	const given = Object.entries(allTerms).filter(([name]) => Object.hasOwn(record, name));
	return Object.fromEntries(given.map(([name, [term]]) => [term, record[name as keyof TermsRecord]]));
}

/** Terms as they are gathered. */
export type DraftTerms = { -readonly [K in keyof PolicyTerms]?: PolicyTerms[K] };

export const excludeExpected = `at most ${mostExcluded} versions such as 26.6.1`;

export function numberExpected(name: NumberTerm): string {
	return `a whole number from 0 to ${numberTerms[name][1]}`;
}

/** Puts a number into the terms; false when it is none, or out of bounds. */
export function setNumber(terms: DraftTerms, name: NumberTerm, text: string): boolean {
	const [term, most] = numberTerms[name];
	const value = readWholeNumber(text, 0, most);
	if (value === null) return false;
	terms[term] = value;
	return true;
}

/** Puts the excluded releases into the terms, spelt as the tables do; false when one is no version. */
export function setExclude(terms: DraftTerms, texts: readonly string[]): boolean {
	const versions = texts.flatMap((text) => parseVersion(text)?.canonical ?? []);
	if (texts.length > mostExcluded || versions.length < texts.length) return false;
	terms.exclude = [...new Set(versions)];
	return true;
}
