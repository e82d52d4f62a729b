import { Unzip, UnzipInflate } from 'fflate';
import { Failure } from '../../../process/failure.ts';
import { csvLine } from '../../../text/csv.ts';
import { foldColumn, knownColumns } from '../columns/known-columns.ts';
import { growsTooMuch, piece } from './unpack.ts';

/** A workbook is kept in memory as a whole: one with more text than this is not read. */
const mostText = 512 * 1024 * 1024;
const mostColumns = 16_384;
const headRows = 6;

const everyKnown: ReadonlySet<string> = new Set(Object.values(knownColumns).flat());
const wanted =
	/^xl\/(?:workbook\.xml|_rels\/workbook\.xml\.rels|sharedStrings\.xml|styles\.xml|worksheets\/[^/]+\.xml)$/;

/** Whether an archive is a workbook, by the name of its first file. */
export function isWorkbook(first: Uint8Array): boolean {
	const length = (first[26] ?? 0) + 256 * (first[27] ?? 0);
	const name = new TextDecoder().decode(first.subarray(30, 30 + length));
	return /^(?:\[Content_Types\]\.xml|_rels\/|docProps\/|xl\/)/.test(name);
}

/**
 * A workbook as a table of text: the first sheet that has names of columns, else the first with anything. A reader of our own
 * on fflate, which is here already: of a workbook nothing but texts, numbers and days is needed, and the readers that are kept
 * up either bring a hundred times as much or come from elsewhere than a registry.
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
	/** What to add to the number of a day so that it counts from 1899-12-30: some workbooks count from 1904. */
	readonly dayNumbers: number;
	/** Its table, as CSV. */
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
		if (head.some((row) => row.filter((cell) => everyKnown.has(foldColumn(cell))).length >= 2)) {
			chosen = path;
			break;
		}
	}
	const path = chosen ?? first;
	if (path === null) return;
	// A sheet that ends in the middle has lost Macs.
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
			// In small pieces, because each may grow a thousandfold before its size is known.
			for (let at = 0; at < chunk.length; at += piece) {
				const part = chunk.subarray(at, at + piece);
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

/** An archive ends with a list of its files: 22 bytes, and a remark of at most 65,535. */
const longestEnd = 22 + 65_535;

function lastBytes(before: Uint8Array, more: Uint8Array): Uint8Array<ArrayBuffer> {
	const both = new Uint8Array(before.length + more.length);
	both.set(before);
	both.set(more, before.length);
	return both.slice(-longestEnd);
}

/** Whether the end of an archive has the mark of that list. Without it files may be missing, whole or not. */
function hasDirectory(tail: Uint8Array): boolean {
	for (let at = tail.length - 22; at >= 0; at--)
		if (tail[at] === 0x50 && tail[at + 1] === 0x4b && tail[at + 2] === 5 && tail[at + 3] === 6) return true;
	return false;
}

/** The sheets in the order in which they are shown. */
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

/** Texts that cells refer to by number. What is written above them to be spoken is left out. */
function sharedTexts(xml: string): string[] {
	return [...elements(xml, 'si')].map(({ body }) => textsIn(body));
}

function textsIn(body: string): string {
	const spoken = body.replace(/<(?:\w+:)?rPh\b.*?<\/(?:\w+:)?rPh>/gs, '');
	return [...elements(spoken, 't')].map((text) => textOf(text.body)).join('');
}

/** Which styles of cells show a number as a day. */
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

/** What cells refer to. */
interface CellMeaning {
	readonly texts: readonly string[];
	/** The styles that show a number as a day. */
	readonly days: ReadonlySet<number>;
	/** What to add to the number of a day so that it counts from 1899-12-30. */
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

/** Workbooks count days from 1899-12-30, with a day of February 1900 that never was. */
function dayOfSerial(number: number): string {
	return new Date(Math.round((number - 25_569) * 86_400_000)).toISOString().slice(0, 19);
}

/** `C7` is column 2. */
function columnOf(reference: string): number | null {
	const letters = /^[A-Z]{1,3}/.exec(reference)?.[0];
	if (!letters) return null;
	return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** An element of XML: its attributes as they are written, and what stands in it. */
export interface XmlElement {
	readonly head: string;
	readonly body: string;
}

/**
 * The elements of a name, one after the other, in whatever namespace. Enough for what programs write that make
 * workbooks: such elements do not stand in each other, and there are neither comments nor sections of raw text.
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

const named: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** A text as it is meant. */
export function textOf(xml: string): string {
	return xml
		.replace(/&(?:(lt|gt|amp|quot|apos)|#(\d{1,7})|#x([0-9a-f]{1,6}));/gi, (whole, name, decimal, hex) => {
			if (name) return named[name.toLowerCase()] ?? whole;
			const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
			return code <= 0x10ffff ? String.fromCodePoint(code) : '';
		})
		.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}
