import { Gunzip, Unzip, UnzipInflate } from 'fflate';
import { Failure } from '../../../process/failure.ts';
import { budgets, overBudget } from '../budgets.ts';

export type Packing = 'zip' | 'gzip' | null;

export function packingOf(first: Uint8Array): Packing {
	if (first[0] === 0x50 && first[1] === 0x4b && (first[2] === 3 || first[2] === 5)) return 'zip';
	return first[0] === 0x1f && first[1] === 0x8b ? 'gzip' : null;
}

/** No real inventory compresses further than this. An archive that does is an attack (a "zip bomb"). */
const mostGrowth = 250;
/** In bytes: archives may always grow to this size. */
const alwaysAllowed = 64 * 1024 * 1024;
/** In bytes: archives are unpacked in small pieces, because each may grow a thousandfold before its size can be checked. */
export const pieceLength = 16 * 1024;

/** Refuses an archive of which `read` bytes were unpacked to too many (`grown`) bytes. */
export function checkGrowth(grown: number, read: number): void {
	if (grown > budgets.unpacked) throw overBudget('unpacked');
	if (grown > alwaysAllowed && grown > read * mostGrowth)
		throw new Failure(
			'bad-archive',
			`the archive grows more than ${mostGrowth}-fold when it is unpacked, more than an inventory does`,
		);
}

/** The bytes of the one file in a ZIP archive, or of a gzip file. */
export async function* unpack(
	packed: AsyncIterable<Uint8Array>,
	packing: 'zip' | 'gzip',
): AsyncGenerator<Uint8Array> {
	let read = 0;
	let grown = 0;
	let out: Uint8Array[] = [];
	const take = (data: Uint8Array) => {
		grown += data.length;
		checkGrowth(grown, read);
		if (data.length > 0) out.push(data);
	};
	const unpacker = packing === 'zip' ? unzip(take) : gunzip(take);
	for await (const chunk of packed) {
		for (let at = 0; at < chunk.length; at += pieceLength) {
			const part = chunk.subarray(at, at + pieceLength);
			read += part.length;
			damaged(packing, () => unpacker.push(part, false));
			yield* out;
			out = [];
		}
	}
	damaged(packing, () => unpacker.push(new Uint8Array(0), true));
	yield* out;
	unpacker.finish();
}

function damaged(packing: string, work: () => void): void {
	try {
		work();
	} catch (thrown) {
		if (thrown instanceof Failure) throw thrown;
		throw new Failure(
			'bad-archive',
			`the ${packing} file is damaged or cut short (${(thrown as Error).message})`,
		);
	}
}

interface Unpacker {
	push(part: Uint8Array, final: boolean): void;
	/** Throws if the archive is incomplete or empty. */
	finish(): void;
}

function gunzip(take: (data: Uint8Array) => void): Unpacker {
	let isWhole = false;
	const stream = new Gunzip((data, final) => {
		isWhole ||= final;
		take(data);
	});
	return {
		push: (part, final) => stream.push(part, final),
		finish() {
			if (!isWhole) throw new Failure('bad-archive', 'the gzip file is cut short');
		},
	};
}

function unzip(take: (data: Uint8Array) => void): Unpacker {
	const names: string[] = [];
	const stream = new Unzip((file) => {
		if (isHousekeeping(file.name)) return;
		names.push(file.name);
		if (isPartOfWorkbook(file.name))
			throw new Failure('bad-archive', 'the file is a workbook that is not XLSX: save it as XLSX or CSV');
		if (names.length > 1)
			throw new Failure(
				'bad-archive',
				`the ZIP archive holds several files (${names.map((name) => JSON.stringify(name)).join(', ')}, ...): expected one inventory`,
			);
		file.ondata = (error, data) => {
			if (error) throw error;
			take(data);
		};
		file.start();
	});
	stream.register(UnzipInflate);
	return {
		push: (part, final) => stream.push(part, final),
		/** A file that is cut short throws while it is unpacked. */
		finish() {
			if (names.length === 0)
				throw new Failure('bad-archive', 'the ZIP archive is empty: expected one inventory');
		},
	};
}

/** Workbooks of Excel, LibreOffice and Numbers are ZIP archives, too. */
function isPartOfWorkbook(name: string): boolean {
	return /^(?:\[Content_Types\]\.xml|mimetype|_rels\/.*|xl\/.*|docProps\/.*|.*\.iwa)$/.test(name);
}

/** Folders, and files that macOS adds to archives. */
function isHousekeeping(name: string): boolean {
	return name.endsWith('/') || name.startsWith('__MACOSX/') || /(?:^|\/)\.DS_Store$/.test(name);
}
