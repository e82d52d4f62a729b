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
