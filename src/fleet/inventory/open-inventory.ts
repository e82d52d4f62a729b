import { Failure } from '../../process/failure.ts';
import { hasModels } from './columns/field.ts';
import { type ColumnWishes, columnList, type GivenColumns } from './columns/recognise.ts';
import { openCsv } from './csv-inventory.ts';
import { asUtf8, detectEncoding, Source } from './file/source.ts';
import { packingOf, unpack } from './file/unpack.ts';
import { isWorkbook, openWorkbook } from './file/xlsx.ts';
import { type Bytes, emptyInventory, type Inventory } from './inventory.ts';
import { openJson } from './json/json-inventory.ts';

/** Enough for the columns and some rows of every export. */
const sampleBytes = 256 * 1024;

const [openList, openObject, less] = [0x5b, 0x7b, 0x3c];

export interface OpenOptions {
	/** Columns to carry through. */
	readonly keep?: readonly string[];
	/** Opens also what no column tells the Macs of: somebody is to choose one. */
	readonly anyColumns?: boolean;
	/** A column that was set need not be in this file: another may have it. */
	readonly isOneOfSeveral?: boolean;
	/** Opens also what has serial numbers and no models: another file has those. */
	readonly inPart?: boolean;
}

/** Finds out what a file is and which columns it has. Whatever is wrong with it as a whole is one Failure. */
export async function openInventory(
	bytes: Bytes,
	given: GivenColumns = {},
	{ keep = [], anyColumns = false, inPart = false, isOneOfSeveral = false }: OpenOptions = {},
): Promise<Inventory> {
	let source = new Source(bytes);
	const packing = packingOf(await source.peek(4));
	const workbook =
		packing === 'zip' && isWorkbook(await source.peek(256)) ? await openWorkbook(source) : null;
	const wishes: ColumnWishes = { given, keep, isOneOfSeveral, dayNumbers: workbook?.dayNumbers };
	if (workbook) source = new Source(workbook.rows);
	else if (packing) source = new Source(unpack(source, packing));
	const encoding = detectEncoding(await source.peek(sampleBytes));
	if (encoding !== 'utf-8' || (await source.peek(3))[0] === 0xef)
		source = new Source(asUtf8(source, encoding));
	const sample = await source.peek(sampleBytes);
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
	if (workbook) return { ...inventory, format: 'xlsx', delimiter: null, packing: null, encoding };
	return { ...inventory, packing, encoding };
}

function refuseOthers(sample: Uint8Array, first: number): void {
	const expected = 'expected CSV, JSON, NDJSON, XLSX, or a ZIP of one of these';
	const start = new TextDecoder().decode(sample.subarray(0, 512)).trimStart();
	if (start.startsWith('bplist') || (first === less && /<plist|<!DOCTYPE plist|<\?xml/.test(start)))
		throw new Failure('unknown-format', `the file is a property list or XML: ${expected}`);
	if (start.startsWith('%PDF'))
		throw new Failure(
			'unknown-format',
			`the file is a PDF document: export the list as a table, ${expected}`,
		);
	if (first === less) throw new Failure('unknown-format', `the file is a web page or XML: ${expected}`);
	let zeros = 0;
	// By places: an iterator takes 40 ms of each report.
	for (let at = 0; at < sample.length; at++) if (sample[at] === 0) zeros++;
	if (zeros > sample.length / 10) throw new Failure('unknown-format', `this is not a text file: ${expected}`);
}
