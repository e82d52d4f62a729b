import { parseVersion } from '../../catalog/version.ts';
import { readWholeNumber } from '../../text/whole-number.ts';

/** What whoever keeps Macs current asks of them: which release, after how long, until when. */
export interface Policy extends PolicyTerms {
	/** The day to look from: whatever came later does not exist yet. */
	readonly asOf: string;
	/** Whether anything is asked for. Without it nothing can be met or missed. */
	readonly given: boolean;
	/** The named policy it comes from. */
	readonly name: string | null;
}

export interface PolicyTerms {
	/** How many majors back from the vendor's newest one Macs may stay: 1 for N-1. */
	readonly behind: number;
	/** A release must be at least this old to be asked for. */
	readonly deferDays: number;
	/** A major counts as released once its first release is this old. */
	readonly deferMajorDays: number;
	/** Releases that are never asked for, as the tables spell them. */
	readonly exclude: readonly string[];
	/** Days from when a release became the target to its deadline; null for no deadline. */
	readonly graceDays: number | null;
	/** The same where the way to the target closes a hole that is exploited; null for no difference. */
	readonly exploitedGraceDays: number | null;
}

/** The newest release at once, and no deadline. */
export const usualTerms: PolicyTerms = {
	behind: 0,
	deferDays: 0,
	deferMajorDays: 0,
	exclude: [],
	graceDays: null,
	exploitedGraceDays: null,
};

/** A look at a day that asks for nothing. */
export function noPolicy(asOf: string): Policy {
	return { ...usualTerms, asOf, given: false, name: null };
}

/** A policy of the terms that are given; the major waits as long as a release unless told otherwise. */
export function policyOf(asOf: string, terms: Partial<PolicyTerms>, name: string | null = null): Policy {
	const { deferDays = usualTerms.deferDays } = terms;
	return { ...usualTerms, deferMajorDays: deferDays, ...terms, asOf, given: true, name };
}

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

/** What a deadline depends on beside the policy. */
export interface Circumstances {
	/** The way to the target closes a hole that attackers use. */
	readonly exploited: boolean;
}

/** All there are. */
const every: readonly Circumstances[] = [{ exploited: false }, { exploited: true }];

/**
 * Days from when a release became the target to its deadline; null for no deadline. Everything that a term of a policy does
 * to a deadline it does here: `/advice`, the report on a fleet and all formats that are enforced follow.
 */
export function graceOf(
	{ graceDays, exploitedGraceDays }: Policy,
	{ exploited }: Circumstances,
): number | null {
	if (!exploited || exploitedGraceDays === null) return graceDays;
	// Exploited holes never wait longer than others.
	return graceDays === null ? exploitedGraceDays : Math.min(graceDays, exploitedGraceDays);
}

/** The least that the policy gives anybody; null where it gives no deadline at all. */
export function shortestGrace(policy: Policy): number | null {
	const graces = every.map((each) => graceOf(policy, each)).filter((grace) => grace !== null);
	return graces.length === 0 ? null : Math.min(...graces);
}
