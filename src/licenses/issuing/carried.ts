import { parseDay } from '@pointrelease/core/src/text/day.ts';
import { type CarriedColumn, type LicenseRecord, licenseColumns } from '../../database/license-columns.ts';
import { Failure } from '../../process/failure.ts';
import { checkEmail, checkExpires, checkNote, checkOrder } from '../license.ts';

/** The properties that people set when they issue or import a license, checked. */
export type Carried = Pick<LicenseRecord, CarriedColumn['property']>;

/** Reads the text of each form. Empty text gives null. */
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

/** Reads every carried column from its text. */
export function readCarried(textOf: (column: CarriedColumn) => string | null): Carried {
	return Object.fromEntries(
		carriedColumns.map((column) => [column.property, readers[column.carried](textOf(column))]),
	) as Carried;
}

/** The carried properties of an existing license. */
export function carriedOf(license: LicenseRecord): Carried {
	return Object.fromEntries(carriedColumns.map(({ property }) => [property, license[property]])) as Carried;
}

/** The carried properties by the names of their columns. */
export function carriedValues(carried: Carried): Record<CarriedColumn['name'], string | null> {
	return Object.fromEntries(carriedColumns.map(({ name, property }) => [name, carried[property]])) as Record<
		CarriedColumn['name'],
		string | null
	>;
}

/** Reads whether reminders are off: `off`; or null for `on` and for empty text. */
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
	// Only the form that an export writes: `Date.parse` alone would accept a bare number as a month, and many other texts.
	if (!Number.isNaN(moment)) return new Date(moment).toISOString();
	throw new Failure(
		'bad-date',
		'the column revoked holds yes, no, a day such as 2026-01-31 (or the moment of an export), or nothing',
	);
}
