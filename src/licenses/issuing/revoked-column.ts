import { Failure } from '../../process/failure.ts';
import { parseDay } from '../../text/day.ts';

/** The moment of a revocation that a column tells: a day or a moment, `yes` for now, `no` or nothing for none. */
export function readRevoked(text: string, now = new Date()): string | null {
	const word = text.trim().toLowerCase();
	if (word === '' || word === 'no') return null;
	if (word === 'yes') return now.toISOString();
	const [, day, time = 't00:00:00z'] =
		/^(\d{4}-\d\d-\d\d)(t\d\d:\d\d:\d\d(?:\.\d{1,3})?z)?$/.exec(word) ?? [];
	const moment = day && parseDay(day) !== null ? Date.parse(day + time.toUpperCase()) : Number.NaN;
	// As an export writes it; `Date.parse` alone takes a lone number for a month, and words for more than they say.
	if (!Number.isNaN(moment)) return new Date(moment).toISOString();
	throw new Failure(
		'bad-date',
		'the column revoked holds yes, no, a day such as 2026-01-31 (or the moment of an export), or nothing',
	);
}
