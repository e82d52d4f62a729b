import { describe, expect, test } from 'bun:test';
import { findingsAfter } from '../../../../../test/small-data.ts';
import { printFinding } from './table.ts';

test('the small data set is valid', () => {
	expect(findingsAfter()).toEqual([]);
});

test('a finding is one readable line: control characters are marked, and long texts are cut', () => {
	const shown = (value: string, expected = 'a day') =>
		printFinding({ file: 'a.csv', line: 7, column: 'b', value, expected });
	expect(shown('x\ny')).toBe('a.csv:7: b: "x\ufffdy": expected a day');
	expect(shown('x'.repeat(100))).toBe(`a.csv:7: b: "${'x'.repeat(100)}": expected a day`);
	expect(shown('x'.repeat(101))).toBe(`a.csv:7: b: "${'x'.repeat(100)}…": expected a day`);
	expect(shown('', 'y'.repeat(300))).toEndWith(` ${'y'.repeat(300)}`);
	expect(shown('', 'y'.repeat(301))).toEndWith(` ${'y'.repeat(300)}…`);
});

describe('the columns of a table', () => {
	test('an unknown column is reported', () => {
		expect(
			findingsAfter(
				['canonical.csv', 'major,board_id', 'major,board_id,remark'],
				['canonical.csv', '7.5,M0001A', '7.5,M0001A,x'],
			),
		).toEqual(['canonical.csv:1: remark: "remark": expected no such column; the columns are major,board_id']);
	});

	test('a missing column is reported', () => {
		expect(findingsAfter(['canonical.csv', 'major,board_id', 'major'])).toEqual([
			'canonical.csv:1: board_id: "": expected a column board_id; the columns are major,board_id',
		]);
	});

	test('columns in another order are reported', () => {
		expect(findingsAfter(['canonical.csv', 'major,board_id', 'board_id,major'])).toEqual([
			'canonical.csv:1: board_id: "board_id,major": expected each column once, in the order major,board_id',
		]);
	});

	test('a repeated column is reported, and nothing loads', () => {
		expect(findingsAfter(['canonical.csv', 'major,board_id', 'major,major,board_id'])).toEqual([
			'canonical.csv:1: major: "major,major,board_id": expected each column once, in the order major,board_id',
		]);
	});

	test('an empty table misses every column', () => {
		expect(
			findingsAfter([
				'sources.csv',
				'source,name,address,what\nlabel,a label,,label on a machine\nlist,a list,https://example.com/list,a list\n',
				'',
			]),
		).toEqual([
			'sources.csv:1: source: "": expected a column source; the columns are source,name,address,what',
			'sources.csv:1: name: "": expected a column name; the columns are source,name,address,what',
			'sources.csv:1: address: "": expected a column address; the columns are source,name,address,what',
			'sources.csv:1: what: "": expected a column what; the columns are source,name,address,what',
		]);
	});
});

describe('the rows of a table', () => {
	test('a row with too few cells is reported', () => {
		expect(findingsAfter(['sources.csv', 'list,a list\n', 'list,a list\nlost\n'])).toEqual([
			'sources.csv:4: source: "lost": expected 4 cells (source, name, address, what), found 1',
		]);
	});

	test('a row with too many cells, such as after a comma without quotes, is reported', () => {
		expect(findingsAfter(['sources.csv', 'list,a list\n', 'list,a list\nlost,,,and,found\n'])).toEqual([
			'sources.csv:4: source: "lost": expected 4 cells (source, name, address, what), found 5',
		]);
	});

	test('an empty line is reported', () => {
		expect(findingsAfter(['sources.csv', 'list,a list\n', 'list,a list\n\n'])).toEqual([
			'sources.csv:4: source: "": expected 4 cells (source, name, address, what), found 1',
		]);
	});

	test('quotes that do not close within the line are reported', () => {
		expect(findingsAfter(['sources.csv', 'list,a list\n', 'list,a list\nlost,"open\n'])).toEqual([
			'sources.csv:4: source: "lost,\\"open": expected quotes that open and close within the line',
		]);
	});

	test('a duplicate row is reported with the line it repeats', () => {
		expect(findingsAfter(['sources.csv', 'list,a list\n', 'list,a list\nlist,again,,again\n'])).toEqual([
			'sources.csv:4: source: "list": expected a row that is not there yet; line 3 is the same',
		]);
	});

	test('an unsorted row is reported with the line that comes after it', () => {
		expect(
			findingsAfter(['sources.csv', 'list,a list\n', 'list,a list\napple,documents,,documents\n']),
		).toEqual([
			'sources.csv:4: source: "apple": expected rows sorted by source; line 3 comes after this one',
		]);
	});

	test('a duplicate release is reported by its version', () => {
		const row = '11,11.1,2020-12-14,day,high,,,all,list,\n';
		expect(findingsAfter(['primary/releases.csv', row, row + row])).toEqual([
			'primary/releases.csv:7: version: "11.1": expected a row that is not there yet; line 6 is the same',
		]);
	});

	test('releases are sorted as numbers, not as text', () => {
		const row = '10.4,10.4.11,2007-11-14,day,high,,,all,list,\n';
		expect(
			findingsAfter(['primary/releases.csv', row, `${row}10.4,10.4.9,2007-03-13,day,high,,,all,list,\n`]),
		).toEqual([
			'primary/releases.csv:4: version: "10.4.9": expected rows sorted by version; line 3 comes after this one',
		]);
	});

	test('support is sorted by board, then by first release', () => {
		const last = 'VMM-x86_64,11,11.0.1,,low,list,\n';
		const misplaced = 'M8493,10.4,10.4,10.4.11,high,list,\n';
		expect(
			findingsAfter(['primary/support.csv', misplaced, ''], ['primary/support.csv', last, last + misplaced]),
		).toEqual([
			'primary/support.csv:7: board_id: "M8493": expected rows sorted by board_id, then first; line 6 comes after this one',
		]);
	});
});
