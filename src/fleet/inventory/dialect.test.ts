import { describe, expect, test } from 'bun:test';
import { utf8 } from '../../../test/fleet/read-inventory.ts';
import { detectLayout } from './dialect.ts';

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
		['the same after a byte order mark', '\ufeffsep=;\na,b;c\n', [';', 10, ['a,b', 'c'], 2, 0]],
	])('%s', (_, text, expected) => {
		expect(layout(text)).toEqual(expected);
	});

	test('has no half of a character at the end of the bytes', () => {
		expect(detectLayout(utf8('Name,Modè').subarray(0, -1)).columns).toEqual(['Name', 'Mod']);
	});

	test('has two hundred sample rows', () => {
		expect(layout(`Name,Model\n${'a,b\n'.repeat(500)}`)[4]).toBe(200);
		expect(layout(`${'a,"Mac14,2"\n'.repeat(500)}`)[4]).toBe(200);
		// Also after the most rows of titles.
		const titles = `${'t'.repeat(3276)}\nt\nt\nt\n`;
		expect(layout(`sep=,\n${titles}Name,Model\n${'a,b\n'.repeat(500)}`).slice(3)).toEqual([6, 200]);
	});
});
