import { type CarriedColumn, type LicenseRecord, licenseColumns } from '../../database/license-columns.ts';
import { Failure } from '../../process/failure.ts';
import { parseDay } from '../../text/day.ts';
import { checkEmail, checkExpires, checkNote, checkOrder } from '../license.ts';

/** The properties of a license that people give when they issue or import it, read and checked. */
export type Carried = Pick<LicenseRecord, CarriedColumn['property']>;

/** Reads the text of each form; empty text gives nothing. */
const readers: Record<CarriedColumn['carried'], (text: string | null) => string | null> = {
	email: (text) => checkEmail(text ?? ''),
	day: (text) => (text ? checkExpires(text) : null),
	text: (text) => (text ? checkNote(text) : null),
	order: (text) => (text ? checkOrder(text) : null),
	switch: (text) => readSwitch(text ?? ''),
	revocation: (text) => readRevoked(text ?? ''),
};

export const carriedColumns: readonly CarriedColumn[] = licenseColumns.filter(
	(column) => 'carried' in column,
);

/** Every column that is carried, from the text that somebody gave for it. */
export function readCarried(given: (column: CarriedColumn) => string | null): Carried {
	return Object.fromEntries(
		carriedColumns.map((column) => [column.property, readers[column.carried](given(column))]),
	) as Carried;
}

/** The same of a license that is there. */
export function carriedOf(license: LicenseRecord): Carried {
	return Object.fromEntries(carriedColumns.map(({ property }) => [property, license[property]])) as Carried;
}

/** The same under the names of the columns. */
export function carriedValues(carried: Carried): Record<CarriedColumn['name'], string | null> {
	return Object.fromEntries(carriedColumns.map(({ name, property }) => [name, carried[property]])) as Record<
		CarriedColumn['name'],
		string | null
	>;
}

/** Reads whether reminders are off: `off`, or `on` or nothing for the usual. */
function readSwitch(text: string): string | null {
	const word = text.trim().toLowerCase();
	if (word === '' || word === 'on') return null;
	if (word === 'off') return word;
	throw new Failure('bad-switch', 'the column reminders holds off, on or nothing');
}

/** Reads the moment of a revocation: a day or a moment, `yes` for now, `no` or nothing for none. */
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
