interface LicenseColumn {
	readonly name: string;
	/** Its type and constraints, in SQL of both databases. Columns that came after schema 1 may be NULL. */
	readonly sql: string;
	/** The version of the schema that added it; absent for schema 1. */
	readonly since?: number;
	/** Its name in a `License`; absent if only SQL uses it. */
	readonly property?: string;
	/** Exports include it. */
	readonly exported?: true;
	/** How people write it when they issue or import a license (`licenses/issuing/carried.ts`). */
	readonly carried?: 'email' | 'day' | 'text' | 'revocation' | 'order' | 'switch';
}

/**
 * All columns of a license. Schema, INSERT, the type `License`, export, import, `license show` and the copy to another
 * database are made from this table. To add a property, add a line at the end with the next version of the schema (`since`), and an entry
 * for that version in `schema.ts`, which may be empty.
 */
export const licenseColumns = [
	{ name: 'number', sql: 'INTEGER PRIMARY KEY', property: 'number' },
	{
		name: 'id',
		sql: 'TEXT NOT NULL UNIQUE CHECK (length(id) = 8)',
		property: 'id',
		exported: true,
	},
	{ name: 'digest', sql: 'BYTEA NOT NULL UNIQUE CHECK (length(digest) = 32)' },
	{ name: 'email', sql: 'TEXT NOT NULL', property: 'email', exported: true, carried: 'email' },
	{ name: 'mailbox', sql: 'TEXT NOT NULL' },
	{ name: 'note', sql: 'TEXT', property: 'note', exported: true, carried: 'text' },
	{ name: 'created', sql: 'TEXT NOT NULL', property: 'created', exported: true },
	{ name: 'expires', sql: 'TEXT', property: 'expires', exported: true, carried: 'day' },
	{ name: 'revoked', sql: 'TEXT', property: 'revoked', exported: true, carried: 'revocation' },
	{ name: 'sealed', sql: 'BYTEA NOT NULL' },
	{ name: 'seal_key', sql: 'TEXT NOT NULL', property: 'sealKey' },
	{ name: 'change', sql: 'INTEGER NOT NULL' },
	{ name: 'order_ref', sql: 'TEXT', property: 'order', exported: true, carried: 'order' },
	// The ID of the license that this one replaces.
	{ name: 'replaces', sql: 'TEXT', property: 'replaces', exported: true },
	// The payment provider whose event revoked it; NULL if a person revoked it.
	{ name: 'revoked_by', sql: 'TEXT' },
	// When a person set its last day, and that day: it includes all earlier payments. NULL if nobody set one.
	{ name: 'granted', sql: 'TEXT' },
	{ name: 'granted_until', sql: 'TEXT' },
	// `off` if its customer wants no reminders; NULL otherwise.
	{ name: 'reminders', sql: 'TEXT', property: 'reminders', exported: true, carried: 'switch' },
] as const satisfies readonly LicenseColumn[];

type Column = (typeof licenseColumns)[number];
export type LicenseColumnName = Column['name'];
/** The columns that people give when they issue a license. */
export type CarriedColumn = Extract<Column, { carried: string }>;

type ValueOf<C extends Column> = C['sql'] extends `INTEGER${string}`
	? number | NullOf<C>
	: string | NullOf<C>;
type NullOf<C extends Column> = C['sql'] extends `${string} PRIMARY KEY` | `${string}NOT NULL${string}`
	? never
	: null;

/** A license in code: the columns with a `property`, each under that name. */
export type LicenseRecord = {
	-readonly [C in Extract<Column, { property: string }> as C['property']]: ValueOf<C>;
};

/** Creates the table with the columns of schema 1. */
export function createLicenses(columns: readonly LicenseColumn[] = licenseColumns): string {
	return `CREATE TABLE licenses (${of(1, columns).join(', ')})`;
}

/** Adds the columns of a later version of the schema. */
export function addedIn(version: number, columns: readonly LicenseColumn[] = licenseColumns): string[] {
	return version === 1
		? []
		: of(version, columns).map((column) => `ALTER TABLE licenses ADD COLUMN ${column}`);
}

function of(version: number, columns: readonly LicenseColumn[]): string[] {
	return columns.filter(({ since = 1 }) => since === version).map(({ name, sql }) => `${name} ${sql}`);
}

/** The columns of a SELECT that returns `LicenseRecord`s. */
export const licenseSelection = licenseColumns
	.flatMap((column) => ('property' in column ? [column] : []))
	.map(({ name, property }) => (name === property ? name : `${name} AS "${property}"`))
	.join(', ');
