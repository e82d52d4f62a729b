/** `prfh`: tells a history from any other SQLite file. */
export const applicationId = 0x70726668;
export const schemaVersion = 1;

/**
 * Sightings are stored as they were imported, one row for each import and segment of Macs. So a wrong import can be taken
 * back by deleting its rows, and the order of imports makes no difference.
 */
export const historySchema = `
CREATE TABLE imports (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	digest TEXT NOT NULL UNIQUE,
	name TEXT NOT NULL,
	added TEXT NOT NULL,
	taken TEXT NOT NULL,
	macs INTEGER NOT NULL,
	first_day INTEGER NOT NULL,
	last_day INTEGER NOT NULL
);
CREATE TABLE macs (id INTEGER PRIMARY KEY AUTOINCREMENT, serial TEXT NOT NULL UNIQUE);
CREATE TABLE states (id INTEGER PRIMARY KEY, cells TEXT NOT NULL UNIQUE);
CREATE TABLE sightings (
	segment INTEGER NOT NULL,
	import INTEGER NOT NULL,
	packed BLOB NOT NULL,
	PRIMARY KEY (segment, import)
);
CREATE TABLE days (import INTEGER NOT NULL, day INTEGER NOT NULL, PRIMARY KEY (import, day)) WITHOUT ROWID;
CREATE TABLE facts (
	mac INTEGER NOT NULL,
	field TEXT NOT NULL,
	day INTEGER NOT NULL,
	import INTEGER NOT NULL,
	value TEXT NOT NULL,
	PRIMARY KEY (mac, field, day, import)
) WITHOUT ROWID;
CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
`;

/** The field of a Mac's name in `facts`. Fields of columns have a prefix, so that a column may be called "name". */
export const nameField = 'name';
export const columnField = (column: string) => `column ${column}`;

/** On one day the later export wins: a Mac may be renamed without a new contact. */
export const factOrder =
	"ORDER BY mac, field, day, coalesce((SELECT taken FROM imports WHERE id = facts.import), ''), import";
