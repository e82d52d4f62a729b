import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { asOf, fleetOf } from '../../../test/fleet/fleet-of.ts';
import { sized } from '../../../test/size.ts';
import { addDays } from '../../text/day.ts';
import { shownText } from './cells/cell-text.ts';
import { seenDay } from './cells/seen-day.ts';
import { type GivenColumns, readGivenColumn } from './columns/recognise.ts';
import { detectLayout } from './dialect.ts';
import { asUtf8, detectEncoding, Source } from './file/source.ts';
import { growsTooMuch, packingOf } from './file/unpack.ts';
import { textOf } from './file/xlsx.ts';
import { type OpenOptions, openInventory } from './open-inventory.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
	for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const open = (text: string, given: GivenColumns = {}, options: OpenOptions = {}) =>
	openInventory(inPieces(utf8(text), 1000), given, options);

describe('the day at the beginning of a cell', () => {
	/** The days of last contact in a report on Macs with these cells. */
	const seen = async (cells: readonly string[]) => {
		const rows = cells.map((cell, at) => `m${at},"Mac14,2",,${cell}\n`);
		const { macs } = await fleetOf(`Name,Model,OS Version,Last Check-in\n${rows.join('')}`);
		return macs.map((mac) => mac.seen);
	};
	const days: [string, string | null][] = [
		['2026-11-02', '2026-11-02'],
		['2026-01-01', '2026-01-01'],
		['2026-10-28', '2026-10-28'],
		['2026-11-02T10:00:00Z', '2026-11-02'],
		['2026-11-02T10:00:00+14:00', '2026-11-01'],
		['2026-11-02T10:00:00+1400', '2026-11-01'],
		['2026-11-02T22:00:00-11:00', '2026-11-03'],
		['2026-11-02 ', '2026-11-02'],
		['1989-12-31', null],
		['1990-01-01', '1990-01-01'],
		['2026-02-29', null],
		['2024-02-29', '2024-02-29'],
		['2026-00-10', null],
		['2026-13-10', null],
		['2026-10-00', null],
		['2026-11-029', null],
		['2026-11-020', null],
		['2026-1a-02', null],
		['202/-11-02', null],
		['202:-11-02', null],
		['', null],
	];

	test('is the day of the last contact in UTC', async () => {
		expect(await seen(days.map(([cell]) => cell))).toEqual(days.map(([, day]) => day));
	});

	test('is the same with the quick reader and with `seenDay`', async () => {
		const days = fc.array(
			fc.tuple(fc.integer({ min: 0, max: 13_000 }), fc.constantFrom('', 'T', ' ', '0', 'x')),
			{ minLength: sized(200, 5000), maxLength: sized(200, 5000) },
		);
		await fc.assert(
			fc.asyncProperty(days, async (days) => {
				const cells = days.map(([day, after]) => `${addDays('1990-01-01', day)}${after}`);
				expect(await seen(cells)).toEqual(
					cells.map((cell) => seenDay(shownText(cell), { asOf, dayFirst: null })),
				);
			}),
			{ numRuns: 1 },
		);
	});
});

describe('the layout of a table', () => {
	const layout = (text: string) => {
		const { dialect, columns, before, sample } = detectLayout(utf8(text));
		return [dialect.delimiter, dialect.newline.charCodeAt(0), columns, before, sample.length];
	};
	test.each([
		['rows that end in returns alone', 'Name,Model\ra,b\r', [',', 13, ['Name', 'Model'], 1, 1]],
		['one column, under any delimiter', 'Name\na\n', [',', 10, ['Name'], 1, 1]],
		['more columns where the delimiters are alike', 'a;b,c;d\n1;2,3;4\n', [';', 10, ['a', 'b,c', 'd'], 1, 1]],
		['regular rows before more columns', 'x;y,z,w\na;b\nc;d\n', [';', 10, ['x', 'y,z,w'], 1, 2]],
		['a head alone', 'x;y', [';', 10, ['x', 'y'], 1, 0]],
		['one line without an end', 'Name,Model', [',', 10, ['Name', 'Model'], 1, 0]],
		[
			'names that are written twice or not at all',
			'Model,,Model, \na,b,c,d\n',
			[',', 10, ['Model', 'column 2', 'Model (2)', 'column 4'], 1, 1],
		],
		['the delimiter under which rows are regular', 'x;y,z\na;b\nc;d\n', [';', 10, ['x', 'y,z'], 1, 2]],
		[
			'the delimiter that names more columns',
			'Name;Model;x,y\na;b;c,d\n',
			[';', 10, ['Name', 'Model', 'x,y'], 1, 1],
		],
		[
			'titles before the names, up to four',
			'a\nb\nc\nd\nName,Model\nx,y\n',
			[',', 10, ['Name', 'Model'], 5, 1],
		],
		['a fifth title is the head', 'a,b\nb\nc\nd\ne\nName,Model\nx,y\n', [',', 10, ['a', 'b'], 1, 6]],
		[
			'cells of Macs instead of names',
			'x,"Mac14,2"\ny,"Mac14,2"\n',
			[',', 10, ['column 1', 'column 2'], 0, 2],
		],
		['what is said in the first line', 'sep=;\nName;Model\na;b\n', [';', 10, ['Name', 'Model'], 2, 1]],
	])('%s', (_, text, expected) => {
		expect(layout(text)).toEqual(expected);
	});

	test('has two hundred sample rows', () => {
		expect(layout(`Name,Model\n${'a,b\n'.repeat(500)}`)[4]).toBe(200);
		expect(layout(`${'a,"Mac14,2"\n'.repeat(500)}`)[4]).toBe(200);
		// Also after the most rows of titles.
		const titles = `${'t'.repeat(3276)}\nt\nt\nt\n`;
		expect(layout(`sep=,\n${titles}Name,Model\n${'a,b\n'.repeat(500)}`).slice(3)).toEqual([6, 200]);
	});
});

describe('the encoding is detected from the first bytes', () => {
	const utf16 = (text: string, low: number) =>
		Uint8Array.from(
			[...text].flatMap((letter) => (low ? [0, letter.charCodeAt(0)] : [letter.charCodeAt(0), 0])),
		);
	test.each([
		['the mark FF FE', [0xff, 0xfe, 0x41, 0x42], 'utf-16le'],
		['the mark FE FF', [0xfe, 0xff, 0x41, 0x42], 'utf-16be'],
		['FF without FE', [0xff, 0x41], 'windows-1252'],
		['FE without FF', [0xfe, 0x41], 'windows-1252'],
		['a zero behind each letter', utf16('Name,Model', 0), 'utf-16le'],
		['a zero before each letter', utf16('Name,Model', 1), 'utf-16be'],
		['zeros in both places', [0x41, 0, 0, 0x42], 'utf-8'],
		['a letter that is cut in two', [...utf8('Modè')].slice(0, -1), 'utf-8'],
		['plain letters', utf8('Name'), 'utf-8'],
		['a zero at the end of every fourth byte', [0x41, 0x42, 0x43, 0], 'utf-8'],
		['a zero at the beginning of every fourth byte', [0, 0x42, 0x43, 0x44], 'utf-8'],
		['a zero more in forty bytes, the small end first', [...utf16('x'.repeat(19), 0), 0, 0], 'utf-8'],
		['a zero more in forty bytes, the great end first', [...utf16('x'.repeat(19), 1), 0, 0], 'utf-8'],
	])('%s', (_, bytes, encoding) => {
		expect(detectEncoding(Uint8Array.from(bytes))).toBe(encoding as ReturnType<typeof detectEncoding>);
	});

	test.each([
		['the mark of UTF-8', [0xef, 0xbb, 0xbf], true],
		['a letter that begins as the mark does', [0xef, 0xbb, 0xbe], false],
		['a letter whose first byte alone is that of the mark', [0xef, 0xbd, 0xbf], false],
	])('%s before a table', async (_, first, isMark) => {
		const bytes = Uint8Array.from([...first, ...utf8('Model,Version\nMac14,1\n')]);
		const { columns } = await openInventory(
			inPieces(bytes, 1000),
			{ version: 'Version' },
			{ anyColumns: true },
		);
		expect(columns[0] === 'Model').toBe(isMark);
	});

	test('a byte order mark of UTF-8 is removed only at the beginning', async () => {
		const pieces = asUtf8(inPieces(utf8('\ufeffabc\ufeffdef'), 6), 'utf-8');
		expect((await Array.fromAsync(pieces)).map((piece) => piece.length)).toEqual([3, 6]);
	});

	test('a letter of UTF-16 may be cut in two by the end of a piece', async () => {
		const bytes = Uint8Array.from([0xff, 0xfe, ...utf16('Model,Version\nMac14,1\n', 0)]);
		const { columns } = await openInventory(inPieces(bytes, 5), { version: 'Version' }, { anyColumns: true });
		expect(columns).toEqual(['Model', 'Version']);
	});
});

test.each([
	[[0x50, 0x4b, 3, 4], 'zip'],
	[[0x50, 0x4b, 5, 6], 'zip'],
	[[0x50, 0x4b, 1, 2], null],
	[[0x50, 0x41, 3, 4], null],
	[[0x1f, 0x8b], 'gzip'],
	[[0x1f, 0x41], null],
	[[0x41, 0x8b], null],
])('%j begins %s', (bytes, packing) => {
	expect(packingOf(Uint8Array.from(bytes))).toBe(packing as ReturnType<typeof packingOf>);
});

test('an archive may grow to 64 MiB, and beyond that 250-fold', () => {
	const free = 64 * 1024 * 1024;
	expect([growsTooMuch(free, 1), growsTooMuch(free + 1, 1)]).toEqual([false, true]);
	expect([growsTooMuch(free + 250, free / 250 + 1), growsTooMuch(free + 251, free / 250 + 1)]).toEqual([
		false,
		true,
	]);
});

test('a number beyond the last Unicode character is an empty text', () => {
	expect([textOf('&#x10ffff;'), textOf('&#x110000;'), textOf('&#65;')]).toEqual(['\u{10ffff}', '', 'A']);
});

describe('bytes that were read in advance are read again, once', () => {
	test.each([0, 1, 3, 4, 7, 8, 100])('after %d bytes in advance', async (length) => {
		const source = new Source(inPieces(Uint8Array.of(1, 2, 3, 4, 5, 6, 7), 3));
		const first = await source.peek(length);
		expect(first.length).toBeGreaterThanOrEqual(Math.min(length, 7));
		expect(await source.peek(0)).toEqual(first);
		const pieces: Uint8Array[] = [];
		for await (const piece of source) pieces.push(piece);
		expect(pieces.flatMap((piece) => [...piece])).toEqual([1, 2, 3, 4, 5, 6, 7]);
		expect(pieces.every((piece) => piece.length > 0)).toBe(true);
		expect(await source.peek(1)).toHaveLength(0);
	});

	test('and no piece is fetched before it is needed', async () => {
		const source = new Source(inPieces(Uint8Array.of(1, 2, 3, 4, 5, 6, 7), 3));
		expect([await source.peek(3), await source.peek(4)].map(({ length }) => length)).toEqual([3, 6]);
	});
});

describe('columns', () => {
	const table = 'Name,Model,OS Version,Site\na,"Mac14,2",14.1,Ulm\n';
	const rowsOf = async (text: string, keep: readonly string[]) => {
		const inventory = await open(text, {}, { keep });
		const rows: string[][] = [];
		await inventory.read((row) => rows.push([...row.keptCells, row.text('name')]));
		return { kept: inventory.keptColumns, rows };
	};

	test('to keep are found in any case; the cells of a missing one are empty', async () => {
		const expected = { kept: ['Site', null, 'Name'], rows: [['Ulm', '', 'a', 'a']] };
		expect(await rowsOf(table, ['SITE', 'Room', 'Name'])).toEqual(expected);
		const record = { Name: 'a', Model: 'Mac14,2', 'OS Version': '14.1', Site: 'Ulm' };
		expect(await rowsOf(JSON.stringify([record]), ['SITE', 'Room', 'Name'])).toEqual(expected);
	});

	test('may be longer than the first buffer in a JSON record', async () => {
		const long = 'ö'.repeat(5000);
		const record = { Name: long, Model: 'Mac14,2', 'OS Version': '14.1', Site: `${long}!` };
		expect((await rowsOf(JSON.stringify([record, { ...record, Name: 'b' }]), ['Site'])).rows).toEqual([
			[`${long}!`, long],
			[`${long}!`, 'b'],
		]);
	});

	test('are listed up to thirty if a given one is missing', async () => {
		const names = (count: number) => Array.from({ length: count }, (_, at) => `c${at}`).join(',');
		const failure = (count: number, given: GivenColumns) =>
			open(`${names(count)}\n${names(count)}\n`, given).then(
				() => '',
				(thrown: Error) => thrown.message.replace(/.*"c2[89]"/, '…'),
			);
		for (const given of [{}, { model: 'x' }])
			expect([await failure(30, given), await failure(31, given), await failure(40, given)]).toEqual([
				'…',
				'… and 1 more',
				'… and 10 more',
			]);
	});

	test('are given as FIELD=COLUMN', () => {
		expect(readGivenColumn('model=Hardware=Model')).toEqual(['model', 'Hardware=Model']);
		expect(readGivenColumn('name=')).toEqual(['name', '']);
		for (const text of ['=x', 'model', 'colour=x', ''])
			expect(() => readGivenColumn(text)).toThrow(
				`--column ${text}: expected FIELD=COLUMN, where FIELD is one of board, `,
			);
	});

	test('repeated in the middle are skipped if two or more cells are names, and are a row if one cell is not', async () => {
		const names = async (rows: string) => {
			const columns: string[] = [];
			await (await open(`Name,Model,OS Version\na,"Mac14,2",14.1\n${rows}\n`)).read((row) =>
				columns.push(row.text('name')),
			);
			return columns;
		};
		expect(await names('Name,Model,')).toEqual(['a']);
		expect(await names('Name,,')).toEqual(['a', 'Name']);
		expect(await names('Name,Model,14.1')).toEqual(['a', 'Name']);
		expect(await names(',Model,OS Version')).toEqual(['a']);
		expect(await names('Name,,OS Version')).toEqual(['a']);
	});

	test('with long names are distinguished from rows', async () => {
		for (const length of [254, 255, 256]) {
			const head = `${'M'.repeat(length)},OS Version`;
			const inventory = await open(`${head}\n"Mac14,2",14.1\n${head}\n`, { model: 'M'.repeat(length) });
			let rows = 0;
			await inventory.read(() => rows++);
			expect(rows).toBe(1);
		}
	});
});
