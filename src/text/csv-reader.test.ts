import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { CsvReader, parseCsv } from './csv.ts';

function rowsOf(pieces: readonly string[]) {
	const reader = new CsvReader();
	return [...pieces.flatMap((piece) => reader.push(piece)), ...reader.end()];
}

test('wherever a text is cut into pieces, its rows, lines and faults are those of the whole text', () => {
	const text = fc.string({ unit: fc.constantFrom('a', ',', '"', '"', '\n', '\r', '\ufeff', 'é') });
	fc.assert(
		fc.property(fc.array(text), (pieces) => {
			expect(rowsOf(pieces)).toEqual(parseCsv(pieces.join('')));
		}),
		{ numRuns: 1000 },
	);
});

test('a quotation mark that is never closed is told without waiting for the end of the file', () => {
	const reader = new CsvReader();
	const line = `${'a'.repeat(99)}\n`;
	expect(reader.push('x\n"y\n')).toEqual([{ line: 1, lastLine: 1, cells: ['x'], fault: null }]);
	let rows = reader.push('');
	for (let pieces = 0; pieces < 2000 && rows.length === 0; pieces++) rows = reader.push(line.repeat(100));
	expect(rows[0]).toEqual({ line: 2, lastLine: 2, cells: [], fault: 'a quotation mark is never closed' });
});
