import { Failure } from '../../process/failure.ts';
import { Spending } from './budgets.ts';
import { hasModels } from './columns/field.ts';
import { type ColumnWishes, columnList, type GivenColumns } from './columns/recognise.ts';
import { openCsv } from './csv-inventory.ts';
import { asUtf8, detectEncoding, Source, type Turn } from './file/source.ts';
import { packingOf, unpack } from './file/unpack.ts';
import { isWorkbook, openWorkbook } from './file/xlsx.ts';
import { type Bytes, emptyInventory, type Inventory } from './inventory.ts';
import { openJson } from './json/json-inventory.ts';

/** Enough for the column names and some rows of every export. */
const sampleBytes = 256 * 1024;

const [openList, openObject, less] = [0x5b, 0x7b, 0x3c];

export interface OpenOptions {
	/** Columns to keep. */
	readonly keep?: readonly string[];
	/** Accept a file without a model column, so that the user can choose one. */
	readonly anyColumns?: boolean;
	/** A given column may be missing here, because another file may have it. */
	readonly isOneOfSeveral?: boolean;
	/** Accept a file with serial numbers and no models, because another file may have the models. */
	readonly inPart?: boolean;
	/** Called now and then while the file is read. */
	readonly turn?: Turn | undefined;
}

/** Detects the format and the columns of a file. Throws one `Failure` for a file that is not an inventory. */
export async function openInventory(
	bytes: Bytes,
	given: GivenColumns = {},
	{ keep = [], anyColumns = false, inPart = false, isOneOfSeveral = false, turn }: OpenOptions = {},
): Promise<Inventory> {
	let source = new Source(bytes, turn);
	refuseBinary(await source.peek(16));
	const packing = packingOf(await source.peek(4));
	const workbook =
		packing === 'zip' && isWorkbook(await source.peek(256)) ? await openWorkbook(source, turn) : null;
	const wishes: ColumnWishes = { given, keep, isOneOfSeveral, dayNumbers: workbook?.dayNumbers };
	if (workbook) source = new Source(workbook.rows, turn);
	else if (packing) source = new Source(unpack(source, packing), turn);
	const encoding = detectEncoding(await source.peek(sampleBytes));
	if (encoding !== 'utf-8' || (await source.peek(3))[0] === 0xef)
		source = new Source(asUtf8(source, encoding), turn);
	const sample = (await source.peek(sampleBytes)).subarray(0, sampleBytes);
	const first = sample.find((byte) => byte > 0x20);
	if (first === undefined) throw emptyInventory('is empty');
	refuseOthers(sample, first);
	const inventory =
		first === openList || first === openObject
			? await openJson(source, sample, wishes)
			: await openCsv(source, sample, wishes);
	if (inventory.columns.length === 0) throw emptyInventory('holds no rows');
	const isJoined = inPart && inventory.recognised.some(({ field }) => field === 'serial');
	if (!anyColumns && !isJoined && !hasModels(inventory.recognised))
		throw new Failure(
			'no-model-column',
			`no column with the model or board ID of a Mac was found: ${columnList(inventory.columns)}`,
		);
	const read: Inventory['read'] = (onRow) => {
		const rows = new Spending('rows');
		return inventory.read((row) => {
			rows.add(1);
			onRow(row);
		});
	};
	if (workbook) return { ...inventory, read, format: 'xlsx', delimiter: null, packing: null, encoding };
	return { ...inventory, read, packing, encoding };
}

const expected = 'expected CSV, JSON, NDJSON, XLSX, or a ZIP of one of these';

/** Files that people choose by mistake, with their first bytes. */
const binaries: readonly (readonly [begin: string, name: string])[] = [
	['\x89PNG', 'a PNG image'],
	['\xff\xd8\xff', 'a JPEG image'],
	['GIF8', 'a GIF image'],
	['II*\0', 'a TIFF image'],
	['MM\0*', 'a TIFF image'],
	['SQLite format 3\0', 'an SQLite database'],
	['\xd0\xcf\x11\xe0', 'a workbook or document of an old Office'],
	['\x7fELF', 'a program'],
	['\xcf\xfa\xed\xfe', 'a program'],
	['\xca\xfe\xba\xbe', 'a program'],
	['MZ\x90\0', 'a program'],
	['7z\xbc\xaf', 'a 7z archive'],
	['Rar!', 'a RAR archive'],
	['\xfd7zXZ', 'an XZ archive'],
	['BZh', 'a bzip2 archive'],
	['(\xb5/\xfd', 'a Zstandard archive'],
];

function refuseBinary(first: Uint8Array): void {
	const start = String.fromCharCode(...first.subarray(0, 16));
	const name = binaries.find(([begin]) => start.startsWith(begin))?.[1];
	if (name !== undefined) throw new Failure('unknown-format', `the file is ${name}: ${expected}`);
}

/** In bytes. */
const shortText = 512;

function refuseOthers(sample: Uint8Array, first: number): void {
	const start = new TextDecoder().decode(sample.subarray(0, 512)).trimStart();
	if (start.startsWith('bplist') || (first === less && /<plist|<!DOCTYPE plist|<\?xml/.test(start)))
		throw new Failure('unknown-format', `the file is a property list or XML: ${expected}`);
	if (start.startsWith('%PDF'))
		throw new Failure(
			'unknown-format',
			`the file is a PDF document: export the list as a table, ${expected}`,
		);
	if (first === less) throw new Failure('unknown-format', `the file is a web page or XML: ${expected}`);
	let controls = 0;
	// An iterator over the bytes would add 40 ms to each report.
	for (let at = 0; at < sample.length; at++) if (sample[at]! < 9) controls++;
	// One in 28 compressed bytes is below a tab. A long text has none of them, a short one may have some.
	if (controls > sample.length / (sample.length < shortText ? 10 : 50))
		throw new Failure('unknown-format', `this is not a text file: ${expected}`);
}
