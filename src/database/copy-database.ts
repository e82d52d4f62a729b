import { Database as Sqlite } from 'bun:sqlite';
import { Failure, reasonOf } from '../process/failure.ts';
import { makePrivateFileBy } from './private-file.ts';
import { sqliteFailure } from './trouble.ts';

/**
 * Copies a database, including the content of its journal, into an empty file. SQLite fills an empty file that exists
 * already, so the caller can make it private first.
 */
export function copyWhole(from: string, to: string): void {
	let database: Sqlite | undefined;
	try {
		// Read-only, so that the original stays the same. If it has a journal, SQLite still needs to write to its folder.
		database = new Sqlite(from, { readonly: true });
		database.query('VACUUM INTO ?').run(to);
	} catch (thrown) {
		throw sqliteFailure(thrown, from);
	} finally {
		database?.close();
	}
}

/** Copies the database to a name that is free, so that no earlier copy is lost. Returns the path. */
export function keepCopy(file: string, version: number): string {
	for (let number = 1; ; number++) {
		const copy = `${file}.schema-${version}${number === 1 ? '' : `-${number}`}`;
		try {
			if (makePrivateFileBy(copy, (_, draft) => copyWhole(file, draft))) return copy;
		} catch (thrown) {
			throw new Failure(
				'copy-failed',
				`the database ${file} has to be migrated, but its copy ${copy} cannot be written (${reasonOf(thrown)}): free space for it in the state folder; nothing was changed`,
			);
		}
	}
}
