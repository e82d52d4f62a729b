import { addDays } from '@pointrelease/core/src/text/day.ts';
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
		`DTSTART;VALUE=DATE:${deadline.replaceAll('-', '')}`,
		`DTEND;VALUE=DATE:${addDays(deadline, 1).replaceAll('-', '')}`,
		'TRANSP:TRANSPARENT',
		`SUMMARY:${escaped(title)}`,
		`DESCRIPTION:${escaped(sentences.join('\n'))}`,
		'END:VEVENT',
		'END:VCALENDAR',
	];
	return lines.map((line) => `${folded(line)}\r\n`).join('');
}

function escaped(text: string): string {
	return text
		.replace(/[\\;,]/g, '\\$&')
		.replace(/\r?\n/g, '\\n')
		.replace(/[\x00-\x08\x0b-\x1f\x7f]/g, '');
}

/** A line has at most 75 bytes; the next one begins with a space. */
function folded(line: string): string {
	const parts: string[] = [];
	let part = '';
	for (const character of line) {
		const most = parts.length === 0 ? 75 : 74;
		if (Buffer.byteLength(part + character) > most) {
			parts.push(part);
			part = '';
		}
		part += character;
	}
	return [...parts, part].join('\r\n ');
}
