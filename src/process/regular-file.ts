import {
	closeSync,
	constants,
	fstatSync,
	lstatSync,
	openSync,
	readFileSync,
	type Stats,
	statSync,
} from 'node:fs';

const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;

/** Refused by `fileTrouble` in words, like the codes of the system. */
function trouble(code: 'ENOTREG' | 'ELOOP'): NodeJS.ErrnoException {
	return Object.assign(new Error(code), { code });
}

/**
 * Opens a file to read it, and only a regular one: a named pipe without a writer would wait for ever, and a device may
 * never end. The type is checked before the file is opened, because opening a device can have an effect, and again
 * afterwards, because somebody may have replaced it.
 */
export function openRegularFile(path: string, { followLinks = true } = {}): number {
	const check = (stats: Stats) => {
		if (stats.isSymbolicLink()) throw trouble('ELOOP');
		// Reading a folder gives the better message.
		if (!stats.isFile() && !stats.isDirectory()) throw trouble('ENOTREG');
	};
	check(followLinks ? statSync(path) : lstatSync(path));
	const file = openSync(path, O_RDONLY | O_NONBLOCK | (followLinks ? 0 : O_NOFOLLOW));
	try {
		check(fstatSync(file));
	} catch (thrown) {
		closeSync(file);
		throw thrown;
	}
	return file;
}

/** Reads a whole regular file. */
export function readRegularFile(path: string, options?: { followLinks?: boolean }): Buffer {
	const file = openRegularFile(path, options);
	try {
		return readFileSync(file);
	} finally {
		closeSync(file);
	}
}

/** Refuses to write to what would wait for a reader, or is a disk. A terminal and `/dev/null` can be written to. */
export function refuseUnwritable(path: string): void {
	const stats = statSync(path, { throwIfNoEntry: false });
	if (stats?.isFIFO() || stats?.isSocket() || stats?.isBlockDevice()) throw trouble('ENOTREG');
}
