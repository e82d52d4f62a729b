import { dayNumber, dayOfNumber } from '../../text/day.ts';

/**
 * A rule with a time limit, as frameworks have them: which updates of its major a Mac must have, and until when. A
 * policy names a target; a rule does not require a newer major while the Mac's major is accepted, and a Mac complies
 * until the time for a missing update is over.
 */
export interface Rule {
	/** What starts the clock: releases that fix something, all releases, or entries of the KEV catalog. */
	readonly counts: 'fixes' | 'releases' | 'known-exploited';
	readonly clock: Clock;
	/**
	 * How many of the vendor's newest majors are accepted: 3 are the supported ones; null if the rule says nothing
	 * about majors.
	 */
	readonly majors: number | null;
	/** The verdict on a Mac with an older major. */
	readonly olderMajor: Exclude<Verdict, 'pass'> | null;
	/** The verdict on a late update: `fail`, or `unknown` if the rule depends on a ranking by its reader. */
	readonly late: Exclude<Verdict, 'pass'>;
	/** True if versions can prove compliance; false if they can only disprove it. */
	readonly provable: boolean;
}

export type Verdict = 'pass' | 'fail' | 'unknown';

export type Clock =
	/** A number of days after the release, the last one included. */
	| { readonly kind: 'days'; readonly days: number }
	/** The same day of the next month, or its last day. */
	| { readonly kind: 'month' }
	/** 48 hours if a vulnerability is known to be exploited, otherwise a month. */
	| { readonly kind: 'month-or-48-hours' }
	/** The due date of each entry in the KEV catalog. */
	| { readonly kind: 'due-date' };

/**
 * The last day that is certainly in time, and the last that may be, as numbers of days. They differ if a rule counts
 * hours: the tables have no hours.
 */
export interface Due {
	readonly sure: number;
	readonly possible: number;
}

/** When a release must be installed, counted from its day. */
export function dueOf(
	clock: Exclude<Clock, { kind: 'due-date' }>,
	released: string,
	exploitedSince: string | null,
): Due {
	if (clock.kind === 'days') return onDay(dayNumber(released) + clock.days);
	const month = dayNumber(monthAfter(released));
	if (clock.kind === 'month' || exploitedSince === null) return onDay(month);
	// If the exploit became known after the release, the hours start on that day.
	const start = dayNumber(exploitedSince > released ? exploitedSince : released);
	return { sure: Math.min(start + 1, month), possible: Math.min(start + 2, month) };
}

export function onDay(day: number): Due {
	return { sure: day, possible: day };
}

/** The same day of the next month, or the last day of that month. */
export function monthAfter(day: string): string {
	const [year, month, date] = day.split('-').map(Number) as [number, number, number];
	const [nextYear, nextMonth] = month === 12 ? [year + 1, 1] : [year, month + 1];
	const [lastYear, lastMonth] = nextMonth === 12 ? [nextYear + 1, 1] : [nextYear, nextMonth + 1];
	const last = dayOfNumber(dayNumber(`${lastYear}-${String(lastMonth).padStart(2, '0')}-01`) - 1);
	const same = `${nextYear}-${String(nextMonth).padStart(2, '0')}-${String(date).padStart(2, '0')}`;
	return same < last ? same : last;
}
