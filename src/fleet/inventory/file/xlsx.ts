import { Unzip, UnzipInflate } from 'fflate';
import { Failure } from '../../../process/failure.ts';
import { csvLine } from '../../../text/csv.ts';
import { allKnownColumns, foldColumn } from '../columns/known-columns.ts';
import { mostColumns } from '../dialect.ts';
import { growsTooMuch, pieceLength } from './unpack.ts';

/** In bytes. A larger workbook is refused, because it is held in memory as a whole. */
const mostText = 512 * 1024 * 1024;
/** The head of a sheet is looked for in so many rows. */
const headRows = 6;

const wanted =
	/^xl\/(?:workbook\.xml|_rels\/workbook\.xml\.rels|sharedStrings\.xml|styles\.xml|worksheets\/[^/]+\.xml)$/;

/** Whether an archive is a workbook, by the name of its first file. */
export function isWorkbook(first: Uint8Array): boolean {
	const length = (first[26] ?? 0) + 256 * (first[27] ?? 0);
	const name = new TextDecoder().decode(first.subarray(30, 30 + length));
	return /^(?:\[Content_Types\]\.xml|_rels\/|docProps\/|xl\/)/.test(name);
}

/**
 * Reads a workbook as a text table: the first sheet with known column names, else the first sheet that is not empty. It is a
 * reader of our own on fflate, because an inventory needs only texts, numbers and days. The maintained libraries have a
 * hundred times the code, or are not published on a registry.
 */
export async function openWorkbook(packed: AsyncIterable<Uint8Array>): Promise<Workbook> {
	const parts = await unpackParts(packed);
	const is1904 = /<(?:\w+:)?workbookPr\b[^>]*\bdate1904="(?:1|true)"/.test(
		parts.get('xl/workbook.xml') ?? '',
	);
	const meaning: CellMeaning = {
		texts: sharedTexts(parts.get('xl/sharedStrings.xml') ?? ''),
		days: dayStyles(parts.get('xl/styles.xml') ?? ''),
		dayNumbers: is1904 ? 1462 : 0,
	};
	return { dayNumbers: meaning.dayNumbers, rows: workbookRows(parts, meaning) };
}

/** A workbook that was opened. */
export interface Workbook {
	/** Added to the number of a day, makes it count from 1899-12-30: some workbooks count from 1904. */
	readonly dayNumbers: number;
	/** The chosen sheet, as CSV. */
	readonly rows: AsyncIterable<Uint8Array>;
}

async function* workbookRows(
	parts: ReadonlyMap<string, string>,
	meaning: CellMeaning,
): AsyncGenerator<Uint8Array> {
	let first: string | null = null;
	let chosen: string | null = null;
	for (const path of sheetPaths(parts)) {
		const sheet = parts.get(path);
		if (sheet === undefined) continue;
		const head: string[][] = [];
		for (const row of sheetRows(sheet, meaning)) {
			if (row.some((cell) => cell !== '')) head.push(row);
			if (head.length >= headRows) break;
		}
		if (head.length > 0) first ??= path;
		if (head.some((row) => row.filter((cell) => allKnownColumns.has(foldColumn(cell))).length >= 2)) {
			chosen = path;
			break;
		}
	}
	const path = chosen ?? first;
	if (path === null) return;
	// A sheet that is cut short may lack Macs.
	if (!/<\/(?:\w+:)?worksheet\s*>/.test(parts.get(path)!.slice(-1000)))
		throw new Failure('bad-archive', 'the workbook is damaged or cut short (a sheet has no end)');
	const encoder = new TextEncoder();
	let lines = '';
	for (const row of sheetRows(parts.get(path)!, meaning)) {
		if (row.every((cell) => cell === '')) continue;
		lines += `${csvLine(row)}\n`;
		if (lines.length > 64 * 1024) {
			yield encoder.encode(lines);
			lines = '';
		}
	}
	if (lines !== '') yield encoder.encode(lines);
}

async function unpackParts(packed: AsyncIterable<Uint8Array>): Promise<Map<string, string>> {
	const parts = new Map<string, string>();
	let [read, grown] = [0, 0];
	let tail = new Uint8Array(0);
	const stream = new Unzip((file) => {
		if (!wanted.test(file.name)) return;
		const decoder = new TextDecoder();
		let text = '';
		file.ondata = (error, data, final) => {
			if (error) throw error;
			grown += data.length;
			if (grown > mostText || growsTooMuch(grown, read))
				throw new Failure('bad-archive', 'the workbook is too large: save the sheet as CSV');
			text += decoder.decode(data, { stream: !final });
			if (final) parts.set(file.name, text);
		};
		file.start();
	});
	stream.register(UnzipInflate);
	try {
		for await (const chunk of packed) {
			for (let at = 0; at < chunk.length; at += pieceLength) {
				const part = chunk.subarray(at, at + pieceLength);
				read += part.length;
				stream.push(part, false);
				tail = lastBytes(tail, part);
			}
		}
		stream.push(new Uint8Array(0), true);
	} catch (thrown) {
		if (thrown instanceof Failure) throw thrown;
		throw new Failure('bad-archive', `the workbook is damaged or cut short (${(thrown as Error).message})`);
	}
	if (!hasDirectory(tail)) throw new Failure('bad-archive', 'the workbook is cut short');
	if (!parts.has('xl/workbook.xml'))
		throw new Failure('bad-archive', 'the workbook is damaged, or was not saved as XLSX');
	return parts;
}

/** The end record of a ZIP archive has 22 bytes and a comment of at most 65,535. */
const longestEnd = 22 + 65_535;

function lastBytes(before: Uint8Array, more: Uint8Array): Uint8Array<ArrayBuffer> {
	const both = new Uint8Array(before.length + more.length);
	both.set(before);
	both.set(more, before.length);
	return both.slice(-longestEnd);
}

/** Whether the end of an archive has the signature of its end record. Without it the archive is cut short. */
function hasDirectory(tail: Uint8Array): boolean {
	for (let at = tail.length - 22; at >= 0; at--)
		if (tail[at] === 0x50 && tail[at + 1] === 0x4b && tail[at + 2] === 5 && tail[at + 3] === 6) return true;
	return false;
}

/** The paths of the sheets, in the order of the workbook. */
function sheetPaths(parts: ReadonlyMap<string, string>): string[] {
	const targets = new Map<string, string>();
	for (const { head } of elements(parts.get('xl/_rels/workbook.xml.rels') ?? '', 'Relationship'))
		targets.set(attributeOf(head, 'Id'), attributeOf(head, 'Target'));
	const paths = [...elements(parts.get('xl/workbook.xml')!, 'sheet')].map(({ head }) => {
		const target = targets.get(attributeOf(head, 'r:id') || attributeOf(head, 'id')) ?? '';
		return target.startsWith('/') ? target.slice(1) : `xl/${target}`;
	});
	return paths.length > 0
		? paths
		: [...parts.keys()].filter((path) => path.startsWith('xl/worksheets/')).sort();
}

/** Texts that cells refer to by number, without their phonetic readings (`rPh`). */
function sharedTexts(xml: string): string[] {
	return [...elements(xml, 'si')].map(({ body }) => textsIn(body));
}

function textsIn(body: string): string {
	const spoken = body.replace(/<(?:\w+:)?rPh\b.*?<\/(?:\w+:)?rPh>/gs, '');
	return [...elements(spoken, 't')].map((text) => textOf(text.body)).join('');
}

/** The styles that show a number as a day. */
function dayStyles(xml: string): ReadonlySet<number> {
	const formats = new Map<number, string>();
	for (const { head } of elements(xml, 'numFmt'))
		formats.set(Number(attributeOf(head, 'numFmtId')), textOf(attributeOf(head, 'formatCode')));
	const [cells] = elements(xml, 'cellXfs');
	const days = new Set<number>();
	let style = 0;
	for (const { head } of elements(cells?.body ?? '', 'xf')) {
		const format = Number(attributeOf(head, 'numFmtId'));
		const code = (formats.get(format) ?? '').replace(/"[^"]*"|\[[^\]]*\]|\\./g, '');
		if (
			(format >= 14 && format <= 17) ||
			format === 22 ||
			(format >= 27 && format <= 36) ||
			/[yd]/i.test(code)
		)
			days.add(style);
		style++;
	}
	return days;
}

/** The tables of the workbook that cells refer to. */
interface CellMeaning {
	readonly texts: readonly string[];
	/** The styles that show a number as a day. */
	readonly days: ReadonlySet<number>;
	/** As in `Workbook`. */
	readonly dayNumbers: number;
}

function* sheetRows(xml: string, meaning: CellMeaning): Generator<string[]> {
	for (const { body } of elements(xml, 'row')) {
		const row: string[] = [];
		for (const cell of elements(body, 'c')) {
			const place = columnOf(attributeOf(cell.head, 'r')) ?? row.length;
			if (place >= mostColumns) continue;
			while (row.length < place) row.push('');
			row[place] = cellText(cell, meaning);
		}
		yield row;
	}
}

function cellText(
	{ head, body }: { head: string; body: string },
	{ texts, days, dayNumbers }: CellMeaning,
): string {
	const type = attributeOf(head, 't');
	if (type === 'inlineStr') return textsIn(body);
	const [value] = elements(body, 'v');
	const text = textOf(value?.body ?? '');
	if (type === 's') return texts[Number(text)] ?? '';
	if (type === 'e') return '';
	if (type === '' || type === 'n') {
		const number = Number(text);
		if (text !== '' && days.has(Number(attributeOf(head, 's') || 0)) && number > 0 && number < 2_958_466)
			return dayOfSerial(number + dayNumbers);
	}
	return text;
}

/** Workbooks count days from 1899-12-30, because they have a 29th of February 1900. 25,569 is 1970-01-01. */
function dayOfSerial(number: number): string {
	return new Date(Math.round((number - 25_569) * 86_400_000)).toISOString().slice(0, 19);
}

/** `C7` is column 2. */
function columnOf(reference: string): number | null {
	const letters = /^[A-Z]{1,3}/.exec(reference)?.[0];
	if (!letters) return null;
	return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** An XML element. */
export interface XmlElement {
	/** Its attributes, as they are written. */
	readonly head: string;
	readonly body: string;
}

/**
 * The elements with a name, in any namespace. Enough for workbooks that programs write: elements of one name are not nested,
 * and there are neither comments nor CDATA sections.
 */
export function* elements(xml: string, name: string): Generator<XmlElement> {
	const start = new RegExp(`<((?:\\w+:)?${name})(?=[\\s/>])([^>]*?)(/?)>`, 'g');
	for (let match = start.exec(xml); match; match = start.exec(xml)) {
		const [whole, tag, head, closed] = match as unknown as [string, string, string, string];
		if (closed) {
			yield { head, body: '' };
			continue;
		}
		const from = match.index + whole.length;
		const end = xml.indexOf(`</${tag}>`, from);
		if (end < 0) return;
		yield { head, body: xml.slice(from, end) };
		start.lastIndex = end;
	}
}

/** The value of an attribute; empty if it is missing. */
function attributeOf(head: string, name: string): string {
	return (
		new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(head)?.slice(1).find(Boolean) ?? ''
	);
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** Decodes the entities of XML, and the `_x000A_` escapes of workbooks. */
export function textOf(xml: string): string {
	return xml
		.replace(/&(?:(lt|gt|amp|quot|apos)|#(\d{1,7})|#x([0-9a-f]{1,6}));/gi, (whole, name, decimal, hex) => {
			if (name) return entities[name.toLowerCase()] ?? whole;
			const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
			return code <= 0x10ffff ? String.fromCodePoint(code) : '';
		})
		.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}
