import { describe, expect, test } from 'bun:test';
import { findingsAfter } from '../../../../../test/small-data.ts';

describe('numbers on cases', () => {
	test('a number of an unknown board is reported', () => {
		expect(findingsAfter(['case-numbers.csv', 'A2338,J293AP', 'A2338,J999AP'])).toEqual([
			'case-numbers.csv:3: board_id: "J999AP": expected an identifier of boards.csv',
		]);
	});

	test('a number of another shape, or that is already another name, is reported', () => {
		expect(findingsAfter(['case-numbers.csv', 'A2141,', 'A214,'])).toEqual([
			'case-numbers.csv:2: case_number: "A214": expected a number such as A2337',
		]);
		expect(findingsAfter(['aliases.csv', 'M0001AP', 'A2338'])).toEqual([
			'case-numbers.csv:3: case_number: "A2338": expected a name that is neither a model identifier nor an alias',
		]);
	});
});

describe('other names', () => {
	test('an identifier is no name, and an order number is one unless a Mac carries it', () => {
		const named = (name: string) => findingsAfter(['names.csv', 'MacBook Pro with Touch Bar', name]);
		expect(named('M3459')).toEqual([]);
		for (const name of ['M8493', 'J999AP', 'A2337'])
			expect(named(name)).toEqual([
				`names.csv:2: name: "${name}": expected a name or the order number of a classic Mac, not an identifier`,
			]);
	});
});

describe('machines that share a board', () => {
	test('a name that the board does not have is reported', () => {
		expect(findingsAfter(['machines.csv', 'M8493,QuickSilver 2002', 'M8493,QuickSilver 2003'])).toEqual([
			'machines.csv:3: name: "QuickSilver 2003": expected the name of a machine of M8493',
		]);
	});

	test('a range whose end is not a release is reported', () => {
		expect(findingsAfter(['machines.csv', '10.4,10.4.11', '10.4,10.4.12'])).toEqual([
			'machines.csv:3: last: "10.4.12": expected a release of the release tables',
		]);
	});

	test('a first release of Mac OS X that does not lie between the first and the last is reported', () => {
		expect(findingsAfter(['machines.csv', '10.4,10.4.11,', '10.4,10.4.11,10.4'])).toEqual([
			'machines.csv:3: first_x: "10.4": expected a release after 10.4, up to 10.4.11',
		]);
		expect(findingsAfter(['machines.csv', '10.4,10.4.11,', '10.4,10.4.11,10.4.11'])).toEqual([]);
	});

	test('a machine without a number that has a board is reported', () => {
		expect(findingsAfter(['numberless.csv', 'Twentieth Anniversary Macintosh', 'quicksilver'])).toEqual([
			'numberless.csv:2: name: "quicksilver": expected a machine that boards.csv has no board for',
		]);
	});
});

describe('the identifiers of a T2 Mac have the same records', () => {
	test('a range that only one of them has is reported', () => {
		expect(findingsAfter(['primary/support.csv', 'J152FAP,11,11.0.1', 'J152FAP,11,11.1'])).toEqual([
			'primary/support.csv:2: first: "11: 11.1 to the latest": expected a range that Mac-E1008331FDC96864 has too',
			'primary/support.csv:6: first: "11: 11.0.1 to the latest": expected a range that J152FAP has too',
		]);
	});

	test('a release made for only one of them is reported', () => {
		const findings = findingsAfter([
			'primary/releases.csv',
			'11.1,2020-12-14,day,high,,,all',
			'11.1,2020-12-14,day,high,,,J152FAP;J293AP',
		]);
		expect(findings).toContain(
			'primary/releases.csv:6: scope: "J152FAP": expected the same Mac as Mac-E1008331FDC96864 too',
		);
	});
});
