import { closeSync, existsSync, openSync, rmSync } from 'node:fs';
import type { Database } from '../../database/database.ts';
import { lookAt, refusalOf } from '../../database/identity.ts';
import { openAsItIs } from '../../database/open.ts';
import { databaseFile, ensureFolder } from '../../database/state-folder.ts';
import { secretsOf, writeSecrets } from '../../licenses/sealing/sealing-keys.ts';
import { Failure, reasonOf } from '../../process/failure.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Command } from '../command.ts';

export const backupCommand: Command = {
	name: 'backup',
	summary: 'back up the embedded database and the encryption key to a folder, while the service runs',
	words: 'FOLDER',
	arity: [1, 1],
	details:
		'To restore: stop the service, "pointrelease restore FOLDER", start it. Back up PostgreSQL with pg_dump.',
	async run({ words, settings, json, print }) {
		if (settings.databaseUrl)
			throw new Failure(
				'not-embedded',
				'the licenses are in PostgreSQL: back them up with pg_dump, and keep POINTRELEASE_SECRET',
			);
		const source = databaseFile(settings.stateFolder);
		if (!existsSync(source))
			throw new Failure('no-database', `there is no database in ${settings.stateFolder}`);
		const folder = ensureFolder(words[0]!, 'backup folder', 'choose another');
		const copy = databaseFile(folder);
		if (existsSync(copy))
			throw new Failure('backup-exists', `${copy} already exists: use a new folder for each backup`);
		const database = await openWithAnySchema(settings);
		try {
			// VACUUM INTO writes a consistent state while others write; copying the file would miss its journal.
			// SQLite fills an existing empty file, so the backup is private from its first byte.
			closeSync(openSync(copy, 'wx', 0o600));
			const before = secretsOf(settings.stateFolder);
			await database.rows('VACUUM INTO $1', [copy]);
			writeSecrets(folder, secretsOfCopy(before, secretsOf(settings.stateFolder)));
		} catch (thrown) {
			rmSync(copy, { force: true });
			throw new Failure('backup-failed', `the backup failed: ${reasonOf(thrown)}`);
		} finally {
			await database.close();
		}
		print(
			json
				? JSON.stringify({ folder })
				: `${folder} holds the database and the encryption key: keep it as safe as the license keys`,
		);
	},
};

/** A backup never changes a database, because the service that uses it may be an older release. */
async function openWithAnySchema(settings: Settings): Promise<Database> {
	const database = (await openAsItIs(settings))!;
	try {
		const refusal = refusalOf(await lookAt(database), database.place, settings);
		if (refusal) throw refusal;
		return database;
	} catch (thrown) {
		await database.close();
		throw thrown;
	}
}

/**
 * During a rotation the copy may contain keys that are encrypted with the old secret and keys encrypted with the new
 * one.
 */
function secretsOfCopy(before: readonly string[], after: readonly string[]): string[] {
	const secrets = [...new Set([...before, ...after])];
	if (secrets.length <= 2) return secrets;
	throw new Failure('backup-failed', 'the encryption key changed during the backup: try again');
}
