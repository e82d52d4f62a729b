import { randomBytes } from 'node:crypto';
import {
	chownSync,
	closeSync,
	fchownSync,
	fsyncSync,
	linkSync,
	openSync,
	renameSync,
	rmSync,
	statSync,
	writeSync,
} from 'node:fs';
import { dirname } from 'node:path';

/** Writes a file that only its owner may read: complete on disk or not at all, whatever stops the process. */
export function writePrivateFile(file: string, content: string | Uint8Array): void {
	withDraft(file, content, (draft) => renameSync(draft, file));
}

/** The same unless the file is there already. Returns whether this call made it. */
export function makePrivateFile(file: string, content: string | Uint8Array): boolean {
	try {
		withDraft(file, content, (draft) => linkSync(draft, file));
		return true;
	} catch (thrown) {
		if ((thrown as NodeJS.ErrnoException).code === 'EEXIST') return false;
		throw thrown;
	}
}

function withDraft(file: string, content: string | Uint8Array, place: (draft: string) => void): void {
	const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
	const handle = openSync(draft, 'wx', 0o600);
	try {
		try {
			const owner = ownerOf(dirname(file));
			if (owner) fchownSync(handle, owner.uid, owner.gid);
			const bytes = Buffer.from(content as string);
			for (let at = 0; at < bytes.length; ) at += writeSync(handle, bytes, at);
			fsyncSync(handle);
		} finally {
			closeSync(handle);
		}
		place(draft);
		syncFolder(dirname(file));
	} finally {
		rmSync(draft, { force: true });
	}
}

/**
 * What root makes in the folder of a service belongs to the user of the service: it could not read its own state
 * otherwise. Other users can make only what is theirs.
 */
export function giveToFolderOwner(path: string): void {
	const owner = ownerOf(dirname(path));
	if (owner) chownSync(path, owner.uid, owner.gid);
}

function ownerOf(folder: string): { uid: number; gid: number } | null {
	if (process.getuid?.() !== 0) return null;
	const { uid, gid } = statSync(folder);
	return uid === 0 ? null : { uid, gid };
}

/** A name in a folder survives a power cut only once the folder is on disk, too. */
export function syncFolder(folder: string): void {
	const handle = openSync(folder, 'r');
	fsyncSync(handle);
	closeSync(handle);
}
