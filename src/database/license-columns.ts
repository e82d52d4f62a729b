interface LicenseColumn {
	readonly name: string;
	/** Its type and constraints, in SQL of both databases. Columns that came after the first version may be NULL. */
	readonly sql: string;
	/** The version of the schema that added it. */
	readonly since: number;
	/** Its name in a `License`; absent if only SQL uses it. */
	readonly property?: string;
	/** Exports include it. */
	readonly exported?: true;
	/** How people write it when they issue or import a license (`licenses/issuing/carried.ts`). */
	readonly carried?: 'email' | 'day' | 'text' | 'revocation' | 'order' | 'switch';
}

/**
 * All columns of a license. Schema, INSERT, the type `License`, export, import, `license show` and the copy to another
 * database are made from this table. To add a property, add a line at the end with the next version of the schema.
 */
export const licenseColumns = [
	{ name: 'number', sql: 'INTEGER PRIMARY KEY', since: 1, property: 'number' },
	{
		name: 'id',
		sql: 'TEXT NOT NULL UNIQUE CHECK (length(id) = 8)',
		since: 1,
		property: 'id',
		exported: true,
	},
	{ name: 'digest', sql: 'BYTEA NOT NULL UNIQUE CHECK (length(digest) = 32)', since: 1 },
	{ name: 'email', sql: 'TEXT NOT NULL', since: 1, property: 'email', exported: true, carried: 'email' },
	{ name: 'mailbox', sql: 'TEXT NOT NULL', since: 1 },
	{ name: 'note', sql: 'TEXT', since: 1, property: 'note', exported: true, carried: 'text' },
	{ name: 'created', sql: 'TEXT NOT NULL', since: 1, property: 'created', exported: true },
	{ name: 'expires', sql: 'TEXT', since: 1, property: 'expires', exported: true, carried: 'day' },
	{ name: 'revoked', sql: 'TEXT', since: 1, property: 'revoked', exported: true, carried: 'revocation' },
	{ name: 'sealed', sql: 'BYTEA NOT NULL', since: 1 },
	{ name: 'seal_key', sql: 'TEXT NOT NULL', since: 1, property: 'sealKey' },
	{ name: 'change', sql: 'INTEGER NOT NULL', since: 1 },
	{ name: 'order_ref', sql: 'TEXT', since: 11, property: 'order', exported: true, carried: 'order' },
	// The ID of the license that this one replaces.
	{ name: 'replaces', sql: 'TEXT', since: 11, property: 'replaces', exported: true },
	// The payment provider whose event revoked it; NULL if a person revoked it.
	{ name: 'revoked_by', sql: 'TEXT', since: 11 },
	// When a person set its last day, and that day: it includes all earlier payments. NULL if nobody set one.
	{ name: 'granted', sql: 'TEXT', since: 14 },
	{ name: 'granted_until', sql: 'TEXT', since: 14 },
	// `off` if its customer wants no reminders; NULL otherwise.
	{ name: 'reminders', sql: 'TEXT', since: 14, property: 'reminders', exported: true, carried: 'switch' },
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

/** Creates the table with the columns of the first version of the schema. */
export function createLicenses(columns: readonly LicenseColumn[] = licenseColumns): string {
	const first = columns.filter(({ since }) => since === 1);
	return `CREATE TABLE licenses (\n\t\t\t${first.map(({ name, sql }) => `${name} ${sql}`).join(',\n\t\t\t')}\n\t\t)`;
}

/** Adds the columns of a later version of the schema. */
export function addedIn(version: number, columns: readonly LicenseColumn[] = licenseColumns): string[] {
	return columns
		.filter(({ since }) => since === version && version > 1)
		.map(({ name, sql }) => `ALTER TABLE licenses ADD COLUMN ${name} ${sql}`);
}

/** The columns of a SELECT that returns `LicenseRecord`s. */
export const licenseSelection = licenseColumns
	.flatMap((column) => ('property' in column ? [column] : []))
	.map(({ name, property }) => (name === property ? name : `${name} AS "${property}"`))
	.join(', ');
