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
