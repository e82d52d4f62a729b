import { existsSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { inPrivateFolder, readPrivateFile, writePrivateFile } from '../database/private-file.ts';
import { databaseFile, ensureFolder, sealingKeyPath } from '../database/state-folder.ts';
import { Failure, reasonOf } from '../process/failure.ts';
import type { BackupPlan } from '../settings/backup-plan.ts';
import type { Settings } from '../settings/settings.ts';
import { makeBackup, type Verified, verifyBackup } from './backup.ts';

/** What is known of backups: the last good one, and what became of the last attempt. */
export interface BackupRecord {
	/** When the last one was made, RFC 3339; null if there is none. */
	readonly made: string | null;
	readonly folder: string | null;
	/** When it was read to the end for the last time; null if never. */
	readonly verified: string | null;
	/** Since when every attempt fails, and why the last one did; null if the last one succeeded. */
	readonly failed: { readonly since: string; readonly last: string; readonly reason: string } | null;
}

const none: BackupRecord = { made: null, folder: null, verified: null, failed: null };

function recordFile(stateFolder: string): string {
	return join(stateFolder, 'last-backup.json');
}

/** The record in the state folder. Throws if it cannot be read. */
export function readBackupRecord(stateFolder: string): BackupRecord {
	const file = recordFile(stateFolder);
	try {
		return { ...none, ...(JSON.parse(readPrivateFile(file).toString()) as Partial<BackupRecord>) };
	} catch (thrown) {
		const { code } = thrown as NodeJS.ErrnoException;
		if (code === 'ENOENT' || code === 'ENOTDIR' || thrown instanceof SyntaxError) return none;
		throw thrown;
	}
}

function writeRecord(stateFolder: string, changes: Partial<BackupRecord>): void {
	const record = { ...readBackupRecord(stateFolder), ...changes };
	writePrivateFile(recordFile(stateFolder), `${JSON.stringify(record)}\n`);
}

/** Makes a backup in a new folder, and records it. */
export async function backUp(settings: Settings, folder: string, now = new Date()): Promise<void> {
	await makeBackup(settings, folder);
	tryToRecord(settings, { made: now.toISOString(), folder, verified: null, failed: null });
}

/** Reads a backup to the end, and records that if it is the last one. */
export async function verify(settings: Settings, folder: string, now = new Date()): Promise<Verified> {
	const verified = await verifyBackup(settings, folder);
	if (readBackupRecord(settings.stateFolder).folder === folder)
		tryToRecord(settings, { verified: now.toISOString() });
	return verified;
}

/** With PostgreSQL a state folder is optional: then nobody can be told of the last backup. */
function tryToRecord({ stateFolder, databaseUrl }: Settings, changes: Partial<BackupRecord>): void {
	try {
		writeRecord(stateFolder, changes);
	} catch (thrown) {
		if (databaseUrl === null) throw thrown;
	}
}

const unfinished = '.unfinished';
const named = /^pointrelease-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/;

/** Makes the next backup of the plan, verifies it, and deletes those beyond the number to keep. Returns its folder. */
export async function backUpByPlan(
	settings: Settings,
	plan: BackupPlan,
	now = new Date(),
): Promise<{ folder: string; verified: Verified; deleted: number }> {
	try {
		ensureFolder(plan.folder, 'folder in BACKUP', 'set BACKUP to one that can');
		const folder = join(plan.folder, `pointrelease-${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z`);
		if (existsSync(folder)) throw new Failure('backup-exists', `${folder} already exists`);
		// Under another name until it is whole, so that no broken backup counts as one.
		const draft = `${folder}${unfinished}`;
		const verified = await makeWhole(settings, draft);
		renameSync(draft, folder);
		const moment = now.toISOString();
		tryToRecord(settings, { made: moment, folder, verified: moment, failed: null });
		return { folder, verified, deleted: deleteOld(plan) };
	} catch (thrown) {
		recordFailure(settings, reasonOf(thrown), now);
		throw thrown;
	}
}

async function makeWhole(settings: Settings, draft: string): Promise<Verified> {
	try {
		await makeBackup(settings, draft);
		return await verifyBackup(settings, draft);
	} catch (thrown) {
		deleteBackup(draft);
		throw thrown;
	}
}

function recordFailure(settings: Settings, reason: string, now: Date): void {
	const { failed } = readBackupRecord(settings.stateFolder);
	const moment = now.toISOString();
	tryToRecord(settings, { failed: { since: failed?.since ?? moment, last: moment, reason } });
}

/** The folders of a plan's backups, the oldest first. */
export function backupsIn(folder: string): string[] {
	return existsSync(folder)
		? readdirSync(folder)
				.filter((name) => named.test(name))
				.toSorted()
				.map((name) => join(folder, name))
		: [];
}

function deleteOld({ folder, keep }: BackupPlan): number {
	const old = backupsIn(folder).slice(0, -keep);
	// What a killed process left.
	const left = readdirSync(folder).filter(
		(name) => name.endsWith(unfinished) && named.test(name.slice(0, -unfinished.length)),
	);
	for (const path of [...old, ...left.map((name) => join(folder, name))]) deleteBackup(path);
	return old.length;
}

/** Deletes the files that a backup has, and the folder if nothing else is in it. */
function deleteBackup(folder: string): void {
	if (!existsSync(folder)) return;
	inPrivateFolder(folder, (path) => {
		const [database, key] = [databaseFile(path), sealingKeyPath(path)];
		for (const file of [database, `${database}-wal`, `${database}-shm`, key, `${key}.next`])
			rmSync(file, { force: true });
	});
	rmdirSync(folder);
}

const hour = 3_600_000;

/** Milliseconds until the next backup of a plan is due; a failed one is tried again after an hour. */
export function untilNextBackup({ made, failed }: BackupRecord, { every }: BackupPlan, now: number): number {
	const due = made === null ? now : Date.parse(made) + every;
	const again = failed === null ? now : Date.parse(failed.last) + Math.min(hour, every);
	return Math.max(0, Math.max(due, again) - now);
}
