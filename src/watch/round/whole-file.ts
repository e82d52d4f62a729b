import { randomBytes } from 'node:crypto';
import {
	chmodSync,
	closeSync,
	fsyncSync,
	mkdirSync,
	openSync,
	readdirSync,
	renameSync,
	rmSync,
	statSync,
	writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { syncFolder } from '../../database/private-file.ts';
import { Failure, fileTrouble } from '../../process/failure.ts';
import { refuseUnreplaceable } from '../../process/regular-file.ts';

/** The beginning of the name of a file while it is written. */
const draftStart = '.draft-';

/**
 * Writes a file. Readers see all of it or the earlier one, even if the process is killed. Reports name Macs, so only the
 * owner may read a new file. An existing file of ours keeps its mode, because somebody chose it.
 */
export function replaceFile(path: string, pieces: Iterable<string | Uint8Array>, newMode = 0o600): void {
	const folder = dirname(path);
	const draft = join(folder, `${draftStart}${basename(path)}-${randomBytes(4).toString('hex')}`);
	try {
		refuseUnreplaceable(path);
		mkdirSync(folder, { recursive: true, mode: 0o700 });
		try {
			writeDraft(draft, pieces);
			chmodSync(draft, modeFor(path, newMode));
			renameSync(draft, path);
			syncFolder(folder);
		} finally {
			rmSync(draft, { force: true });
		}
	} catch (thrown) {
		if (thrown instanceof Failure || !(thrown as NodeJS.ErrnoException).code) throw thrown;
		throw new Failure('unwritable-file', `${path} cannot be written (${fileTrouble(thrown)})`);
	}
}

/** The mode of a file of another account is not kept: whoever made it could have others read what we write. */
function modeFor(path: string, newMode: number): number {
	const stats = statSync(path, { throwIfNoEntry: false });
	return stats?.uid === process.getuid?.() ? stats!.mode & 0o777 : newMode;
}

/** Characters that are written at a time. */
const batch = 256 * 1024;
/**
 * The parts of a report are garbage as soon as they are written. With a collection every 6 MB instead, the page of 20,000 Macs
 * takes 45 MB more (Bun 1.4.4).
 */
const bytesPerCollection = 2 * 1024 * 1024;

function writeDraft(draft: string, pieces: Iterable<string | Uint8Array>): void {
	const file = openSync(draft, 'wx', 0o600);
	try {
		let text = '';
		let uncollected = 0;
		const write = (bytes: Uint8Array) => {
			uncollected += bytes.length;
			if (uncollected > bytesPerCollection) {
				Bun.gc(true);
				uncollected = 0;
			}
			for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
		};
		const flush = () => {
			write(Buffer.from(text));
			text = '';
		};
		for (const piece of pieces) {
			if (typeof piece === 'string') text += piece;
			if (text.length > batch || typeof piece !== 'string') flush();
			if (typeof piece !== 'string') write(piece);
		}
		flush();
		// Some file systems report a full disk only here.
		fsyncSync(file);
	} finally {
		closeSync(file);
	}
}

/** Removes the unfinished files that a killed process left in a folder. Only one watch writes there. */
export function removeDrafts(folder: string): void {
	for (const name of namesIn(folder))
		if (name.startsWith(draftStart)) rmSync(join(folder, name), { recursive: true, force: true });
}

/** The names in a folder; none if it does not exist. */
export function namesIn(folder: string): string[] {
	try {
		return readdirSync(folder);
	} catch (thrown) {
		if (['ENOENT', 'ENOTDIR'].includes((thrown as NodeJS.ErrnoException).code ?? '')) return [];
		throw thrown;
	}
}

/** The path of a folder while it is written. It is renamed when it is complete. */
export function draftOf(folder: string): string {
	return join(dirname(folder), `${draftStart}${basename(folder)}-${randomBytes(4).toString('hex')}`);
}
