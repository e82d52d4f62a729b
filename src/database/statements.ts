/** SQL that both databases understand, or one statement for each. */
export type Statement = string | { readonly sqlite: string; readonly postgres: string };

/**
 * Makes the database itself refuse to change or remove a row. Two more triggers cover what UPDATE and DELETE triggers
 * miss: in SQLite a row that REPLACE removes, in PostgreSQL the rows of a TRUNCATE.
 */
export function onlyGrows(table: string, key: string): Statement[] {
	const words = `the table ${table} only grows`;
	const refused = `${table}_only_grows`;
	const before = (change: string) =>
		`CREATE TRIGGER ${table}_no_${change.toLowerCase()} BEFORE ${change} ON ${table}`;
	const abort = `BEGIN SELECT RAISE(ABORT, '${words}'); END`;
	return [
		{
			sqlite: `CREATE TRIGGER ${table}_no_replace BEFORE INSERT ON ${table}
				WHEN EXISTS (SELECT 1 FROM ${table} WHERE ${key} = NEW.${key}) ${abort}`,
			postgres: `CREATE OR REPLACE FUNCTION ${refused}() RETURNS trigger LANGUAGE plpgsql AS
				'BEGIN RAISE EXCEPTION ''${words}''; END'`,
		},
		...['UPDATE', 'DELETE'].map((change) => ({
			sqlite: `${before(change)} ${abort}`,
			postgres: `${before(change)} FOR EACH ROW EXECUTE FUNCTION ${refused}()`,
		})),
		{ sqlite: 'SELECT 1', postgres: `${before('TRUNCATE')} EXECUTE FUNCTION ${refused}()` },
	];
}

const outboxColumns =
	'id, license, occasion, queued, due, attempts, lease_owner, lease_until, sent, given_up, problem, handed_over, unknown_since';
const subjectOfLicense = "'license', (SELECT id FROM licenses WHERE number = outbox.license)";

/** SQLite cannot drop NOT NULL from a column, so this makes the table again with its indexes. */
export const outboxWithSubject: readonly Statement[] = [
	{
		sqlite: `CREATE TABLE outbox_new (
			id TEXT PRIMARY KEY,
			license INTEGER REFERENCES licenses (number),
			occasion TEXT NOT NULL,
			queued BIGINT NOT NULL,
			due BIGINT NOT NULL,
			attempts INTEGER NOT NULL,
			lease_owner TEXT,
			lease_until BIGINT NOT NULL,
			sent BIGINT,
			given_up BIGINT,
			problem TEXT,
			handed_over BIGINT,
			unknown_since BIGINT,
			subject_kind TEXT,
			subject_id TEXT
		)`,
		postgres: 'ALTER TABLE outbox ALTER COLUMN license DROP NOT NULL',
	},
	{
		sqlite: `INSERT INTO outbox_new SELECT ${outboxColumns}, ${subjectOfLicense} FROM outbox`,
		postgres: 'ALTER TABLE outbox ADD COLUMN subject_kind TEXT, ADD COLUMN subject_id TEXT',
	},
	{
		sqlite: 'DROP TABLE outbox',
		postgres: `UPDATE outbox SET (subject_kind, subject_id) = (SELECT 'license', id FROM licenses WHERE number = license)`,
	},
	...[
		'ALTER TABLE outbox_new RENAME TO outbox',
		'CREATE INDEX outbox_waiting ON outbox (due) WHERE sent IS NULL AND given_up IS NULL AND handed_over IS NULL',
		'CREATE INDEX outbox_license ON outbox (license)',
		'CREATE INDEX outbox_handed_over ON outbox (handed_over) WHERE handed_over IS NOT NULL AND sent IS NULL',
		'CREATE INDEX outbox_given_up ON outbox (given_up) WHERE given_up IS NOT NULL',
	].map((sqlite) => ({ sqlite, postgres: 'SELECT 1' })),
];

/**
 * An upgrade restarts node by node, and older nodes name the license of a mail by its number alone. The database fills
 * in number and subject from each other, so that nodes of both releases see all mail.
 */
export const subjectOfOlderNodes: readonly Statement[] = [
	{
		sqlite: `CREATE TRIGGER outbox_of_older_node AFTER INSERT ON outbox WHEN NEW.subject_id IS NULL
			BEGIN UPDATE outbox SET (subject_kind, subject_id) = (${subjectOfLicense}) WHERE id = NEW.id; END`,
		postgres: `CREATE OR REPLACE FUNCTION outbox_subject() RETURNS trigger LANGUAGE plpgsql AS
			'BEGIN
				IF NEW.subject_id IS NULL THEN
					SELECT ''license'', id INTO NEW.subject_kind, NEW.subject_id FROM licenses WHERE number = NEW.license;
				ELSIF NEW.license IS NULL AND NEW.subject_kind = ''license'' THEN
					SELECT number INTO NEW.license FROM licenses WHERE id = NEW.subject_id;
				END IF;
				RETURN NEW;
			END'`,
	},
	{
		sqlite: `CREATE TRIGGER outbox_for_older_node AFTER INSERT ON outbox
			WHEN NEW.license IS NULL AND NEW.subject_kind = 'license'
			BEGIN UPDATE outbox SET license = (SELECT number FROM licenses WHERE id = NEW.subject_id) WHERE id = NEW.id; END`,
		postgres: `CREATE TRIGGER outbox_subject BEFORE INSERT ON outbox FOR EACH ROW EXECUTE FUNCTION outbox_subject()`,
	},
];
