import { describe, expect, test } from 'bun:test';
import { releasesOf, stepFrom } from '../../../../../test/ask.ts';
import { shipped } from '../../../../../test/shipped-data.ts';
import { findBoard } from '../lookup.ts';

const release = (version: string) => shipped.releases.get(version)!;

/** `2001-11-13 day high`: the day of a release, its precision and its confidence. */
function dated(version: string): string {
	const { released, precision, confidence } = release(version);
	return `${released} ${precision} ${confidence}`;
}

/** The confidence that a board runs a release. */
function confidenceIn(board: string, version: string): string | undefined {
	const { support } = shipped.boards.get(board)!;
	const { ranges } = support.get(release(version).major)!;
	return ranges.find(({ first, last }) => first <= version && version <= (last ?? '~'))?.confidence;
}

describe('corrections after a comparison with the sources', () => {
	test.each(['J714cAP', 'J714sAP', 'J716cAP', 'J716sAP', 'J813AP', 'J815AP'])(
		'%s came with 26.3.2 from the factory',
		(board) => {
			expect(stepFrom(board, '26.3.2')).toBe('26.3.2 2026-03-10, then 26.4 2026-03-24');
			expect(shipped.builds.get('25D2150')?.scope).toContain(board);
		},
	);

	test('10.1.1 came out late on 13 November 2001, as the news of the next day has it', () => {
		expect(dated('10.1.1')).toBe('2001-11-13 day high');
		expect(release('10.1.1').disputed).toEqual(['2001-11-12 (AppleDB, OSPedia)']);
		expect(shipped.builds.get('5M28')?.released).toBe('2001-11-13');
	});

	test('10.1 was handed out on a Tuesday and sold in stores from Saturday on', () => {
		expect(dated('10.1')).toBe('2001-09-25 day medium');
		expect(release('10.1').disputed).toEqual(['2001-09-29 (As the Apple Turns: in stores)']);
	});

	test('the day of 7.6 is that of its announcement, and not certain', () => {
		expect(dated('7.6')).toBe('1997-01-07 day medium');
	});

	test('the day of 6.0 is that of its manufacture, and not certain', () => {
		expect(dated('6.0')).toBe('1988-04-30 day medium');
	});

	test('three lists give three days for 10.1.5', () => {
		expect(dated('10.1.5')).toBe('2002-06-05 day medium');
		expect(release('10.1.5').disputed).toEqual([
			'2002-06-04 (Wikipedia)',
			'2002-06-06 (endoflife)',
			'2002-05-14 (AppleDB: factory build)',
		]);
	});

	test('the iMac of summer 2001 came with 9.2', () => {
		expect(releasesOf('M5521', '9.2')).toBe('9.2 9.2.1 9.2.2');
	});

	test('the Xserve came with 10.2.7', () => {
		expect(stepFrom('A1004', '10.2.6')).toBe('10.2.6 2003-05-06, then 10.2.7 2003-08-18');
	});

	test.each(['M0420', 'M1420'])(
		'the Macintosh Classic %s has 6.0.3 in its ROM, and a hole after it',
		(board) => {
			expect(releasesOf(board, '6.0')).toBe('6.0.3 6.0.6 6.0.7 6.0.8');
			expect(stepFrom(board, '6.0.3')).toBe('6.0.3 1989-01-19, then 6.0.7 1990-10-15');
		},
	);

	test('the iBook Special Edition with 9.0.2 is known from one list, which the vendor does not confirm', () => {
		expect(releasesOf('M2453', '9.0')).toBe('9.0 9.0.2 9.0.4');
		expect(confidenceIn('M2453', '9.0.2')).toBe('medium');
		expect(confidenceIn('M2453', '9.0.4')).toBe('high');
	});

	test('the Mac Pro of 2010 was announced in July and sold from August on', () => {
		const machine = shipped.boards
			.get('Mac-F221BEC8')
			?.machines.find(({ name }) => name === 'Mac Pro (Mid 2010)');
		expect(machine).toMatchObject({ introduced: '2010-08-16', introducedPrecision: 'day' });
		expect(machine?.note).toContain('Announced on 2010-07-27');
	});

	test('M0001ED is printed on the Macintosh ED', () => {
		const board = findBoard(shipped, 'M0001ED');
		expect(board.kind === 'found' && board.value.id).toBe('M0001D');
	});

	test.each(['27.2', '26.7.2', '15.8.2'])('a record that was read in full names %s', (version) => {
		expect(release(version).sources).toContain('cve:CVE-2026-112497');
	});
});
