import { majorLifecycle } from '../advice/lifecycle.ts';
import type { Catalog, Major, Release } from '../catalog/catalog.ts';
import { addDays } from '../text/day.ts';
import { inWords } from '../text/day-words.ts';
import { calendarDays, calendarValue, printCalendar } from '../text/icalendar.ts';
import { sha256Hex } from '../text/sha256.ts';
import { releasePage } from './page-routes.ts';

/** Since then ends of support follow a pattern. For an older major the day would be a guess. */
const firstOfHabit = '2016-01-01';

export interface CalendarEntry {
	/** A permanent ID: calendars replace an entry with the same one. */
	readonly name: string;
	readonly summary: string;
	readonly description: string;
	/** The first day, and the day after the last. */
	readonly from: string;
	readonly to: string;
	/** Whether the day is an estimate. */
	readonly expected: boolean;
	/** The path of the page about it. */
	readonly path: string;
}

/** Releases and ends of support as a calendar (RFC 5545). Expected ends say that they are estimates. */
export function releasesCalendar(catalog: Catalog, baseUrl: string, today: string): string {
	const majors = [...catalog.majors.values()].filter(({ releases }) => releases[0]!.released >= firstOfHabit);
	const entries = majors.flatMap((major) => [
		...major.releases.filter(({ withdrawn }) => !withdrawn).map((release) => releaseEntry(major, release)),
		...endEntry(catalog, major, today),
	]);
	return printEntries(entries, {
		title: 'macOS releases and end of support',
		changed: catalog.changed,
		baseUrl,
	});
}

/** Prints a calendar of whole days. */
export function printEntries(
	entries: readonly CalendarEntry[],
	{ title, changed, baseUrl }: { title: string; changed: string; baseUrl: string },
): string {
	const stamp = changed.replace(/\.\d+/, '').replace(/[-:]/g, '');
	const lines = [
		'BEGIN:VCALENDAR',
		'VERSION:2.0',
		'PRODID:-//pointrelease//releases//EN',
		'CALSCALE:GREGORIAN',
		'METHOD:PUBLISH',
		`NAME:${calendarValue(title)}`,
		`X-WR-CALNAME:${calendarValue(title)}`,
		'REFRESH-INTERVAL;VALUE=DURATION:PT6H',
		...entries.flatMap((entry) => eventOf(entry, stamp, baseUrl)),
		'END:VCALENDAR',
	];
	return printCalendar(lines);
}

function releaseEntry(major: Major, { version, released }: Release): CalendarEntry {
	return {
		name: `release ${version}`,
		summary: `${major.systemName.replace(major.name, '')}${version} released`,
		description: `Released on ${inWords(released)}.`,
		from: released,
		to: addDays(released, 1),
		expected: false,
		path: releasePage(version, major.name),
	};
}

/** The day on which support ended, or the month in which it is expected to end. */
function endEntry(catalog: Catalog, major: Major, today: string): CalendarEntry[] {
	const lifecycle = majorLifecycle(catalog, major.name, today);
	const { endedOn, estimatedEnd } = lifecycle ?? { endedOn: null, estimatedEnd: null };
	const common = { name: `end ${major.name}`, path: `/release/${major.name}` };
	if (endedOn)
		return [
			{
				...common,
				summary: `${major.systemName}: end of support`,
				description: 'No further updates, as far as Apple’s habit since 2016 tells.',
				from: endedOn,
				to: addDays(endedOn, 1),
				expected: false,
			},
		];
	if (!estimatedEnd) return [];
	return [
		{ ...common, ...expectedMonth(estimatedEnd), summary: `Expected: ${major.systemName}: end of support` },
	];
}

/** An end of support that is expected in a month. */
export function expectedMonth(estimatedEnd: string): Omit<CalendarEntry, 'name' | 'summary' | 'path'> {
	const from = `${estimatedEnd}-01`;
	const description = `Estimate: about ${inWords(from, 'month')}. Apple names no day.`;
	return { description, from, to: monthAfter(from), expected: true };
}

function eventOf(
	{ name, summary, description, from, to, expected, path }: CalendarEntry,
	stamp: string,
	baseUrl: string,
) {
	const digest = sha256Hex(`pointrelease ${name}`).slice(0, 32);
	return [
		'BEGIN:VEVENT',
		`UID:${digest}@pointrelease`,
		`DTSTAMP:${stamp}`,
		...calendarDays(from, to),
		`SUMMARY:${calendarValue(summary)}`,
		`DESCRIPTION:${calendarValue(description)}`,
		`URL:${baseUrl}${path}`,
		`STATUS:${expected ? 'TENTATIVE' : 'CONFIRMED'}`,
		'TRANSP:TRANSPARENT',
		'END:VEVENT',
	];
}

function monthAfter(day: string): string {
	const [year, month] = day.split('-').map(Number) as [number, number];
	return month === 12 ? `${year + 1}-01-01` : `${year}-${String(month + 1).padStart(2, '0')}-01`;
}
