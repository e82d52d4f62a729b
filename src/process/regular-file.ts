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

/** An error with a code that `fileTrouble` puts into words, as it does for the codes of the system. */
function trouble(code: 'ENOTREG' | 'ELOOP'): NodeJS.ErrnoException {
	return Object.assign(new Error(code), { code });
}

/**
 * Opens a file for reading if it is a regular file: a named pipe without a writer would wait forever, and a device may
 * never end. The type is checked before opening, because opening a device can have an effect, and again afterwards,
 * because somebody may have replaced the file.
 */
export function openRegularFile(path: string, { followLinks = true } = {}): number {
	const check = (stats: Stats) => {
		if (stats.isSymbolicLink()) throw trouble('ELOOP');
		// Folders pass, because reading one fails with a better message.
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

/** What a shell opened for this process: `<(command)`, or standard input. Reading it waits for a writer that exists. */
const isOpenedByShell = (path: string) => /^\/dev\/(?:fd\/\d+|stdin)$/.test(path);

/** Opens a regular file, or what the shell opened, and gives the path or number for a stream. */
export function openForStream(path: string): { path: string; fd?: number } {
	return isOpenedByShell(path) ? { path } : { path, fd: openRegularFile(path) };
}

/** Refuses a path that `openForStream` would refuse, without opening it. */
export function refuseIrregular(path: string): void {
	if (!isOpenedByShell(path)) closeSync(openRegularFile(path));
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

/** Changes when the file at the path is written, replaced or linked elsewhere; `absent` if there is none. */
export function fileMark(path: string): string {
	const stats = statSync(path, { throwIfNoEntry: false });
	return stats ? `${stats.dev}:${stats.ino}:${stats.size}:${stats.mtimeMs}` : 'absent';
}

/** Refuses to replace anything but a regular file: a rename would put a file in the place of a pipe or of `/dev/null`. */
export function refuseUnreplaceable(path: string): void {
	const stats = statSync(path, { throwIfNoEntry: false });
	if (stats?.isDirectory()) throw Object.assign(new Error('EISDIR'), { code: 'EISDIR' });
	if (stats && !stats.isFile()) throw trouble('ENOTREG');
}

/** Refuses to write to a pipe or socket, which would wait for a reader, or to a disk. Terminals and `/dev/null` pass. */
export function refuseUnwritable(path: string): void {
	const stats = statSync(path, { throwIfNoEntry: false });
	if (stats?.isFIFO() || stats?.isSocket() || stats?.isBlockDevice()) throw trouble('ENOTREG');
}
