import { Database } from 'bun:sqlite';
import { closeSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { makeEmptyFile } from '../database/private-file.ts';
import { refuseForeignFile } from '../database/sqlite-file.ts';
import { applicationId, historySchema, otherFormat, schemaVersion } from '../fleet/history/history-schema.ts';
import { Failure } from '../process/failure.ts';
import { openRegularFile } from '../process/regular-file.ts';
import type { Settings } from '../settings/settings.ts';
import { HistoryFile, historyFailure } from './history-file.ts';

/** The default path of the history. */
export function usualHistoryPath({ stateFolder }: Settings): string {
	return join(stateFolder, 'fleet-history.db');
}

/** Opens a history. With `make`, a missing one is made. */
export function openHistory(path: string, make: boolean): HistoryFile {
	if (!make && !existsSync(path)) throw new Failure('no-history', `No history at ${path}.`);
	let database: Database | undefined;
	try {
		checkFile(path);
		if (make) makeEmptyFile(path);
		database = new Database(path, { create: make, readwrite: true });
		database.run('PRAGMA busy_timeout = 30000');
		// A crash at any moment leaves each commit whole or absent.
		database.run('PRAGMA journal_mode = DELETE');
		database.run('PRAGMA synchronous = FULL');
		// Erased data is overwritten on disk.
		database.run('PRAGMA secure_delete = ON');
		prepare(database, path);
		return new HistoryFile(database, path);
	} catch (thrown) {
		database?.close();
		throw historyFailure(path, thrown);
	}
}

/** Refuses a file that is not a database: SQLite would overwrite a file that is shorter than its header. */
function checkFile(path: string): void {
	try {
		refuseForeignFile(path);
		// SQLite would wait for a named pipe for ever.
		if (existsSync(path)) closeSync(openRegularFile(path));
	} catch (thrown) {
		if ((thrown as Failure).code === 'state-link') throw thrown;
		throw new Failure('not-a-history', `${path} is not a fleet history.`);
	}
}

function prepare(database: Database, path: string): void {
	const number = (pragma: string) =>
		Object.values(database.query(`PRAGMA ${pragma}`).get() as Record<string, number>)[0]!;
	const isEmpty = () =>
		number('user_version') === 0 &&
		(database.query('SELECT count(*) AS n FROM sqlite_master').get() as { n: number }).n === 0;
	if (isEmpty())
		database
			.transaction(() => {
				// Another command may have made the tables meanwhile.
				if (!isEmpty()) return;
				database.run(historySchema);
				database.run(`PRAGMA application_id = ${applicationId}`);
				database.run(`PRAGMA user_version = ${schemaVersion}`);
			})
			.immediate();
	if (number('application_id') !== applicationId)
		throw new Failure('not-a-history', `${path} is not a fleet history.`);
	if (number('user_version') !== schemaVersion) throw new Failure('other-history', otherFormat(path));
	const fault = schemaFault(database);
	if (fault) throw new Failure('other-history', otherFormat(path, fault));
}

/**
 * The first difference between the schema of a file and ours; null if there is none. Anybody may have made the file: with a
 * view in place of a table, a trigger or other columns, a command would show, erase or compute what nobody asked for.
 */
function schemaFault(database: Database): string | null {
	const emptyHistory = new Database(':memory:');
	try {
		emptyHistory.run(historySchema);
		const [ours, theirs] = [objectsOf(emptyHistory), objectsOf(database)];
		const foreign = [...theirs].find(([name, sql]) => ours.get(name) !== sql);
		if (foreign) return `its ${foreign[0]} is not one that pointrelease makes`;
		const missing = [...ours.keys()].find((name) => !theirs.has(name));
		return missing ? `it has no ${missing}` : null;
	} finally {
		emptyHistory.close();
	}
}

/** The SQL of each table, index, view and trigger, without its spaces. */
function objectsOf(database: Database): Map<string, string> {
	const objects = database
		.query<{ type: string; name: string; sql: string | null }, []>(
			'SELECT type, name, sql FROM sqlite_master',
		)
		.all();
	return new Map(
		objects.map(({ type, name, sql }) => [
			`${type} ${name}`,
			String(sql)
				.replace(/\s+/g, ' ')
				.replace(/ ?([(),]) ?/g, '$1'),
		]),
	);
}
