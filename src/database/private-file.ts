import {
	closeSync,
	constants,
	fchownSync,
	linkSync,
	lstatSync,
	mkdirSync,
	openSync,
	readFileSync,
	statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { type Fill, placeDraft, writeWhole } from '../process/draft-file.ts';
import { Failure } from '../process/failure.ts';

/*
 * The folder of a service belongs to the account of the service, and root works in it, for example with `sudo
 * pointrelease data status`. The owner of the folder can put a link there at any moment. So nothing here opens, makes
 * or gives away a file through a path whose last part is a link.
 */
const { O_RDONLY, O_RDWR, O_CREAT, O_EXCL, O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK } = constants;

/**
 * Writes a file that only its owner may read. The file is complete on disk or absent, even if the process is killed.
 */
export function writePrivateFile(file: string, content: string | Uint8Array): void {
	placeDraft(file, forFolderOwner(file, writing(content)));
}

/** Like `writePrivateFile`, but never replaces a file. Returns whether this call made it. */
export function makePrivateFile(file: string, content: string | Uint8Array): boolean {
	return makePrivateFileBy(file, writing(content));
}

/** Like `makePrivateFile`, for a file that is too large to be held in memory. */
export function makePrivateFileBy(file: string, fill: Fill): boolean {
	try {
		placeDraft(file, forFolderOwner(file, fill), (draft) => linkSync(draft, file));
		return true;
	} catch (thrown) {
		if ((thrown as NodeJS.ErrnoException).code === 'EEXIST') return false;
		throw thrown;
	}
}

function forFolderOwner(file: string, fill: Fill): Fill {
	return (handle, draft) => {
		giveHandle(handle, dirname(file));
		fill(handle, draft);
	};
}

function writing(content: string | Uint8Array): Fill {
	return (handle) => writeWhole(handle, Buffer.from(content as string));
}

/** Fails if the path is a symbolic link. */
export function refuseLink(path: string): void {
	if (isLink(path))
		throw new Failure(
			'state-link',
			`${path} is a symbolic link, which is not followed in the state folder: replace it with what it points to`,
		);
}

/** A path that cannot be examined does not count as a link: opening it reports the reason in better words. */
function isLink(path: string): boolean {
	try {
		return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
	} catch {
		return false;
	}
}

/** Makes an empty file that only its owner may read, unless there is one. */
export function makeEmptyFile(file: string): void {
	refuseLink(file);
	try {
		const handle = openSync(file, O_RDWR | O_CREAT | O_EXCL, 0o600);
		giveHandle(handle, dirname(file));
		closeSync(handle);
	} catch (thrown) {
		if ((thrown as NodeJS.ErrnoException).code !== 'EEXIST') throw thrown;
		refuseLink(file);
	}
}

/** Opens a file for reading and writing, and makes it if there is none. */
export function openPrivateFile(file: string): number {
	makeEmptyFile(file);
	return openSync(file, O_RDWR | O_NOFOLLOW | O_NONBLOCK);
}

/** Reads a file of the state folder. A pipe in its place reads as empty, without waiting. */
export function readPrivateFile(file: string): Buffer {
	refuseLink(file);
	const handle = openSync(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
	try {
		return readFileSync(handle);
	} finally {
		closeSync(handle);
	}
}

/**
 * Makes a private folder unless it exists, and does the work in it. On Linux the path given to the work stays that very
 * folder, even if somebody replaces it meanwhile.
 */
export function inPrivateFolder<T>(folder: string, work: (path: string) => T): T {
	refuseLink(folder);
	const created = mkdirSync(folder, { recursive: true, mode: 0o700 });
	const handle = openSync(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
	try {
		if (created) giveHandle(handle, dirname(folder));
		return work(process.platform === 'linux' ? `/proc/self/fd/${handle}` : folder);
	} finally {
		closeSync(handle);
	}
}

/**
 * Files that root makes in the folder of a service belong to the user of the service: otherwise the service could not
 * read its own state. Users other than root already own the files that they make.
 */
export function giveToFolderOwner(path: string): void {
	if (!ownerOf(dirname(path))) return;
	const handle = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
	giveHandle(handle, dirname(path));
	closeSync(handle);
}

function giveHandle(handle: number, folder: string): void {
	const owner = ownerOf(folder);
	if (owner) fchownSync(handle, owner.uid, owner.gid);
}

function ownerOf(folder: string): { uid: number; gid: number } | null {
	if (process.getuid?.() !== 0) return null;
	const { uid, gid } = statSync(folder);
	return uid === 0 ? null : { uid, gid };
}
