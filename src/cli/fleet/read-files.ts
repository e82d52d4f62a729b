import { createReadStream, statSync } from 'node:fs';
import { basename } from 'node:path';
import { Failure } from '../../failure.ts';
import type { Inventory } from '../../inventory/inventory.ts';
import { openInventory } from '../../inventory/open-inventory.ts';
import type { GivenColumns } from '../../inventory/recognise.ts';

/** Larger pieces than this win nothing, smaller ones cost. */
const pieceBytes = 512 * 1024;

/** A file that was opened, and what it is called in the report. */
export interface OpenFile {
	readonly name: string;
	readonly inventory: Inventory;
}

/** Opens a file of computers, or standard input for `-`. `onBytes` is told of what was read. */
export async function openFile(
	path: string,
	given: GivenColumns,
	onBytes: (bytes: number) => void | Promise<void>,
): Promise<OpenFile> {
	const name = path === '-' ? 'standard input' : basename(path);
	return { name, inventory: await named(name, openInventory(counted(path, onBytes), given)) };
}

/** Size of a file; null for what has none, such as a pipe. */
export function sizeOf(path: string): number | null {
	const found = path === '-' ? null : statSync(path, { throwIfNoEntry: false });
	return found?.isFile() ? found.size : null;
}

/** Says in what went wrong which file it was. */
export async function named<T>(name: string, work: Promise<T>): Promise<T> {
	try {
		return await work;
	} catch (thrown) {
		if (thrown instanceof Failure) throw new Failure(thrown.code, `${name}: ${thrown.message}`);
		throw thrown;
	}
}

async function* counted(
	path: string,
	onBytes: (bytes: number) => void | Promise<void>,
): AsyncGenerator<Uint8Array> {
	const pieces: AsyncIterable<Uint8Array> =
		path === '-' ? process.stdin : createReadStream(path, { highWaterMark: pieceBytes });
	try {
		for await (const piece of pieces) {
			yield piece;
			await onBytes(piece.length);
		}
	} catch (thrown) {
		const { code } = thrown as NodeJS.ErrnoException;
		if (code === undefined || thrown instanceof Failure) throw thrown;
		throw new Failure('unreadable-file', `cannot be read (${code})`);
	}
}
