import { dayNumber, dayOfNumber } from '../../text/day.ts';

/**
 * A rule with a clock, as frameworks have them: what of the major that a Mac is on must be installed, and until when.
 * It differs from a policy, which names a target: a rule never asks for a newer major as long as the one in use is
 * good enough, and it is kept as long as the time of what is missing is not over.
 */
export interface Rule {
	/** What starts the clock: releases that fix something, all releases, or entries of the KEV catalog. */
	readonly counts: 'fixes' | 'releases' | 'known-exploited';
	readonly clock: Clock;
	/** How many of the vendor's newest majors are good enough: 3 are the supported ones; null where no major is asked for. */
	readonly majors: number | null;
	/** What a Mac on an older major gets. */
	readonly olderMajor: Exclude<Verdict, 'pass'> | null;
	/** What comes too late is a failure, or nobody can say, because the rule leaves it to a ranking of its reader. */
	readonly late: Exclude<Verdict, 'pass'>;
	/** Versions alone can show that it is kept; where not, only that it is broken. */
	readonly provable: boolean;
}

export type Verdict = 'pass' | 'fail' | 'unknown';

export type Clock =
	/** So many days after the release, the last one included. */
	| { readonly kind: 'days'; readonly days: number }
	/** The same day of the next month, or its last. */
	| { readonly kind: 'month' }
	/** 48 hours where a vulnerability is known to be exploited, else a month. */
	| { readonly kind: 'month-or-48-hours' }
	/** The day that the KEV catalog names for each entry. */
	| { readonly kind: 'due-date' };

/**
 * The last day on which something is in time for sure, and the last on which it may be, as numbers of days. They differ
 * where a rule counts hours: no table has the hour of a release.
 */
export interface Due {
	readonly sure: number;
	readonly possible: number;
}

/** When a release must be installed under a clock that counts from its day. */
export function dueOf(
	clock: Exclude<Clock, { kind: 'due-date' }>,
	released: string,
	exploitedSince: string | null,
): Due {
	if (clock.kind === 'days') return onDay(dayNumber(released) + clock.days);
	const month = dayNumber(monthAfter(released));
	if (clock.kind === 'month' || exploitedSince === null) return onDay(month);
	// Where the exploit became known after the release, the hours count from that day.
	const start = dayNumber(exploitedSince > released ? exploitedSince : released);
	return { sure: Math.min(start + 1, month), possible: Math.min(start + 2, month) };
}

export function onDay(day: number): Due {
	return { sure: day, possible: day };
}

/** The same day of the next month, or the last of that month where it has none. */
export function monthAfter(day: string): string {
	const [year, month, date] = day.split('-').map(Number) as [number, number, number];
	const [nextYear, nextMonth] = month === 12 ? [year + 1, 1] : [year, month + 1];
	const [lastYear, lastMonth] = nextMonth === 12 ? [nextYear + 1, 1] : [nextYear, nextMonth + 1];
	const last = dayOfNumber(dayNumber(`${lastYear}-${String(lastMonth).padStart(2, '0')}-01`) - 1);
	const same = `${nextYear}-${String(nextMonth).padStart(2, '0')}-${String(date).padStart(2, '0')}`;
	return same < last ? same : last;
}
