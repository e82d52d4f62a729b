import { describe, expect, test } from 'bun:test';
import { findingsAfter } from '../../../../../test/small-data.ts';

describe('releases', () => {
	test('a release under another major is reported', () => {
		expect(findingsAfter(['primary/releases.csv', '11,11.0.1,', '10.4,11.0.1,'])).toEqual([
			'primary/releases.csv:5: major: "10.4": expected 11, the major of 11.0.1',
			'canonical.csv:3: board_id: "M8493": expected a board that runs 11.0.1, the latest of major 10.4',
		]);
	});

	test('a classic release in the primary data set is reported', () => {
		const head = 'sources,note\n';
		const row = '9.1,9.1,2001-01-09,day,high,,,all,list,\n';
		expect(findingsAfter(['primary/releases.csv', head, head + row])).toEqual([
			'primary/releases.csv:2: version: "9.1": expected a release from 10.0 on',
			'canonical.csv:0: major: "9.1": expected a row for every major of the release tables',
		]);
	});

	test('a release of OS X in the legacy data set is reported', () => {
		const row = '10.0,10.0,2001-03-24,day,high,,,all,list,\n';
		const last = '7.5,7.5.5,1996-09-18,day,high,,,all,list,\n';
		expect(findingsAfter(['legacy/releases.csv', last, last + row])).toEqual([
			'legacy/releases.csv:5: version: "10.0": expected a release before 10.0',
			'canonical.csv:0: major: "10.0": expected a row for every major of the release tables',
		]);
	});

	test('a scope naming an unknown board is reported', () => {
		expect(findingsAfter(['primary/releases.csv', ',J293AP,', ',J293AP;J999AP,'])).toEqual([
			'primary/releases.csv:4: scope: "J999AP": expected "all" or identifiers of boards.csv',
		]);
	});
});

describe('support', () => {
	test('a support row without a board is reported', () => {
		expect(
			findingsAfter([
				'legacy/support.csv',
				'M0001A,7.5,7.5.3,7.5.5,high,list,\n',
				'M0001A,7.5,7.5.3,7.5.5,high,list,\nM0001E,7.5,7.5.3,7.5.5,high,list,\n',
			]),
		).toEqual(['legacy/support.csv:3: board_id: "M0001E": expected an identifier of boards.csv']);
	});

	test('a range that begins with a release that does not exist is reported', () => {
		expect(findingsAfter(['legacy/support.csv', ',7.5.3,', ',7.5.2,'])).toEqual([
			'legacy/support.csv:2: first: "7.5.2": expected a release of legacy/releases.csv',
		]);
	});

	test('a range that ends with a release that does not exist is reported', () => {
		expect(findingsAfter(['primary/support.csv', '10.4,10.4.11', '10.4,10.4.12'])).toEqual([
			'primary/support.csv:5: last: "10.4.12": expected a release of primary/releases.csv',
		]);
	});

	test('a range that ends in another major is reported', () => {
		expect(findingsAfter(['primary/support.csv', '10.4,10.4.11', '10.4,11.1'])).toEqual([
			'primary/support.csv:5: last: "11.1": expected a release of major 10.4',
		]);
	});

	test('a range that begins in another major is reported', () => {
		expect(findingsAfter(['primary/support.csv', 'VMM-x86_64,11,11.0.1', 'VMM-x86_64,11,10.4.11'])).toEqual([
			'primary/support.csv:7: first: "10.4.11": expected a release of major 11',
		]);
	});

	test('a range that begins with a release made for other boards is reported', () => {
		expect(findingsAfter(['primary/support.csv', 'VMM-x86_64,11,11.0.1', 'VMM-x86_64,11,11.0'])).toEqual([
			'primary/support.csv:7: first: "11.0": expected a release whose scope includes VMM-x86_64',
		]);
	});

	test('a range that ends before it begins is reported', () => {
		expect(
			findingsAfter(['primary/support.csv', 'VMM-x86_64,11,11.0.1,,', 'VMM-x86_64,11,11.1,11.0.1,']),
		).toEqual(['primary/support.csv:7: last: "11.0.1": expected a release not before first, 11.1']);
	});

	test('ranges of one board and major that overlap are reported', () => {
		expect(
			findingsAfter(['primary/support.csv', '11.0,11.0,high,list,factory', '11.0,11.1,high,list,factory']),
		).toEqual([
			'primary/support.csv:4: first: "11.1": expected a range after that of line 3, which ends at 11.1',
		]);
	});

	test('a range after one without an end is reported', () => {
		expect(
			findingsAfter(['primary/support.csv', '11.0,11.0,high,list,factory', '11.0,,high,list,factory']),
		).toEqual([
			'primary/support.csv:4: first: "11.1": expected a range after that of line 3, which has no end',
		]);
	});

	test('a range of withdrawn releases alone is reported', () => {
		expect(
			findingsAfter(
				[
					'boards.csv',
					'M8493,model-number,QuickSilver,',
					'M0360,model-number,Macintosh IIsi,,,,,,high,list,\nM8493,model-number,QuickSilver,',
				],
				['legacy/support.csv', '7.5.5,high,list,\n', '7.5.5,high,list,\nM0360,7.5,7.5.4,7.5.4,high,list,\n'],
			),
		).toEqual([
			'legacy/support.csv:3: first: "7.5.4": expected a range with a release of major 7.5 that was not withdrawn',
		]);
	});
});

describe('canonical boards', () => {
	test('a major without a canonical board is reported', () => {
		expect(findingsAfter(['canonical.csv', '10.4,M8493\n', ''])).toEqual([
			'canonical.csv:0: major: "10.4": expected a row for every major of the release tables',
		]);
	});

	test('a canonical board of an unknown major is reported', () => {
		expect(findingsAfter(['canonical.csv', '11,J293AP\n', '11,J293AP\n12,J293AP\n'])).toEqual([
			'canonical.csv:5: major: "12": expected a major of the release tables',
		]);
	});

	test('a canonical board that is unknown is reported', () => {
		expect(findingsAfter(['canonical.csv', 'J293AP', 'J999AP'])).toEqual([
			'canonical.csv:4: board_id: "J999AP": expected an identifier of boards.csv',
		]);
	});

	test('a canonical board that does not run the major is reported', () => {
		expect(findingsAfter(['canonical.csv', '11,J293AP', '11,M8493'])).toEqual([
			'canonical.csv:4: board_id: "M8493": expected a board that runs major 11',
		]);
	});

	test('a canonical board whose range ends before the latest is reported', () => {
		expect(findingsAfter(['primary/support.csv', '10.4,10.4.11', '10.4,10.4'])).toEqual([
			'canonical.csv:3: board_id: "M8493": expected a board that runs 10.4.11, the latest of major 10.4',
		]);
	});

	test('a canonical board of a modern major may be one that the latest was not made for', () => {
		expect(
			findingsAfter([
				'primary/releases.csv',
				'11.1,2020-12-14,day,high,,,all',
				'11.1,2020-12-14,day,high,,,J152FAP;Mac-E1008331FDC96864',
			]),
		).toEqual(['primary/support.csv:4: first: "11.1": expected a release whose scope includes J293AP']);
	});
});

describe('variants and changes', () => {
	test('a variant of a release that does not exist is reported', () => {
		expect(findingsAfter(['legacy/variants.csv', '7.5.3L,7.5.3', '7.5.3L,7.5.1'])).toEqual([
			'legacy/variants.csv:2: version: "7.5.1": expected a release of legacy/releases.csv, or nothing',
		]);
	});

	test('a variant may be an edition of no release', () => {
		expect(findingsAfter(['legacy/variants.csv', '7.5.3L,7.5.3', '7.5.3L,'])).toEqual([]);
	});

	test('a data set without a change is reported', () => {
		expect(findingsAfter(['changes.csv', '2026-11-16T03:00:00Z,First data set\n', ''])).toEqual([
			'changes.csv:0: changed: "": expected at least one row',
		]);
	});
});
