import { describe, expect, test } from 'bun:test';
import { findingsAfter } from '../../../../../test/small-data.ts';

const vmRow = 'VMM-x86_64,virtual-machine,Intel virtual machine,,,,,,low,list,\n';
const vmSupport = 'VMM-x86_64,11,11.0.1,,low,list,\n';

describe('boards', () => {
	test('a board without support is reported', () => {
		expect(findingsAfter(['primary/support.csv', vmSupport, ''])).toEqual([
			'boards.csv:8: board_id: "VMM-x86_64": expected a board that the support tables give a release',
		]);
	});

	test('an identifier of no known kind is reported', () => {
		expect(
			findingsAfter(
				['boards.csv', vmRow, `${vmRow}X589AP,t2,Test board,,,,,,low,list,\n`],
				['boards.csv', '2019-11-13,day,J152FAP', '2019-11-13,day,X589AP'],
				['boards.csv', 'J152FAP,t2,MacBook Pro,"MacBookPro16,1",,2019-11-13,day,,high,list,\n', ''],
				['primary/support.csv', 'J152FAP,11,11.0.1,,high,list,\n', ''],
				['primary/support.csv', vmSupport, `${vmSupport}X589AP,11,11.0.1,,high,list,\n`],
			),
		).toEqual([
			'boards.csv:8: board_id: "X589AP": expected an identifier of a known kind, shaped like J293AP, Mac-F42786C8, M0001A, A1001, VMA2MACOSAP or VMM-x86_64',
		]);
	});

	test('a kind that the shape of the identifier does not have is reported', () => {
		expect(findingsAfter(['boards.csv', 'J293AP,apple-silicon', 'J293AP,intel'])).toEqual([
			'boards.csv:3: kind: "intel": expected apple-silicon or t2, by the shape of J293AP',
		]);
		// `other` is only for identifiers of no known shape.
		expect(findingsAfter(['boards.csv', 'J293AP,apple-silicon', 'J293AP,other'])).toEqual([
			'boards.csv:3: kind: "other": expected apple-silicon or t2, by the shape of J293AP',
		]);
	});

	test('two kinds for one board are reported', () => {
		expect(
			findingsAfter(['boards.csv', 'M8493,model-number,QuickSilver 2002', 'M8493,intel,QuickSilver 2002']),
		).toEqual(['boards.csv:6: kind: "intel": expected model-number, as in line 5']);
	});

	test('two boards that differ only in case are reported', () => {
		expect(
			findingsAfter(
				['boards.csv', 'J293AP,', 'J152fAP,apple-silicon,Twin,,,,,,high,list,\nJ293AP,'],
				['primary/support.csv', 'J293AP,11,11.0,', 'J152fAP,11,11.0.1,,high,list,\nJ293AP,11,11.0,'],
			),
		).toEqual([
			'boards.csv:3: board_id: "J152fAP": expected an identifier that differs from J152FAP in more than case',
		]);
	});

	test('a board that is also in the table of excluded identifiers is reported', () => {
		expect(findingsAfter(['excluded.csv', 'Mac-F4228DC8', 'j293ap'])).toEqual([
			'boards.csv:3: board_id: "J293AP": expected a board that excluded.csv does not leave out',
		]);
	});

	test('a precision without a day is reported', () => {
		expect(
			findingsAfter(['boards.csv', 'Intel virtual machine,,,,,', 'Intel virtual machine,,,,day,']),
		).toEqual([
			'boards.csv:8: introduced_precision: "day": expected a precision exactly when there is a day',
		]);
	});

	test('a day without a precision is reported', () => {
		expect(findingsAfter(['boards.csv', '1986-01-16,day', '1986-01-16,'])).toEqual([
			'boards.csv:4: introduced_precision: "": expected a precision exactly when there is a day',
		]);
	});
});

describe('the two identifiers of a T2 Mac', () => {
	test('an update_id of no T2 board is reported', () => {
		expect(findingsAfter(['boards.csv', '2020-11-17,day,,', '2020-11-17,day,M8493,'])).toEqual([
			'boards.csv:3: update_id: "M8493": expected the identifier of a board of kind t2',
		]);
	});

	test('a T2 board that no Intel board names is reported', () => {
		expect(findingsAfter(['boards.csv', 'day,J152FAP', 'day,'])).toEqual([
			'boards.csv:2: board_id: "J152FAP": expected a T2 identifier that is the update_id of an Intel board',
		]);
	});
});

describe('other names of a board', () => {
	test('an alias of an unknown board is reported', () => {
		expect(findingsAfter(['aliases.csv', 'M0001AP,M0001A', 'M0001AP,M0001B'])).toEqual([
			'aliases.csv:2: board_id: "M0001B": expected an identifier of boards.csv',
		]);
	});

	test('an alias that collides with a board ID is reported, whatever its case', () => {
		expect(findingsAfter(['aliases.csv', 'M0001AP', 'j293ap'])).toEqual([
			'aliases.csv:2: alias: "j293ap": expected a name that is not the board ID J293AP',
		]);
	});

	test('an alias that is a model identifier of other boards is reported', () => {
		expect(findingsAfter(['aliases.csv', 'M0001AP', '"powermac3,5"'])).toEqual([
			'aliases.csv:2: alias: "powermac3,5": expected a name that is not a model identifier, or one of M0001A',
		]);
	});

	test('a model identifier that collides with a board ID is reported', () => {
		expect(findingsAfter(['boards.csv', '"MacBookPro17,1"', 'm8493'])).toEqual([
			'boards.csv:3: model_identifier: "m8493": expected a name that is not the board ID M8493',
		]);
	});
});

describe('sources', () => {
	const expected = 'expected sources of sources.csv, each with or without a detail after a colon';

	test('each source that the table of sources lacks is reported', () => {
		expect(findingsAfter(['boards.csv', 'list;label:photo', 'rumour;label:photo;hearsay:page 2'])).toEqual([
			`boards.csv:4: sources: "rumour": ${expected}`,
			`boards.csv:4: sources: "hearsay:page 2": ${expected}`,
		]);
	});

	test('a source that the table of sources lacks is reported in every row that names it', () => {
		expect(findingsAfter(['sources.csv', 'label,a label,,label on a machine\n', ''])).toEqual([
			`boards.csv:4: sources: "label:photo": ${expected}`,
		]);
	});

	test('rows with the same unknown source are each reported', () => {
		expect(
			findingsAfter(
				['aliases.csv', 'M0001A,list', 'M0001A,rumour'],
				['primary/support.csv', 'list,factory', 'rumour,factory'],
				['primary/support.csv', 'low,list', 'low,rumour'],
			),
		).toEqual([
			`primary/support.csv:3: sources: "rumour": ${expected}`,
			`primary/support.csv:7: sources: "rumour": ${expected}`,
			`aliases.csv:2: sources: "rumour": ${expected}`,
		]);
	});
});
