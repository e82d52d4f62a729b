import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { readPrivateFile, writePrivateFile } from '../database/private-file.ts';
import { reasonOf } from '../process/failure.ts';
import type { Log } from '../process/log.ts';

/**
 * What a running service says about itself in its state folder, so that `doctor` can tell whether the process at the
 * port is the one of this folder. Its ID is known to nobody else: `/livez?instance=ID` answers it alone.
 */
export interface RunningFile {
	readonly id: string;
	readonly release: string;
	readonly port: number;
}

function pathIn(stateFolder: string): string {
	return join(stateFolder, 'running.json');
}

/** Writes the file. A service with PostgreSQL may have no state folder that it can write to: then it goes on without. */
export function writeRunningFile(stateFolder: string, running: RunningFile, log: Log): void {
	try {
		writePrivateFile(pathIn(stateFolder), `${JSON.stringify(running)}\n`);
	} catch (thrown) {
		log.warn('running.json not written: doctor cannot tell whose service this is', {
			reason: reasonOf(thrown),
		});
	}
}

/** The service that wrote the file last, if it did not stop in order; null if there is none. Throws if it is unreadable. */
export function readRunningFile(stateFolder: string): RunningFile | null {
	try {
		const { id, release, port } = JSON.parse(readPrivateFile(pathIn(stateFolder)).toString());
		return typeof id === 'string' && typeof release === 'string' && typeof port === 'number'
			? { id, release, port }
			: null;
	} catch (thrown) {
		const { code } = thrown as NodeJS.ErrnoException;
		if (code === 'ENOENT' || code === 'ENOTDIR' || thrown instanceof SyntaxError) return null;
		throw thrown;
	}
}

/** Removes the file at a stop, unless another service has written its own meanwhile. */
export function removeRunningFile(stateFolder: string, id: string): void {
	try {
		if (readRunningFile(stateFolder)?.id === id) rmSync(pathIn(stateFolder), { force: true });
	} catch {
		// A stop goes on: a file that stays names an ID that nobody answers.
	}
}
