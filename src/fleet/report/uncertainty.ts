import type { Summary } from './summary.ts';

/** How many Macs may be left without an answer: so many, or so many of a hundred. */
export type Allowed = { readonly macs: number } | { readonly percent: number };

/** Reads `5` or `5%`; null for anything else. */
export function readAllowed(text: string): Allowed | null {
	const [, number, percent] = /^(\d{1,9}(?:\.\d+)?) ?(%?)$/.exec(text.trim()) ?? [];
	if (number === undefined) return null;
	if (percent) return Number(number) <= 100 ? { percent: Number(number) } : null;
	return number.includes('.') ? null : { macs: Number(number) };
}

/**
 * Whether a policy cannot be called met, because too many Macs were not judged. Macs on pages that are not there count among
 * them; where nobody says how many those are, only all of them are enough.
 */
export function isTooUncertain(
	summary: Pick<Summary, 'macs' | 'meets_policy' | 'misses_policy' | 'incomplete' | 'missing_rows'>,
	allowed: Allowed,
): boolean {
	const { macs, meets_policy, misses_policy, incomplete, missing_rows } = summary;
	if (incomplete && missing_rows === 0) return !('percent' in allowed && allowed.percent === 100);
	const unknown = macs - meets_policy - misses_policy + missing_rows;
	return 'macs' in allowed ? unknown > allowed.macs : unknown * 100 > allowed.percent * (macs + missing_rows);
}
