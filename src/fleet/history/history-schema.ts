/** `prfh`, which distinguishes a history from other SQLite files. */
export const applicationId = 0x70726668;
export const schemaVersion = 1;

/**
 * Sightings are stored in a row for each import and segment of Macs. So a wrong import can be undone by deleting its rows, and
 * the order of imports makes no difference.
 */
const historyTables = {
	/** `fields` are those that are stored of its Macs, and `counts` how its rows were used: both are JSON. */
	imports: `(
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	digest TEXT NOT NULL UNIQUE,
	name TEXT NOT NULL,
	added TEXT NOT NULL,
	taken TEXT NOT NULL,
	macs INTEGER NOT NULL,
	first_day INTEGER NOT NULL,
	last_day INTEGER NOT NULL,
	rows INTEGER NOT NULL,
	unreadable_days INTEGER NOT NULL,
	duplicates INTEGER NOT NULL,
	fields TEXT NOT NULL,
	counts TEXT NOT NULL
)`,
	macs: '(id INTEGER PRIMARY KEY AUTOINCREMENT, serial TEXT NOT NULL UNIQUE)',
	/** `in_export` is 1 if the inventory states no day of contact: then the day is that of the export. */
	states: `(
	id INTEGER PRIMARY KEY,
	cells TEXT NOT NULL,
	in_export INTEGER NOT NULL DEFAULT 0,
	UNIQUE (cells, in_export)
)`,
	sightings: `(
	segment INTEGER NOT NULL,
	import INTEGER NOT NULL,
	packed BLOB NOT NULL,
	PRIMARY KEY (segment, import)
)`,
	days: '(import INTEGER NOT NULL, day INTEGER NOT NULL, PRIMARY KEY (import, day)) WITHOUT ROWID',
	facts: `(
	mac INTEGER NOT NULL,
	field TEXT NOT NULL,
	day INTEGER NOT NULL,
	import INTEGER NOT NULL,
	value TEXT NOT NULL,
	PRIMARY KEY (mac, field, day, import)
) WITHOUT ROWID`,
	settings: '(name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID',
	/** The last day on which a Mac belongs to the fleet. A later sighting ends the retirement. */
	retirements: '(mac INTEGER PRIMARY KEY, day INTEGER NOT NULL, reason TEXT, added TEXT NOT NULL)',
} as const;

export const historySchema = Object.entries(historyTables)
	.map(([name, columns]) => `CREATE TABLE ${name} ${columns};`)
	.join('\n');

/** Why a history of another format is refused, and what to do. */
export const otherFormat = (path: string, fault?: string) =>
	`${path} has another format than this version of pointrelease reads${fault ? ` (${fault})` : ''}. Move it away, and add your exports to a new history.`;

/** The field of a Mac's name in `facts`. Kept columns have a prefix, so that one may be called "name". */
export const nameField = 'name';
/** The field of why a Mac was late in `facts`: the code of the reason, or `notLate`. */
export const lateField = 'late';
export const notLate = 'none';
export const columnField = (column: string) => `column ${column}`;

/** Of two facts on one day, the one from the later export wins: a Mac may be renamed without a new contact. */
export const factOrder =
	"ORDER BY mac, field, day, coalesce((SELECT taken FROM imports WHERE id = facts.import), ''), import";
