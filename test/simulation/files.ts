import * as fs from 'node:fs';
import { Readable } from 'node:stream';
import { currentProcess } from './simulation.ts';
import { points, strikeAt } from './strikes.ts';

/*
 * The file system of simulated processes, in place of `node:fs` in the program: it can be full, a process can be killed at any
 * change of it, and a power cut loses what was not synced.
 */
export * from 'node:fs';

/** The disk that all processes share. */
export const disk = {
	isFull: false,
	/** Files with content that a power cut loses. */
	unsynced: new Set<string>(),
	/** Changes that were made. */
	changes: 0,
	/** Called when a process was killed at a change. */
	killed: () => {},
};

const paths = new Map<number, string>();

/** Thrown into the code of a process that is killed in the middle of it; nothing that it does then has an effect. */
export class Killed extends Error {
	override name = 'Killed';
}

/** Called before each change of the file system. */
function changing(): void {
	const process = currentProcess();
	if (!process) return;
	if (process.isDead) throw new Killed();
	disk.changes++;
	if (!strikeAt(process, (at) => at === points.write)) return;
	process.kill();
	disk.killed();
	throw new Killed();
}

function needsSpace(): void {
	if (disk.isFull && currentProcess())
		throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC', errno: -28 });
}

/** A power cut: all processes are dead already. */
export function losePower(): void {
	for (const path of disk.unsynced) if (fs.existsSync(path)) fs.truncateSync(path, 0);
	disk.unsynced.clear();
	disk.changes++;
}

export function openSync(path: fs.PathLike, flags: fs.OpenMode = 'r', mode?: fs.Mode): number {
	if (
		typeof flags === 'string' ? flags !== 'r' : (flags & (fs.constants.O_WRONLY | fs.constants.O_RDWR)) !== 0
	)
		changing();
	const handle = fs.openSync(path, flags, mode);
	paths.set(handle, String(path));
	return handle;
}

export function closeSync(handle: number): void {
	paths.delete(handle);
	fs.closeSync(handle);
}

export function writeSync(handle: number, ...rest: [Uint8Array, number?]): number {
	changing();
	needsSpace();
	const path = paths.get(handle);
	if (path !== undefined) disk.unsynced.add(path);
	return fs.writeSync(handle, ...rest);
}

export function fsyncSync(handle: number): void {
	changing();
	disk.unsynced.delete(paths.get(handle) ?? '');
}

export function renameSync(from: fs.PathLike, to: fs.PathLike): void {
	changing();
	fs.renameSync(from, to);
	disk.unsynced.delete(String(to));
	for (const path of [...disk.unsynced])
		if (path === from || path.startsWith(`${from}/`)) {
			disk.unsynced.delete(path);
			disk.unsynced.add(String(to) + path.slice(String(from).length));
		}
}

export function writeFileSync(
	path: fs.PathOrFileDescriptor,
	data: string | Uint8Array,
	options?: fs.WriteFileOptions,
): void {
	changing();
	needsSpace();
	fs.writeFileSync(path, data, options);
	disk.unsynced.add(String(path));
}

export function rmSync(path: fs.PathLike, options?: fs.RmOptions): void {
	changing();
	fs.rmSync(path, options);
}

export function mkdirSync(path: fs.PathLike, options?: fs.MakeDirectoryOptions): string | undefined {
	changing();
	return fs.mkdirSync(path, options);
}

/** Read at once: the system's threads are no part of the simulated time. */
export function createReadStream(path: fs.PathLike, { fd }: { fd?: number } = {}): Readable {
	const bytes = fs.readFileSync(fd ?? path);
	if (fd !== undefined) closeSync(fd);
	return Readable.from([bytes]);
}
