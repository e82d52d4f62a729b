import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../src/database/open.ts';
import type { Settings } from '../../src/settings/settings.ts';
import { writeNote } from '../../src/watch/state/notes.ts';

/** A folder in memory where there is one: what is synced to a disk takes most of the time otherwise. */
export function folderInMemory(): string {
	return mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'pointrelease-simulation-'));
}

/** The state with which every story begins: to make the database takes longer than to copy it. */
let first: string | null = null;

/** Makes the database of a story, whose watch was started first at a moment. */
export async function beginState(settings: Settings, since: number): Promise<void> {
	const { stateFolder, databaseUrl } = settings;
	if (databaseUrl === null && first !== null) return cpSync(first, stateFolder, { recursive: true });
	const database = await openDatabase(settings, { make: true });
	await writeNote(database, 'since', String(since));
	await database.close();
	if (databaseUrl !== null) return;
	const folder = folderInMemory();
	cpSync(stateFolder, folder, { recursive: true });
	process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
	first = folder;
}
