import { randomBytes } from 'node:crypto';
import {
	closeSync,
	fchmodSync,
	fsyncSync,
	lstatSync,
	mkdirSync,
	openSync,
	readdirSync,
	renameSync,
	rmSync,
	writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { Failure, fileTrouble } from './failure.ts';
import { refuseUnreplaceable } from './regular-file.ts';

/** The beginning of the name of a file or folder while it is written. */
const draftStart = '.draft-';

/** The path of a draft in a folder. Nobody can guess it, and so put a link in its place. */
export function draftIn(folder: string): string {
	return join(folder, `${draftStart}${randomBytes(8).toString('hex')}`);
}

/** Fills a file through its handle or its path. */
export type Fill = (handle: number, path: string) => void;

/** Makes a file that only its owner may read, on disk when this returns. An existing one is never opened. */
export function writeNewFile(path: string, fill: Fill): void {
	const handle = openSync(path, 'wx', 0o600);
	try {
		fill(handle, path);
		// Some file systems report a full disk only here.
		fsyncSync(handle);
	} finally {
		closeSync(handle);
	}
}

/** Writes a draft, and then places it: readers see the whole file or the earlier one, even if the process is killed. */
export function placeDraft(
	file: string,
	fill: Fill,
	place: (draft: string) => void = (draft) => renameSync(draft, file),
): void {
	const draft = draftIn(dirname(file));
	try {
		writeNewFile(draft, fill);
		place(draft);
		syncFolder(dirname(file));
	} finally {
		rmSync(draft, { force: true });
	}
}

/** The mode of a file without anything private in it, as the user's shell would make it. */
export const usualMode = () => 0o666 & ~process.umask();

/**
 * What the parts of a report were made from is garbage as soon as they are written. Without collecting it so often, a round of the
 * watch with 20,000 Macs takes 250 MB (Bun 1.4.4). Each collection goes through all Macs: in a long file they are rarer, and a
 * round of 200,000 takes a third of the time.
 */
const bytesPerCollection = 2 * 1024 * 1024;
const shareOfCollection = 1 / 8;

/**
 * Writes a file. Reports name Macs, so only the owner may read a new file. An existing file of ours keeps its mode, because
 * somebody chose it.
 */
export function replaceFile(path: string, pieces: Iterable<string | Uint8Array>, newMode = 0o600): void {
	explained(path, () => {
		prepareFolder(path, newMode);
		placeDraft(path, (handle) => {
			for (const bytes of inBatches(pieces)) writeWhole(handle, bytes);
			fchmodSync(handle, modeFor(path, newMode));
		});
	});
}

/** The same for a long report, with a turn after each part. If the turn throws, the earlier file stays. */
export async function replaceInTurns(
	path: string,
	pieces: Iterable<string | Uint8Array>,
	turn: () => Promise<void>,
): Promise<void> {
	explained(path, () => prepareFolder(path, 0o600));
	const draft = draftIn(dirname(path));
	let handle: number | null = null;
	try {
		handle = explained(path, () => openSync(draft, 'wx', 0o600));
		let [written, uncollected] = [0, 0];
		for (const bytes of inBatches(pieces)) {
			explained(path, () => writeWhole(handle!, bytes));
			written += bytes.length;
			uncollected += bytes.length;
			if (uncollected >= Math.max(bytesPerCollection, written * shareOfCollection)) {
				Bun.gc(true);
				uncollected = 0;
			}
			await turn();
		}
		explained(path, () => {
			fchmodSync(handle!, modeFor(path, 0o600));
			fsyncSync(handle!);
			renameSync(draft, path);
			syncFolder(dirname(path));
		});
	} finally {
		if (handle !== null) closeSync(handle);
		rmSync(draft, { force: true });
	}
}

function prepareFolder(path: string, newMode: number): void {
	refuseUnreplaceable(path);
	mkdirSync(dirname(path), { recursive: true, mode: newMode & 0o044 ? 0o777 : 0o700 });
}

/** Does work on a file. An error of the system says which file cannot be written, and why. */
export function explained<T>(path: string, work: () => T): T {
	try {
		return work();
	} catch (thrown) {
		if (thrown instanceof Failure || !(thrown as NodeJS.ErrnoException).code) throw thrown;
		throw new Failure('unwritable-file', `${path} cannot be written (${fileTrouble(thrown)})`);
	}
}

/** The mode of a link or of a file of another account is not kept: whoever made it could have others read what we write. */
function modeFor(path: string, newMode: number): number {
	const stats = lstatSync(path, { throwIfNoEntry: false });
	return stats?.isFile() && stats.uid === process.getuid?.() ? stats.mode & 0o777 : newMode;
}

export function writeWhole(handle: number, bytes: Uint8Array): void {
	for (let at = 0; at < bytes.length; ) at += writeSync(handle, bytes, at);
}

const encoder = new TextEncoder();

/**
 * The bytes of pieces in larger parts, to write and hash them with fewer calls: hashing 200,000 lines takes 25 ms instead of 60. A
 * part is valid until the next one, because all share one buffer.
 */
export function* inBatches(pieces: Iterable<string | Uint8Array>): Generator<Uint8Array> {
	const buffer = Buffer.alloc(256 * 1024);
	let length = 0;
	for (const piece of pieces) {
		if (typeof piece !== 'string') {
			yield buffer.subarray(0, length);
			length = 0;
			yield piece;
			continue;
		}
		for (let rest = piece; rest !== ''; ) {
			const { read, written } = encoder.encodeInto(rest, buffer.subarray(length));
			length += written;
			rest = rest.slice(read);
			if (rest === '') break;
			yield buffer.subarray(0, length);
			length = 0;
		}
	}
	yield buffer.subarray(0, length);
}

/** Removes the unfinished files that a killed process left in a folder that only this process writes. */
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

/** Writes the folder itself to disk: without that, a new name in it may not survive a power cut. */
export function syncFolder(folder: string): void {
	const handle = openSync(folder, 'r');
	fsyncSync(handle);
	closeSync(handle);
}
