import { accessSync, constants, createReadStream, statSync } from 'node:fs';
import { basename } from 'node:path';
import { fileNames, named } from '../fleet/file-names.ts';
import type { Fleet, MacSink } from '../fleet/fleet.ts';
import { hasModels } from '../fleet/inventory/columns/field.ts';
import type { GivenColumns } from '../fleet/inventory/columns/recognise.ts';
import type { Inventory } from '../fleet/inventory/inventory.ts';
import { type OpenOptions, openInventory } from '../fleet/inventory/open-inventory.ts';
import { type OwnedMac, ownedColumns, readOwned } from '../fleet/report/owned.ts';
import { Failure, fileTrouble } from '../process/failure.ts';
import { openForStream, refuseIrregular } from '../process/regular-file.ts';
import { yieldTurn } from '../process/yield-turn.ts';

/** The size of reads. Larger reads are not faster, smaller ones are slower. */
const pieceBytes = 512 * 1024;

/** A file of computers, and its name in the report. */
export interface NamedFile {
	readonly path: string;
	readonly name: string;
	/** The content, if it was pulled from a service and not read from a file. */
	readonly content?: readonly Uint8Array[];
}

export function namedFiles(paths: readonly string[]): NamedFile[] {
	const names = fileNames(paths.map((path) => (path === '-' ? 'standard input' : basename(path))));
	return paths.map((path, index) => ({ path, name: names[index]! }));
}

/** Refuses files that cannot be opened, before anything is written. */
export function refuseUnreadable(files: readonly NamedFile[]): void {
	for (const { path, name, content } of files) {
		if (content || path === '-') continue;
		try {
			accessSync(path, constants.R_OK);
			refuseIrregular(path);
		} catch (thrown) {
			throw new Failure('unreadable-file', `${name}: cannot be read (${fileTrouble(thrown)})`);
		}
	}
}

/** Why a file of several cannot be used, and which one it is. */
export class FileFailure extends Failure {
	readonly file: NamedFile;

	constructor(file: NamedFile, { code, message }: Failure) {
		super(code, message);
		this.file = file;
	}
}

/** Opens a file of computers, or standard input for `-`. `onPiece` gets every piece that was read. */
export function openFile(
	{ path, name, content }: NamedFile,
	columns: GivenColumns,
	onPiece: (piece: Uint8Array) => void | Promise<void>,
	options: OpenOptions = {},
): Promise<Inventory> {
	const pieces = piecesOf(content ?? path, onPiece);
	return withAdvice(
		path,
		named(name, openInventory(pieces, columns, { ...options, turn: options.turn ?? yieldTurn })),
	);
}

/** How several files are read together. */
interface ReadOptions extends Pick<OpenOptions, 'turn'> {
	/** Columns to carry through. */
	readonly keep?: readonly string[];
	/** Gets the Macs of each file before rows about the same Mac are merged. */
	readonly onRow?: MacSink | undefined;
}

/** Reads files into a fleet. Throws a `FileFailure` for a file that it cannot use. */
export async function readFiles(
	fleet: Fleet,
	files: readonly NamedFile[],
	{ keep = [], onRow, turn }: ReadOptions = {},
): Promise<void> {
	const isSeveral = files.length > 1;
	let models = false;
	for (const file of files) {
		// One of several files must have the models. The others are joined to it by serial number.
		const inPart = isSeveral && (models || file !== files.at(-1));
		try {
			const inventory = await openFile(file, {}, () => {}, { keep, inPart, isOneOfSeveral: isSeveral, turn });
			models ||= hasModels(inventory.recognised);
			await fleet.read(file.name, inventory, onRow);
		} catch (thrown) {
			throw thrown instanceof Failure ? new FileFailure(file, thrown) : thrown;
		}
	}
}

/** The Macs in a file of owned Macs. `title` names the file in messages. */
export async function readOwnedFile(path: string, title: string, asOf: string): Promise<OwnedMac[]> {
	const [file] = namedFiles([path]);
	const inventory = await openFile(file!, {}, () => {}, { anyColumns: true, keep: ownedColumns });
	if (!inventory.recognised.some(({ field }) => field === 'serial'))
		throw new Failure('no-serial-column', `${title}: no column with serial numbers was found`);
	return readOwned(inventory, asOf);
}

/** Completes messages of the inventory with the path of the file, and with a format that only files have. */
async function withAdvice<T>(path: string, opened: Promise<T>): Promise<T> {
	try {
		return await opened;
	} catch (thrown) {
		if (!(thrown instanceof Failure)) throw thrown;
		const { code, message } = thrown;
		if (code === 'unknown-format')
			throw new Failure(code, `${message}, or what system_profiler -json prints`);
		// The path distinguishes files with the same name.
		if (code === 'unreadable-file' && path !== '-')
			throw new Failure(code, `${path}${message.slice(message.lastIndexOf(': cannot be read'))}`);
		throw thrown;
	}
}

/** The size of a file; null if it has none, such as a pipe. */
export function sizeOf(path: string): number | null {
	const stats = path === '-' ? null : statSync(path, { throwIfNoEntry: false });
	return stats?.isFile() ? stats.size : null;
}

async function* piecesOf(
	from: string | readonly Uint8Array[],
	onPiece: (piece: Uint8Array) => void | Promise<void>,
): AsyncGenerator<Uint8Array> {
	try {
		const pieces: AsyncIterable<Uint8Array> | readonly Uint8Array[] =
			from === '-' ? process.stdin : typeof from === 'string' ? streamOf(from) : from;
		for await (const piece of pieces) {
			yield piece;
			await onPiece(piece);
		}
	} catch (thrown) {
		const { code } = thrown as NodeJS.ErrnoException;
		if (code === undefined || thrown instanceof Failure) throw thrown;
		throw new Failure('unreadable-file', `cannot be read (${fileTrouble(thrown)})`);
	}
}

function streamOf(file: string): AsyncIterable<Uint8Array> {
	const { path, ...opened } = openForStream(file);
	return createReadStream(path, { highWaterMark: pieceBytes, ...opened });
}
