import { csvLine } from '@pointrelease/core/src/text/csv.ts';
import { Unzip, UnzipInflate } from 'fflate';
import { Failure } from '../../../process/failure.ts';
import { budgets, Spending } from '../budgets.ts';
import { allKnownColumns, foldColumn } from '../columns/known-columns.ts';
import { bytesPerTurn, type Turn } from './source.ts';
import { checkGrowth, pieceLength } from './unpack.ts';
import { XmlTags } from './xml-tags.ts';

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
export async function openWorkbook(
	packed: AsyncIterable<Uint8Array>,
	turn: Turn = async () => {},
): Promise<Workbook> {
	const parts = await unpackParts(packed, turn);
	const meaning: CellMeaning = {
		texts: await sharedTexts(parts.get('xl/sharedStrings.xml') ?? '', turn),
		days: await dayStyles(parts.get('xl/styles.xml') ?? '', turn),
		dayNumbers: (await countsFrom1904(parts.get('xl/workbook.xml')!, turn)) ? 1462 : 0,
	};
	return { dayNumbers: meaning.dayNumbers, rows: workbookRows(parts, meaning, turn) };
}

/** A workbook that was opened. */
interface Workbook {
	/** Added to the number of a day, makes it count from 1899-12-30: some workbooks count from 1904. */
	readonly dayNumbers: number;
	/** The chosen sheet, as CSV. */
	readonly rows: AsyncIterable<Uint8Array>;
}

async function* workbookRows(
	parts: ReadonlyMap<string, string>,
	meaning: CellMeaning,
	turn: Turn,
): AsyncGenerator<Uint8Array> {
	let first: string | null = null;
	let chosen: string | null = null;
	for (const path of await sheetPaths(parts, turn)) {
		const sheet = parts.get(path);
		if (sheet === undefined) continue;
		const head: string[][] = [];
		for (const row of sheetRows(sheet, meaning)) {
			if (row === null) await turn();
			else if (row.some((cell) => cell !== '')) head.push(row);
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
		if (row === null) await turn();
		if (row === null || row.every((cell) => cell === '')) continue;
		lines += `${csvLine(row)}\n`;
		if (lines.length > 64 * 1024) {
			yield encoder.encode(lines);
			lines = '';
		}
	}
	if (lines !== '') yield encoder.encode(lines);
}

async function unpackParts(packed: AsyncIterable<Uint8Array>, turn: Turn): Promise<Map<string, string>> {
	const parts = new Map<string, string>();
	let [read, grown, turnedAt] = [0, 0, 0];
	const tail = new Tail();
	const stream = new Unzip((file) => {
		if (!wanted.test(file.name)) return;
		const decoder = new TextDecoder();
		let text = '';
		file.ondata = (error, data, final) => {
			if (error) throw error;
			grown += data.length;
			checkGrowth(grown, read);
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
				if (grown - turnedAt > bytesPerTurn) {
					turnedAt = grown;
					await turn();
				}
				tail.add(part);
			}
		}
		stream.push(new Uint8Array(0), true);
	} catch (thrown) {
		if (thrown instanceof Failure) throw thrown;
		throw new Failure('bad-archive', `the workbook is damaged or cut short (${(thrown as Error).message})`);
	}
	if (!hasDirectory(tail.bytes())) throw new Failure('bad-archive', 'the workbook is cut short');
	if (!parts.has('xl/workbook.xml'))
		throw new Failure('bad-archive', 'the workbook is damaged, or was not saved as XLSX');
	return parts;
}

/** The end record of a ZIP archive has 22 bytes and a comment of at most 65,535. */
const longestEnd = 22 + 65_535;

/** The end of an archive: the last pieces, joined once. To join them with each piece took 90 times the reading of small ones. */
class Tail {
	readonly #pieces: Uint8Array[] = [];
	#first = 0;
	#length = 0;

	add(piece: Uint8Array): void {
		// A copy: the caller may reuse the piece.
		this.#pieces.push(piece.slice());
		this.#length += piece.length;
		while (this.#length - this.#pieces[this.#first]!.length >= longestEnd) {
			this.#length -= this.#pieces[this.#first]!.length;
			this.#pieces[this.#first++] = nothing;
		}
	}

	bytes(): Uint8Array {
		const all = new Uint8Array(this.#length);
		let at = 0;
		for (const piece of this.#pieces.slice(this.#first)) {
			all.set(piece, at);
			at += piece.length;
		}
		return all.subarray(-longestEnd);
	}
}

const nothing = new Uint8Array(0);

/** Whether the end of an archive has the signature of its end record. Without it the archive is cut short. */
function hasDirectory(tail: Uint8Array): boolean {
	for (let at = tail.length - 22; at >= 0; at--)
		if (tail[at] === 0x50 && tail[at + 1] === 0x4b && tail[at + 2] === 5 && tail[at + 3] === 6) return true;
	return false;
}

/** Goes through the tags of a part, with a turn now and then: a part may take seconds. */
async function eachTag(xml: string, turn: Turn, take: (tags: XmlTags) => void): Promise<void> {
	const tags = new XmlTags(xml);
	let turnedAt = 0;
	while (tags.next()) {
		take(tags);
		if (tags.end - turnedAt < bytesPerTurn) continue;
		turnedAt = tags.end;
		await turn();
	}
}

/** The paths of the sheets, in the order of the workbook, each once. */
async function sheetPaths(parts: ReadonlyMap<string, string>, turn: Turn): Promise<Iterable<string>> {
	const targets = new Map<string, string>();
	await eachTag(parts.get('xl/_rels/workbook.xml.rels') ?? '', turn, (relation) => {
		if (relation.name === 'Relationship' && !relation.isEnd)
			targets.set(relation.attribute('Id'), relation.attribute('Target'));
	});
	const paths = new Set<string>();
	await eachTag(parts.get('xl/workbook.xml')!, turn, (tags) => {
		if (tags.name !== 'sheet' || tags.isEnd) return;
		const target = targets.get(tags.attribute('r:id') || tags.attribute('id')) ?? '';
		paths.add(target.startsWith('/') ? target.slice(1) : `xl/${target}`);
	});
	return paths.size > 0
		? paths
		: [...parts.keys()].filter((path) => path.startsWith('xl/worksheets/')).sort();
}

async function countsFrom1904(xml: string, turn: Turn): Promise<boolean> {
	let date1904: string | null = null;
	await eachTag(xml, turn, (tags) => {
		if (tags.name === 'workbookPr') date1904 ??= tags.attribute('date1904');
	});
	return date1904 === '1' || date1904 === 'true';
}

/** Texts that cells refer to by number. */
async function sharedTexts(xml: string, turn: Turn): Promise<string[]> {
	const texts: string[] = [];
	const cells = new Spending('cells');
	const text = new ElementText();
	let isInside = false;
	await eachTag(xml, turn, (tags) => {
		if (tags.name !== 'si') {
			if (isInside) text.take(tags);
		} else if (tags.isEnd || tags.isEmpty) {
			cells.add(1);
			texts.push(text.end());
			isInside = false;
		} else isInside = true;
	});
	return texts;
}

/** Collects the text of an element in pieces (`t`), without phonetic readings (`rPh`). */
class ElementText {
	#text = '';
	#start = -1;
	#isSpoken = false;

	take(tags: XmlTags): void {
		if (tags.name === 'rPh') this.#isSpoken = !tags.isEnd && !tags.isEmpty;
		else if (tags.name !== 't' || this.#isSpoken || tags.isEmpty) return;
		else if (!tags.isEnd) this.#start = tags.end;
		else if (this.#start >= 0) {
			this.#text += textOf(tags.textFrom(this.#start));
			this.#start = -1;
		}
	}

	/** The text so far; the next element begins without it. */
	end(): string {
		const text = this.#text;
		this.#text = '';
		this.#start = -1;
		this.#isSpoken = false;
		return text;
	}
}

/** Texts in quotes, colors and escaped characters of a number format: no letter in them shows a day. */
const formatTexts = /"[^"]*"|\[[^\][]*\]|\\./g;

/** The styles that show a number as a day. */
async function dayStyles(xml: string, turn: Turn): Promise<ReadonlySet<number>> {
	const formats = new Map<number, string>();
	const days = new Set<number>();
	const spending = new Spending('formats');
	let [style, isInCells] = [0, false];
	await eachTag(xml, turn, (tags) => {
		if (tags.name === 'cellXfs') isInCells = !tags.isEnd && !tags.isEmpty;
		else if (tags.isEnd) return;
		else if (tags.name === 'numFmt') {
			spending.add(1);
			formats.set(Number(tags.attribute('numFmtId')), textOf(tags.attribute('formatCode')));
		} else if (tags.name === 'xf' && isInCells) {
			spending.add(1);
			const format = Number(tags.attribute('numFmtId'));
			const code = (formats.get(format) ?? '').replace(formatTexts, '');
			if (
				(format >= 14 && format <= 17) ||
				format === 22 ||
				(format >= 27 && format <= 36) ||
				/[yd]/i.test(code)
			)
				days.add(style);
			style++;
		}
	});
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

/** The rows of a sheet, each a text for every cell up to its last; null when it is time for a turn. */
function* sheetRows(xml: string, meaning: CellMeaning): Generator<string[] | null> {
	const tags = new XmlTags(xml);
	const cells = new Spending('cells');
	const characters = new Spending('characters');
	const text = new ElementText();
	let row: string[] | null = null;
	let cell: CellHead | null = null;
	let [value, valueStart, turnedAt] = ['', -1, 0];
	const endCell = () => {
		const { place, type, style } = cell!;
		const written = type === 'inlineStr' ? text.end() : textOf(value);
		cell = null;
		if (place >= budgets.columns) return;
		cells.add(Math.max(1, place + 1 - row!.length));
		while (row!.length < place) row!.push('');
		const shown = cellText(written, { type, style }, meaning);
		characters.add(shown.length);
		row![place] = shown;
	};
	while (tags.next()) {
		const { name, isEnd, isEmpty } = tags;
		if (tags.end - turnedAt > bytesPerTurn) {
			turnedAt = tags.end;
			yield null;
		}
		if (name === 'row') {
			if (isEnd || (isEmpty && row === null)) {
				yield row ?? [];
				[row, cell] = [null, null];
			} else if (!isEmpty) row ??= [];
		} else if (row === null) continue;
		else if (name === 'c') {
			if (!isEnd && cell === null) {
				cell = {
					place: columnOf(tags.attribute('r')) ?? row.length,
					type: tags.attribute('t'),
					style: Number(tags.attribute('s') || 0),
				};
				[value, valueStart] = ['', -1];
				text.end();
			}
			if ((isEnd || isEmpty) && cell !== null) endCell();
		} else if (cell === null) continue;
		else if (name !== 'v') text.take(tags);
		else if (!isEnd && !isEmpty) valueStart = tags.end;
		else if (valueStart >= 0) {
			value = tags.textFrom(valueStart);
			valueStart = -1;
		}
	}
}

/** What the tag of a cell says. */
interface CellHead {
	/** The place of its column, from 0. */
	readonly place: number;
	readonly type: string;
	readonly style: number;
}

/** What a cell shows. `text` is its value, or its own text. */
function cellText(
	text: string,
	{ type, style }: Pick<CellHead, 'type' | 'style'>,
	{ texts, days, dayNumbers }: CellMeaning,
): string {
	if (type === 's') return texts[Number(text)] ?? '';
	if (type === 'e') return '';
	if (type === '' || type === 'n') {
		const number = Number(text);
		if (text !== '' && days.has(style) && number > 0 && number < 2_958_466)
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
