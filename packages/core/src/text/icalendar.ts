import { byteLength } from './bytes.ts';

/** The most octets of a line without its end (RFC 5545, section 3.1). */
const longestLine = 75;

/** Prints the lines of an iCalendar file. */
export function printCalendar(lines: readonly string[]): string {
	return lines.map((line) => `${folded(line)}\r\n`).join('');
}

/** The value of a property of text (section 3.3.11), without control characters. */
export function calendarValue(text: string): string {
	return text
		.replace(/[\\;,]/g, '\\$&')
		.replace(/\r?\n/g, '\\n')
		.replace(/[\x00-\x08\x0b-\x1f\x7f]/g, '');
}

/** The lines of an event that lasts whole days, `end` being the day after the last. */
export function calendarDays(start: string, end: string): string[] {
	const compact = (day: string) => day.replaceAll('-', '');
	return [`DTSTART;VALUE=DATE:${compact(start)}`, `DTEND;VALUE=DATE:${compact(end)}`];
}

/** Folds a long line between characters: each next line begins with a space. */
function folded(line: string): string {
	const pieces: string[] = [];
	let [piece, room] = ['', longestLine];
	for (const character of line) {
		const size = byteLength(character);
		if (size > room) {
			pieces.push(piece);
			[piece, room] = ['', longestLine - 1];
		}
		piece += character;
		room -= size;
	}
	return [...pieces, piece].join('\r\n ');
}
