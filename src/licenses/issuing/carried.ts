import { type CarriedColumn, type LicenseRecord, licenseColumns } from '../../database/license-columns.ts';
import { checkEmail, checkExpires, checkNote, checkOrder } from '../license.ts';
import { readRevoked } from './revoked-column.ts';

/** What whoever issues or imports a license gives of it, read and checked. */
export type Carried = Pick<LicenseRecord, CarriedColumn['property']>;

/** How the text of each form is read; nothing is given where it is empty. */
const readers: Record<CarriedColumn['carried'], (text: string | null) => string | null> = {
	email: (text) => checkEmail(text ?? ''),
	day: (text) => (text ? checkExpires(text) : null),
	text: (text) => (text ? checkNote(text) : null),
	order: (text) => (text ? checkOrder(text) : null),
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
