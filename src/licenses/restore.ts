import { Database as Sqlite } from 'bun:sqlite';
import { existsSync, linkSync, renameSync } from 'node:fs';
import { basename, join } from 'node:path';
import { identityFile, storedIdentity, storeIdentity } from '../database/identity.ts';
import {
	giveToFolderOwner,
	inPrivateFolder,
	readPrivateFile,
	refuseLink,
	writePrivateFile,
} from '../database/private-file.ts';
import { isHeld, isOpen, journalOf } from '../database/sqlite-file.ts';
import { databaseFile, ensureFolder, sealingKeyPath } from '../database/state-folder.ts';
import { syncFolder } from '../process/draft-file.ts';
import { Failure } from '../process/failure.ts';
import type { Settings } from '../settings/settings.ts';
import { type Actor, ownActor } from './audit.ts';
import {
	backupFile,
	checkCopy,
	copyToNew,
	endSessions,
	inCopy,
	inMigratedCopy,
	removeDatabase,
} from './backup-file.ts';
import { type Replay, type Revocation, replayRevocations } from './issuing/replay-revocations.ts';
import { secretsOf, writeSecrets } from './sealing/sealing-keys.ts';

interface Restored {
	licenses: number;
	identity: string;
	/** The version of the backup's schema, which is not migrated here. */
	schema: number;
	/** The folder with the previous files; null if there were none. */
	before: string | null;
	replay: Replay;
	/** How many tokens of the console work again as in the backup. */
	tokens: number;
}

/**
 * Replaces the embedded database with a backup: checks a copy beside the database, then exchanges the two in one rename.
 * The previous files are moved to a folder. The schema stays that of the backup: the next start migrates it, and after a
 * rollback an older release can serve it.
 */
export async function restoreBackup(
	settings: Settings,
	folder: string,
	revocations: readonly Revocation[],
	{ now = new Date(), actor = ownActor }: { now?: Date; actor?: Actor } = {},
): Promise<Restored> {
	const { stateFolder } = settings;
	const backup = backupFile(folder);
	const file = databaseFile(ensureFolder(stateFolder));
	refuseLink(file);
	refuseWhileOpen(file);
	const secrets = secretsOf(folder);
	const draft = `${file}.restoring`;
	removeDatabase(draft);
	try {
		copyToNew(backup, draft);
		const { identity, licenses, schema, replay, tokens } = await inCopy(draft, async (database) => {
			const state = await checkCopy(database, backup);
			refuseOther(state.identity, backup, settings);
			const tokens = await endSessions(database);
			return { ...state, tokens, replay: await replayRevocations(database, revocations, actor) };
		});
		await inMigratedCopy(draft, async () => {});
		refuseWhileOpen(file);
		const before = setAside(stateFolder, now);
		giveToFolderOwner(draft);
		renameSync(draft, file);
		syncFolder(stateFolder);
		if (secrets.length > 0) writeSecrets(stateFolder, secrets);
		if (storedIdentity(stateFolder) === null) storeIdentity(stateFolder, identity);
		return { licenses, identity, schema, before, replay, tokens };
	} finally {
		removeDatabase(draft);
	}
}

function refuseWhileOpen(file: string): void {
	if ((existsSync(file) && isOpen(file)) || isHeld(file))
		throw new Failure('service-running', `the database ${file} is in use: stop the service first`);
}

export function refuseOther(identity: string, backup: string, { stateFolder }: Settings): void {
	const expected = storedIdentity(stateFolder);
	if (expected !== null && identity !== expected)
		throw new Failure(
			'database-other',
			`${backup} is a backup of another database (${identity}) than ${stateFolder} belongs to (${expected}): nothing was changed; if that is intended, remove ${identityFile(stateFolder)}`,
		);
}

/**
 * Puts the previous files into a folder of their own. The journal must not stay: SQLite would apply it to the restored
 * file.
 */
function setAside(stateFolder: string, now: Date): string | null {
	const file = databaseFile(stateFolder);
	const key = sealingKeyPath(stateFolder);
	if (![file, journalOf(file), key].some(existsSync)) return null;
	const aside = join(stateFolder, `before-restore-${now.toISOString().replace(/[:.]/g, '-')}`);
	for (const part of [file, key, `${key}.next`]) refuseLink(part);
	inPrivateFolder(aside, (path) => {
		if (existsSync(file)) mergeJournal(file);
		// A journal that still exists belongs to a damaged file, and is moved with it.
		for (const part of [journalOf(file), `${file}-shm`])
			if (existsSync(part)) renameSync(part, join(path, basename(part)));
		if (existsSync(file)) linkSync(file, join(path, basename(file)));
		for (const part of [key, `${key}.next`].filter(existsSync))
			writePrivateFile(join(path, basename(part)), readPrivateFile(part));
		syncFolder(path);
	});
	return aside;
}

/** Writes the journal into the file and removes it, as closing the last connection does. */
function mergeJournal(file: string): void {
	try {
		const database = new Sqlite(file, { readwrite: true, create: false });
		database.query('PRAGMA wal_checkpoint(TRUNCATE)').get();
		database.close();
	} catch {
		// The file may be damaged, which is often why it is replaced. It is moved with its journal.
	}
}
