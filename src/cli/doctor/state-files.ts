import { lstatSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isCopy } from '../../database/state-folder.ts';
import { type Finding, problem } from '../../server/todo/finding.ts';

/** Owner and mode of a file, as `stat` gives them. */
interface Owned {
	readonly mode: number;
	readonly uid: number;
	readonly gid: number;
}

export interface StateFile extends Owned {
	readonly name: string;
	readonly isFolder: boolean;
}

/** What the service writes to in place. Everything else it replaces, which takes the folder alone. */
const written = /^(?:pointrelease|fleet-history)\.db(-wal|-shm)?$|^rate-limit/;

const read = 0o4;
const write = 0o2;
const enter = 0o1;

/**
 * The files of a state folder that the service cannot use. Root can use every file, so the owner of the folder counts: the
 * user of the service.
 */
export function filesOutOfReach(folder: Owned, files: readonly StateFile[]): StateFile[] {
	if (folder.uid === 0) return [];
	return files
		.filter(({ name }) => !isCopy(name))
		.filter((file) => {
			const wanted = file.isFolder ? read | write | enter : written.test(file.name) ? read | write : read;
			return (bitsFor(folder, file) & wanted) !== wanted;
		});
}

function bitsFor(user: Owned, { mode, uid, gid }: Owned): number {
	if (uid === user.uid) return (mode >> 6) & 0o7;
	return gid === user.gid ? (mode >> 3) & 0o7 : mode & 0o7;
}

/** One finding for each file that the service cannot use. */
export function checkStateFiles(stateFolder: string): Finding[] {
	const folder = statSync(stateFolder);
	const files = readdirSync(stateFolder).flatMap((name): StateFile[] => {
		const stats = lstatSync(join(stateFolder, name), { throwIfNoEntry: false });
		return stats && (stats.isFile() || stats.isDirectory())
			? [{ name, isFolder: stats.isDirectory(), mode: stats.mode, uid: stats.uid, gid: stats.gid }]
			: [];
	});
	return filesOutOfReach(folder, files).map((file) => outOfReach(stateFolder, folder, file));
}

export function outOfReach(
	stateFolder: string,
	folder: Owned,
	{ name, isFolder, mode, uid }: StateFile,
): Finding {
	const path = join(stateFolder, name);
	const rights = `mode ${(mode & 0o777).toString(8)}`;
	return problem(
		'state folder',
		uid === folder.uid
			? `the service cannot use ${path} (${rights})`
			: `${path} belongs to user ${uid} (${rights}), and the service is user ${folder.uid}: it cannot use it`,
		uid === folder.uid
			? `chmod ${isFolder ? 700 : 600} ${path}`
			: `chown ${folder.uid}:${folder.gid} ${path}`,
	);
}
