import { accessSync, constants, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, fileTrouble } from '../process/failure.ts';

/** Makes a private folder for secrets and the embedded database, or says why that is impossible. */
export function ensureFolder(
	folder: string,
	noun = 'state folder',
	remedy = 'set POINTRELEASE_STATE to one that can',
): string {
	try {
		mkdirSync(folder, { recursive: true, mode: 0o700 });
		accessSync(folder, constants.W_OK | constants.X_OK);
		return folder;
	} catch (thrown) {
		throw new Failure(
			'folder-unwritable',
			`the ${noun} ${folder} cannot be written (${fileTrouble(thrown)}): ${remedy}`,
		);
	}
}

export function databaseFile(stateFolder: string): string {
	return join(stateFolder, 'pointrelease.db');
}

/** The name of the embedded database after it was moved to PostgreSQL: it must no longer be served. */
export function movedFile(file: string): string {
	return `${file}.moved`;
}

/** The key file that seals the stored copies of keys if no secret is set. */
export function sealingKeyPath(stateFolder: string): string {
	return join(stateFolder, 'sealing.key');
}

/** The key that the first start issues, if it was not shown on a terminal. */
export function firstKeyFile(stateFolder: string): string {
	return join(stateFolder, 'first-key');
}

/** Earlier states of the database that this program has left in a state folder: of a restore, a move or a migration. */
const copies = /^before-restore-|^pointrelease\.db\.(?:moved|schema-\d)/;

export function isCopy(name: string): boolean {
	return copies.test(name);
}

/** The paths of these copies. None if the folder cannot be read, as with PostgreSQL. */
export function copiesIn(stateFolder: string): string[] {
	try {
		return readdirSync(stateFolder)
			.filter(isCopy)
			.toSorted()
			.map((name) => join(stateFolder, name));
	} catch {
		return [];
	}
}
