import { addDays } from '@pointrelease/core/src/text/day.ts';
import { calendarDays, calendarValue, printCalendar } from '@pointrelease/core/src/text/icalendar.ts';
import type { Envelope } from '../message.ts';

/**
 * The deadline of a message as a calendar entry (RFC 5545); null if the message has none. A correction has the same
 * `UID` and a higher `SEQUENCE`, so that calendars move the entry.
 */
export function calendarOf({ queued, message }: Envelope, channel: string): string | null {
	const { deadline, about, title, sentences } = message;
	if (deadline === null) return null;
	const lines = [
		'BEGIN:VCALENDAR',
		'VERSION:2.0',
		'PRODID:-//pointrelease//watch//EN',
		'METHOD:PUBLISH',
		'BEGIN:VEVENT',
		`UID:${`${channel}-${about}`.replace(/[^\w.-]/g, '-')}@pointrelease`,
		`SEQUENCE:${Math.floor(queued / 1000) % 2_147_483_648}`,
		`DTSTAMP:${new Date(queued).toISOString().replace(/[-:]|\.\d+/g, '')}`,
		...calendarDays(deadline, addDays(deadline, 1)),
		'TRANSP:TRANSPARENT',
		`SUMMARY:${calendarValue(title)}`,
		`DESCRIPTION:${calendarValue(sentences.join('\n'))}`,
		'END:VEVENT',
		'END:VCALENDAR',
	];
	return printCalendar(lines);
}
