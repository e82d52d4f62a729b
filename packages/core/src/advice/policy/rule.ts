import type { Exploitation } from '../../catalog/catalog.ts';
import { dayNumber, dayOfNumber, earlierDay, laterDay } from '../../text/day.ts';

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

type Clock =
	/** A number of days after the release, the last one included. */
	| { readonly kind: 'days'; readonly days: number }
	/** The same day of the next month, or its last day. */
	| { readonly kind: 'month' }
	/** 48 hours if a vulnerability is known to be exploited, otherwise a month. */
	| { readonly kind: 'month-or-48-hours' }
	/** The due date of each entry in the KEV catalog. */
	| { readonly kind: 'due-date' }
	/** Days by the exposure of the Mac and what CISA says of each CVE: the table of BOD 26-04. */
	| { readonly kind: 'risk-table' };

/** A clock that starts with each release, not with each entry of the KEV catalog. */
export type ReleaseClock = Exclude<Clock, { kind: 'due-date' | 'risk-table' }>;

/** Which part of a rule sets a time limit: a rule may have several. */
type Limit =
	| 'days'
	| 'month'
	| '48-hours'
	| 'due-date'
	/** The table, for an entry of the KEV catalog. */
	| 'risk-table'
	/** The table, for fixes of CVEs that the catalog does not list: they count from their detection, whose day is not known. */
	| 'unlisted';

/**
 * The last day that is certainly in time, and the last that may be, as numbers of days. They differ if a rule counts
 * hours: the tables have no hours.
 */
export interface Due {
	readonly sure: number;
	readonly possible: number;
	readonly limit: Limit;
	/** For the risk table: no assessment of the CVE was read, so every row of the table counts. */
	readonly isUnassessed?: true;
}

/** The time limit for installing a release, counted from its day. */
export function dueOf(clock: ReleaseClock, released: string, exploitedSince: string | null): Due {
	if (clock.kind === 'days') return onDay(dayNumber(released) + clock.days, 'days');
	// A clock of a new kind must say here when it ends: without this line it would silently be that of 48 hours.
	clock.kind satisfies 'month' | 'month-or-48-hours';
	const month = dayNumber(monthAfter(released));
	if (clock.kind === 'month' || exploitedSince === null) return onDay(month, 'month');
	// If the exploit became known after the release, the hours start on that day.
	const start = dayNumber(laterDay(exploitedSince, released));
	if (start + 1 >= month) return onDay(month, 'month');
	return { sure: start + 1, possible: start + 2, limit: '48-hours' };
}

function onDay(day: number, limit: Limit): Due {
	return { sure: day, possible: day, limit };
}

/** The days of table 1 of BOD 26-04 for entries of the KEV catalog, on Macs that are publicly exposed and others. */
const riskTable = [
	{ automatable: 'yes', impact: 'total', exposed: 3, unexposed: 3 },
	{ automatable: 'yes', impact: 'partial', exposed: 3, unexposed: 14 },
	{ automatable: 'no', impact: 'total', exposed: 3, unexposed: 14 },
	{ automatable: 'no', impact: 'partial', exposed: 14, unexposed: 14 },
];

/** The time limit for fixing an entry of the KEV catalog; null while the catalog does not list the CVE. */
export function dueOfEntry(
	clock: Exclude<Clock, ReleaseClock>,
	{ kevAdded, kevDue, ssvc }: Exploitation,
): Due | null {
	if (kevAdded === null) return null;
	// CISA's mark in the CVE's record comes without the due date of the catalog.
	if (clock.kind === 'due-date')
		return kevDue === null ? dueUnlisted(kevAdded) : onDay(dayNumber(kevDue), 'due-date');
	const days = riskTable
		.filter(
			({ automatable, impact }) =>
				ssvc === null || (automatable === ssvc.automatable && impact === ssvc.technicalImpact),
		)
		.flatMap(({ exposed, unexposed }) => [exposed, unexposed]);
	const listed = dayNumber(kevAdded);
	return {
		sure: listed + Math.min(...days),
		possible: listed + Math.max(...days),
		limit: 'risk-table',
		...(ssvc === null && { isUnassessed: true }),
	};
}

/** The time limit for CVEs that the catalog does not list: from the release on, nobody can tell whether the fix is late. */
export function dueUnlisted(released: string): Due {
	return { sure: dayNumber(released) - 1, possible: Number.POSITIVE_INFINITY, limit: 'unlisted' };
}

/** The same day of the next month, or the last day of that month. */
export function monthAfter(day: string): string {
	const [year, month, date] = day.split('-').map(Number) as [number, number, number];
	const [nextYear, nextMonth] = month === 12 ? [year + 1, 1] : [year, month + 1];
	const [lastYear, lastMonth] = nextMonth === 12 ? [nextYear + 1, 1] : [nextYear, nextMonth + 1];
	const last = dayOfNumber(dayNumber(`${lastYear}-${String(lastMonth).padStart(2, '0')}-01`) - 1);
	const same = `${nextYear}-${String(nextMonth).padStart(2, '0')}-${String(date).padStart(2, '0')}`;
	return earlierDay(same, last);
}
