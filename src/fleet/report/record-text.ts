import type { Mac } from '../fleet.ts';
import { macRecord } from './report.ts';

/**
 * The record of a Mac as JSON. What it shares with others is printed once for all of them: to make an object of thirty
 * members and print it for each of 200,000 Macs takes most of the time that a report takes.
 */
export function recordText(mac: Mac, columns: readonly string[]): string {
	const { file, row, name, serial, seen, known, kept, verdict } = mac;
	known.json ??= sharedText(mac);
	const own = `{"row":${row},"file":${JSON.stringify(file)},"name":${textOrNull(name)},"serial":${textOrNull(serial)}`;
	const carried =
		columns.length === 0
			? ''
			: `,"kept":{${columns.map((column, at) => `${JSON.stringify(column)}:${JSON.stringify(kept[at] ?? '')}`).join(',')}}`;
	const judged = verdict ? `,${JSON.stringify(verdict).slice(1, -1)}` : '';
	return `${own},${known.json},"seen":${textOrNull(seen)}${judged}${carried}}`;
}

/** Everything from the model to the day of the last contact, as the record has it. */
function sharedText(mac: Mac): string {
	// A verdict rests on the day of the last contact, which is the Mac's own.
	const { verdict, ...unjudged } = mac;
	const { row, file, name, serial, seen, ...shared } = macRecord(unjudged);
	return JSON.stringify(shared).slice(1, -1);
}

function textOrNull(text: string | null): string {
	return text ? JSON.stringify(text) : 'null';
}
