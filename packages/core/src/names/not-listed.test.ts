import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { shipped } from '../../../../test/shipped-data.ts';
import { smallData } from '../../../../test/small-data.ts';
import { answerOperation } from '../api/operations.ts';
import { searchResults } from '../api/reads/search.ts';
import { makeCatalog } from '../catalog/make-catalog.ts';
import { notListed } from './not-listed.ts';

const clone = 'a clone that Power Computing made: only Macs of Apple are listed';
const withClones = makeCatalog(
	smallData([
		'excluded.csv',
		'list,\n',
		`list,\nPowerCenter,${clone},list,\npower computing,${clone},list,\numax super mac,${clone},list,\n`,
	]),
).catalog!;

test('a clone is said to be one, whatever is written around its name', () => {
	for (const text of [
		'PowerCenter',
		'power center pro 240',
		'Power Computing PowerCenter 150',
		'Power Computing PowerTower',
		'my old PowerCenter',
		'UMAX Super Mac S900',
	]) {
		expect(notListed(withClones, text)).toEqual({
			sentence: `it is left out on purpose: ${clone}`,
			instead: [],
		});
		expect(searchResults(withClones, text, { limit: 5 })).toMatchObject({
			total: 0,
			suggestions: [],
			note: `it is left out on purpose: ${clone}`,
		});
	}
	expect(notListed(withClones, 'Power Macintosh 7200')).toBeNull();
});

test('a serial number names no model, in whatever it stands, and no close Mac is suggested', () => {
	for (const text of [
		'C02XL0GTJGH5',
		'c02xl0gtjgh5',
		'serial C02XL0GTJGH5',
		'W80401BYATN',
		'SC02XL0GTJGH5',
		'CFGHJKLM12',
		'C123456789X',
	]) {
		const { sentence, instead } = notListed(shipped, text)!;
		expect([sentence.replace(/^\S+/, ''), instead]).toEqual([
			' looks like a serial number, which names one computer and no model: search for its model identifier (Mac14,2) or the number on its case (A2337)',
			[],
		]);
	}
	const answer = answerOperation(shipped, '/items/C02XL0GTJGH5');
	expect([answer.status, JSON.parse(answer.body).code, JSON.parse(answer.body).suggestions]).toEqual([
		404,
		'board-unknown',
		[],
	]);
});

test('a serial number of the first Macs, and an order number with its region, lead to the number that is listed', () => {
	expect(notListed(shipped, 'F4210JPM0001A')).toEqual({
		sentence:
			'F4210JPM0001A looks like a serial number of 1984 to 1988, which ends in the number of the Mac: search for M0001A',
		instead: ['M0001A'],
	});
	expect(notListed(shipped, 'F4210JPM0001')?.instead).toEqual(['M0001']);
	expect(notListed(shipped, 'M8493Z/A')?.instead).toEqual(['M8493']);
	expect(notListed(shipped, 'M8493LL/A')).toEqual({
		sentence: 'M8493LL/A is an order number: search for M8493',
		instead: ['M8493'],
	});
	expect(notListed(shipped, 'MGN63LL/A')).toEqual({
		sentence:
			'MGN63LL/A is an order number, which is not recorded here: search for its model identifier (Mac14,2) or the number on its case (A2337)',
		instead: [],
	});
});

test('no name of a Mac looks like a serial number', () => {
	for (const [name, board] of shipped.names)
		expect([name, notListed(shipped, name), board.length > 0]).toEqual([name, null, true]);
	for (const text of [
		'MacBookPro99',
		'CFGHJKLMN1',
		'Mac-F42786C899',
		'macbook air',
		'14.7.2 (23H311)',
		'CVE-2026-65400',
		'PowerBook5300',
	])
		expect([text, notListed(shipped, text)]).toEqual([text, null]);
});

test('any text has an answer', () => {
	fc.assert(
		fc.property(fc.string({ maxLength: 200 }), (text) => {
			const { total, note } = searchResults(withClones, text, { limit: 1 });
			expect(total === 0 || note === null).toBe(true);
		}),
		{ numRuns: 100 },
	);
});
