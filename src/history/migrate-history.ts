import type { Database } from 'bun:sqlite';
import { readFileSync, rmSync } from 'node:fs';
import { makePrivateFile } from '../database/private-file.ts';
import { historySchema, schemaVersion, tableSchema } from '../fleet/history/history-schema.ts';
import { packSightings, Sightings } from '../fleet/history/sightings.ts';
import { Failure, fileTrouble } from '../process/failure.ts';
import { dayNumber } from '../text/day.ts';
import { HistoryFile } from './history-file.ts';

/** The tables that the first schema had in another form. */
const firstTables = {
	imports: `(id INTEGER PRIMARY KEY AUTOINCREMENT, digest TEXT NOT NULL UNIQUE, name TEXT NOT NULL, added TEXT NOT NULL,
	taken TEXT NOT NULL, macs INTEGER NOT NULL, first_day INTEGER NOT NULL, last_day INTEGER NOT NULL)`,
	states: '(id INTEGER PRIMARY KEY, cells TEXT NOT NULL UNIQUE)',
} as const;

/** The SQL of the tables that a version of the schema has. */
export function schemaOf(version: number): string {
	if (version === schemaVersion) return historySchema;
	return [
		...Object.entries(firstTables).map(([name, columns]) => `CREATE TABLE ${name} ${columns};`),
		...(['macs', 'sightings', 'days', 'facts', 'settings'] as const).map(tableSchema),
	].join('\n');
}

const versionOf = (database: Database) =>
	(database.query('PRAGMA user_version').get() as { user_version: number }).user_version;

/**
 * Migrates a history of an earlier version in one transaction. Returns the path of a copy of the file as it was; null if
 * there was nothing to migrate.
 */
export function migrateHistory(database: Database, path: string): string | null {
	if (versionOf(database) === schemaVersion) return null;
	return database
		.transaction(() => {
			// Another command may have migrated it meanwhile.
			if (versionOf(database) === schemaVersion) return null;
			// The transaction keeps other writers out, and has written nothing yet.
			const copy = copyOf(path);
			try {
				migrate(database, path);
				database.run(`PRAGMA user_version = ${schemaVersion}`);
			} catch (thrown) {
				rmSync(copy, { force: true });
				throw thrown;
			}
			return copy;
		})
		.immediate() as string | null;
}

/** Copies the file to a name that is free, so that no earlier copy is lost. */
function copyOf(path: string): string {
	for (let number = 1; ; number++) {
		const copy = `${path}.schema-1${number === 1 ? '' : `-${number}`}`;
		try {
			if (makePrivateFile(copy, readFileSync(path))) return copy;
		} catch (thrown) {
			throw new Failure(
				'history-unusable',
				`${path} is from an earlier version and has to be migrated, but the copy ${copy} cannot be written (${fileTrouble(thrown)}). Nothing was changed.`,
			);
		}
	}
}

function migrate(database: Database, path: string): void {
	for (const [table, columns] of [
		['imports', 'id, digest, name, added, taken, macs, first_day, last_day'],
		['states', 'id, cells'],
	] as const) {
		database.run(`ALTER TABLE ${table} RENAME TO old_${table}`);
		database.run(tableSchema(table));
		database.run(`INSERT INTO ${table} (${columns}) SELECT ${columns} FROM old_${table}`);
	}
	// Do not use the numbers of removed exports again.
	database.run(
		"UPDATE sqlite_sequence SET seq = (SELECT seq FROM sqlite_sequence WHERE name = 'old_imports') WHERE name = 'imports'",
	);
	database.run('DROP TABLE old_imports');
	database.run('DROP TABLE old_states');
	database.run(tableSchema('retirements'));
	claimLess(new HistoryFile(database, path, null));
}

/**
 * Earlier versions did not store whether the inventory stated the day of a sighting. Sightings on the day of the export are
 * uncertain, so they become "in the export".
 */
function claimLess(history: HistoryFile): void {
	const inExport = new Map<number, number>();
	const inExportOf = (state: number) => {
		const number =
			inExport.get(state) ??
			history.run('INSERT INTO states (cells, in_export) SELECT cells, 1 FROM states WHERE id = ?', state);
		inExport.set(state, number);
		return number;
	};
	for (const { id, taken } of history.imports()) {
		const day = dayNumber(taken);
		const isOnDay = history.row('SELECT 1 FROM days WHERE import = ? AND day = ?', id, day);
		if (isOnDay === null) continue;
		const segments = history.rows<{ segment: number; packed: Uint8Array }>(
			'SELECT segment, packed FROM sightings WHERE import = ?',
			id,
		);
		for (const { segment, packed } of segments) {
			const sightings = new Sightings();
			history.loadSegment(segment, packed, sightings);
			for (let at = 0; at < sightings.length; at++)
				if (sightings.days[at] === day) sightings.states[at] = inExportOf(sightings.states[at]!);
			history.storeSegment(segment, id, packSightings(sightings).get(segment)!);
		}
	}
}
