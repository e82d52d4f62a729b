import { lstatSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { inPrivateFolder } from './private-file.ts';
import { copiesIn } from './state-folder.ts';

/** The files that a restore puts aside. */
const setAside = [
	'pointrelease.db',
	'pointrelease.db-wal',
	'pointrelease.db-shm',
	'sealing.key',
	'sealing.key.next',
];

/**
 * Deletes the earlier states of the database that this program left in the state folder. Only files that it makes, and
 * through no link: the folder belongs to another account than root. Returns what is gone and what could not be deleted.
 */
export function eraseCopies(stateFolder: string): { erased: string[]; left: string[] } {
	const erased: string[] = [];
	const left: string[] = [];
	for (const copy of copiesIn(stateFolder)) {
		try {
			if (lstatSync(copy).isDirectory()) {
				inPrivateFolder(copy, (path) => {
					for (const name of setAside) rmSync(join(path, name), { force: true });
				});
				rmdirSync(copy);
			} else rmSync(copy, { force: true });
			erased.push(copy);
		} catch {
			left.push(copy);
		}
	}
	return { erased, left };
}
