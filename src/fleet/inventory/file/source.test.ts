import { describe, expect, test } from 'bun:test';
import { inPieces } from '../../../../test/fleet/fleet-of.ts';
import { utf8 } from '../../../../test/fleet/read-inventory.ts';
import { openInventory } from '../open-inventory.ts';
import { asUtf8, bytesPerTurn, detectEncoding, Source } from './source.ts';

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
		const pieces = await Array.fromAsync(asUtf8(inPieces(utf16('Name,Model', 0), 5), 'utf-16le'));
		expect(pieces.flatMap((piece) => [...piece])).toEqual([...utf8('Name,Model')]);
	});
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

test('others get a turn while bytes are read that wait for nothing', async () => {
	async function* ready(pieces: number): AsyncGenerator<Uint8Array> {
		for (let at = 0; at < pieces; at++) yield new Uint8Array(bytesPerTurn / 4);
	}
	const turnsIn = async (pieces: number) => {
		let turns = 0;
		const turn = async () => void turns++;
		for await (const _ of new Source(ready(pieces), turn));
		return turns;
	};
	expect([await turnsIn(3), await turnsIn(4), await turnsIn(40)]).toEqual([0, 1, 10]);
});
