import { parseVersion } from '../../catalog/version.ts';
import { dayNumber } from '../../text/day.ts';
import { readWholeNumber } from '../../text/numbers.ts';
import type { UpdateSettings } from './update-settings.ts';

/** What an organization requires of its Macs: which release, after how long, until when. */
export interface Policy extends PolicyTerms {
	/** The day of the answer: later releases and facts do not exist yet. */
	readonly asOf: string;
	/** Whether a policy was given. Without one, nothing can be met or missed. */
	readonly isStated: boolean;
	/** The named policy it comes from. */
	readonly name: string | null;
	/** How its Macs themselves handle updates: no verdict depends on it, only files for an MDM have it. */
	readonly settings?: UpdateSettings;
}

export interface PolicyTerms {
	/** How many majors behind the vendor's newest one Macs may stay: 1 for N-1. */
	readonly behind: number;
	/** A release must be at least this old before it is required. */
	readonly deferDays: number;
	/** A major counts as released once its first release is this old. */
	readonly deferMajorDays: number;
	/** Releases that are never required, spelled as in the tables. */
	readonly exclude: readonly string[];
	/** Days from when a release became the target to its deadline; null for no deadline. */
	readonly graceDays: number | null;
	/** The same if the update fixes an exploited vulnerability; null for no difference. */
	readonly exploitedGraceDays: number | null;
	/** Days from the first day on which a Mac is known, before which it is not overdue; null for none. */
	readonly enrollmentGraceDays: number | null;
}

/** The newest release at once, and no deadline. */
export const usualTerms: PolicyTerms = {
	behind: 0,
	deferDays: 0,
	deferMajorDays: 0,
	exclude: [],
	graceDays: null,
	exploitedGraceDays: null,
	enrollmentGraceDays: null,
};

/** No policy: only the day of the answer. */
export function noPolicy(asOf: string): Policy {
	return { ...usualTerms, asOf, isStated: false, name: null };
}

/** A policy with the given terms. Majors are deferred as long as other releases unless `deferMajorDays` is given. */
export function policyOf(asOf: string, terms: Partial<PolicyTerms>, name: string | null = null): Policy {
	const { deferDays = usualTerms.deferDays } = terms;
	return { ...usualTerms, deferMajorDays: deferDays, ...terms, asOf, isStated: true, name };
}

/** Ten years: a larger number is a typing mistake. */
export const longestDays = 3650;
export const mostBehind = 99;
export const mostExcluded = 100;

/** The terms by their name in queries, options, files and records: the property, the maximum and the meaning of each. */
const allTerms = {
	behind: [
		'behind',
		mostBehind,
		"how many major versions back from Apple's newest are allowed: 1 for N-1, 2 for N-2",
	],
	defer_days: ['deferDays', longestDays, 'days a release must be out before it becomes the target'],
	defer_major_days: [
		'deferMajorDays',
		longestDays,
		'days the first release of a major version must be out before that version counts (`defer_days`, unless given)',
	],
	exclude: ['exclude', mostExcluded, 'releases that are never the target'],
	grace_days: ['graceDays', longestDays, 'days from the day a release became the target to the deadline'],
	exploited_grace_days: [
		'exploitedGraceDays',
		longestDays,
		'a shorter deadline for updates that fix a known exploited vulnerability, counted from the day its exploitation became known if that is later',
	],
	enrollment_grace_days: [
		'enrollmentGraceDays',
		longestDays,
		'days from the day a Mac was enrolled, or was first seen, before which it is never overdue',
	],
} as const satisfies Record<string, readonly [keyof PolicyTerms, number, string]>;

export const termNames = Object.keys(allTerms) as readonly (keyof typeof allTerms)[];

const { exclude: excludeTerm, ...numbers } = allTerms;
export const numberTerms = numbers;
export const [, , excludeMeaning] = excludeTerm;
export type NumberTerm = keyof typeof numberTerms;

/** The terms as answers and reports show them. */
export type TermsRecord = {
	readonly [Name in keyof typeof allTerms]: PolicyTerms[(typeof allTerms)[Name][0]];
};

export function termsRecord(terms: PolicyTerms): TermsRecord {
	return Object.fromEntries(
		Object.entries(allTerms).map(([name, [term]]) => [name, terms[term]]),
	) as unknown as TermsRecord;
}

/** The terms of a record, which may lack some: it may come from a file. */
export function termsOfRecord(record: Partial<TermsRecord>): Partial<PolicyTerms> {
	const presentTerms = Object.entries(allTerms).filter(([name]) => Object.hasOwn(record, name));
	return Object.fromEntries(presentTerms.map(([name, [term]]) => [term, record[name as keyof TermsRecord]]));
}

/** Terms while they are being read. */
export type DraftTerms = { -readonly [K in keyof PolicyTerms]?: PolicyTerms[K] };

export const excludeExpected = `at most ${mostExcluded} versions such as 26.6.1`;

export function numberExpected(name: NumberTerm): string {
	return `a whole number from 0 to ${numberTerms[name][1]}`;
}

/** Sets a number; false if the text is not a number or is out of bounds. */
export function setNumber(terms: DraftTerms, name: NumberTerm, text: string): boolean {
	const [term, most] = numberTerms[name];
	const value = readWholeNumber(text, 0, most);
	if (value === null) return false;
	terms[term] = value;
	return true;
}

/** Sets the excluded releases, spelled as in the tables; false if one is not a version. */
export function setExclude(terms: DraftTerms, texts: readonly string[]): boolean {
	const versions = texts.flatMap((text) => parseVersion(text)?.canonical ?? []);
	if (texts.length > mostExcluded || versions.length < texts.length) return false;
	terms.exclude = [...new Set(versions)];
	return true;
}

/**
 * The deadline, as the number of a day, of a release that is the target since a day; null for no deadline. An exploited
 * vulnerability only shortens the time, and counts from the day on which its exploitation became known. All that the terms of a
 * policy do to a deadline is here: `/advice`, fleet reports and every enforcement format call it.
 */
export function deadlineFrom(
	{ graceDays, exploitedGraceDays }: Policy,
	since: number,
	exploitedSince: number | null,
): number | null {
	const usual = graceDays === null ? null : since + graceDays;
	if (exploitedSince === null || exploitedGraceDays === null) return usual;
	const exploited = Math.max(since, exploitedSince) + exploitedGraceDays;
	return usual === null ? exploited : Math.min(usual, exploited);
}

/** The first deadline, as the number of a day, that a Mac may have: the end of its enrollment grace; null without one. */
export function firstDeadline({ enrollmentGraceDays }: Policy, known: string | null): number | null {
	return enrollmentGraceDays === null || known === null ? null : dayNumber(known) + enrollmentGraceDays;
}

/** The least time that the policy gives; null if it has no deadline at all. */
export function shortestGrace({ graceDays, exploitedGraceDays }: Policy): number | null {
	const graces = [graceDays, exploitedGraceDays].filter((days) => days !== null);
	return graces.length === 0 ? null : Math.min(...graces);
}
