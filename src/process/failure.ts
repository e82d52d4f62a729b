/**
 * The only error that this project throws on purpose: something that a person can act on. It is shown as one line, without
 * a stack. Any other error is a defect and is reported as such.
 */
export class Failure extends Error {
	/** Stable name for programs, for example `port-in-use`. */
	readonly code: string;

	constructor(code: string, message: string) {
		super(message);
		this.name = 'Failure';
		this.code = code;
	}
}

/** The reason of any thrown value, as one line for a person. */
export function reasonOf(thrown: unknown): string {
	const lines = wordsIn(thrown).split('\n');
	const words = lines.map((line) => line.trim()).filter((line) => line !== '');
	return words.join(' ') || 'unknown error';
}

/** Database drivers throw plain objects: their message or code says more than `[object Object]`. */
function wordsIn(thrown: unknown): string {
	if (typeof thrown !== 'object' || thrown === null) return String(thrown);
	const { message, code } = thrown as { message?: unknown; code?: unknown };
	return [message, code].find((word) => typeof word === 'string' && word !== '')?.toString() ?? '';
}

const fileTroubles: Record<string, string> = {
	ENOENT: 'no such file or folder',
	EACCES: 'permission denied',
	EPERM: 'permission denied',
	EROFS: 'the file system is read-only',
	EISDIR: 'it is a folder',
	ENOTDIR: 'part of the path is a file',
	EEXIST: 'a file with this name exists',
	ENOSPC: 'the disk is full',
	EDQUOT: 'the disk quota is used up',
	EFBIG: 'the file would be larger than is allowed',
	EPIPE: 'the pipe was closed',
	ELOOP: 'it is a symbolic link',
	/** Not a code of the system: see `regular-file.ts`. */
	ENOTREG: 'it is not a regular file',
};

/** Why a file or folder cannot be used, in words, or the system's code if there are none. */
export function fileTrouble(thrown: unknown): string {
	const { code } = thrown as NodeJS.ErrnoException;
	return fileTroubles[code!] ?? code ?? reasonOf(thrown);
}
