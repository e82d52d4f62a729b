import { describe, expect, test } from 'bun:test';
import { shipped } from '../../../../test/shipped-data.ts';
import { readQuestion, releasesAround } from './question.ts';
import { search, searchCves } from './search.ts';

const today = '2026-11-19';

const answerTo = (query: string) => {
	const question = readQuestion(shipped, query, today);
	return question && [question.version, question.macs.length, question.macs[0]?.name];
};

describe('a question is split into Mac, version, CVE and intent', () => {
	const air = 'MacBook Air (M1, 2020)';
	const mini = 'Mac mini (Late 2018)';
	test.each([
		['CVE-2025-43300 Mac mini 2018', 'CVE-2025-43300', null, null, null, mini],
		['does my mac mini 2018 have the fix for cve 2025 43300?', 'CVE-2025-43300', null, null, null, mini],
		['is CVE-2025-43300 fixed on Mac mini 2018 15.3', 'CVE-2025-43300', '15.3', '15', null, mini],
		['macOS 15.3 on my MacBook Air M1', null, '15.3', '15', null, air],
		['air m1 2020 sequoia', null, null, '15', null, air],
		['MacBook Air M1 macOS 15', null, null, '15', null, air],
		['MacBookAir10,1 15', null, null, '15', null, air],
		['air m1 end of support', null, null, null, 'end-of-support', air],
		['end of support', null, null, null, 'end-of-support', undefined],
		['when is end of life for Sonoma', null, null, '14', 'end-of-support', undefined],
		['latest Sonoma', null, null, '14', 'latest', undefined],
		['latest macOS', null, null, null, 'latest', undefined],
		['latest for air m1', null, null, null, 'latest', air],
		['macOS 15.3, MacBook Air M1', null, '15.3', '15', null, air],
		['is CVE-2025-43300 fixed', 'CVE-2025-43300', null, null, null, undefined],
		['26.7.2 build', null, '26.7.2', '26', 'builds', undefined],
		['iMac 2012 snow leopard', null, null, '10.6', null, 'iMac (21.5-inch, Late 2012)'],
	])('%s', (query, cve, version, major, intent, mac) => {
		const question = readQuestion(shipped, query, today);
		const parts = question && [question.cve, question.version, question.major?.name ?? null, question.intent];
		expect([...(parts ?? []), question?.macs[0]?.name]).toEqual([cve, version, major, intent, mac]);
	});

	test.each([
		['unsupported in 2027', '2027'],
		['macs end of support 2027', '2027'],
		['which macs lost support this year', '2026'],
		['end of support', null],
	])('%p is about the year %p', (query, year) => {
		const question = readQuestion(shipped, query, today)!;
		expect([question.year, question.macs]).toEqual([year, []]);
	});

	test.each([
		'MacBook Air M1',
		'CVE-2025-43300',
		'Sonoma',
		'15.3',
		'15.99',
		'what is 15.99',
		'frobnicate 15.3',
		'latest frobnicate',
		'',
	])('%p has only one part, or words that mean nothing', (query) => {
		expect(readQuestion(shipped, query, today)).toBeNull();
	});
});

describe('a Mac and its version together', () => {
	test('give the Mac as result, with the version beside it', () => {
		expect(answerTo('MacBook Air M1 14.7.2')).toEqual(['14.7.2', 1, 'MacBook Air (M1, 2020)']);
		expect(answerTo('m1 air 23H311')).toEqual(['14.7.2', 1, 'MacBook Air (M1, 2020)']);
		// One word of this name is also a word of systems.
		expect(answerTo('Mac mini 2018 10.15.7')).toEqual(['10.15.7', 1, 'Mac mini (Late 2018)']);
		expect(answerTo('PowerBook 10.4.6')?.[0]).toBe('10.4.6');
	});

	test('may be written with the system, after a colon, with a build or a letter, and in any order', () => {
		const air = (version: string) => [version, 1, 'MacBook Air (M1, 2020)'];
		for (const query of [
			'air m1 macOS 14.7.2',
			'MacBook Air M1 macOS Sonoma 14.7.2',
			'MacBook Air (M1, 2020) on 14.7.2',
			'm1 air 14.7.2 (23H311)',
			'A2337:14.7.2',
			'MacBook Air M1: 14.7.2',
			'14.7.2 air m1',
		])
			expect([query, answerTo(query)]).toEqual([query, air('14.7.2')]);
		expect(answerTo('air m1 26.3.1 (a)')).toEqual(air('26.3.1 (a)'));
		expect(answerTo('Power Mac G5 Mac OS X Tiger 10.4.6')?.[0]).toBe('10.4.6');
	});

	test('keep every Mac that the words match; those that run an installed version come first', () => {
		const namesIn = (query: string) => readQuestion(shipped, query, today)!.macs.map(({ name }) => name);
		const imacs = [
			'iMac (21.5-inch, 2017)',
			'iMac (Retina 4K, 21.5-inch, 2017)',
			'iMac (Retina 5K, 27-inch, 2017)',
			'iMac Pro (Retina 5K, 27-inch, Late 2017)',
		];
		for (const query of [
			'iMac 2017 macOS 15',
			'can my 2017 iMac run macOS 15',
			'can my 2017 iMac run 15?',
			'can i install sequoia on my imac 2017',
			'imac 2017 sonoma supported',
		])
			expect([query, namesIn(query)]).toEqual([query, imacs]);
		// Only the iMac Pro runs 15, so the others are the less likely ones.
		expect(namesIn('iMac 2017 15.5')).toEqual([imacs[3]!, ...imacs.slice(0, 3)]);
		const { macs } = readQuestion(shipped, 'PowerBook 10.4.6', today)!;
		expect(macs).toHaveLength(search(shipped, 'PowerBook').total);
		const running = macs.map(({ subject }) => subject.kind === 'mac' && subject.board.support.has('10.4'));
		expect(running.indexOf(false)).toBe(running.filter(Boolean).length);
	});

	test('keep Macs without a known number, too', () => {
		const { macs } = readQuestion(shipped, 'Performa 7.6', today)!;
		expect(macs).toHaveLength(search(shipped, 'Performa').total);
		expect(macs.some(({ subject }) => subject.kind === 'numberless')).toBe(true);
	});

	test('are not seen in the name of a release, in a size or in an unknown major version', () => {
		for (const query of [
			'macOS 14.7.2',
			'Mac OS X 10.4.6',
			'Sonoma 14.7.2',
			'14.7.2',
			'macOS Sonoma 14.7.2',
			'Mac OS X Tiger 10.4.6',
			'macOS: 14.7.2',
			'14.7.2 Sonoma',
			'iMac 27',
			'iMac 27 (Late 2013)',
			'MacBook Air (M1, 2020)',
			'iMac 21.5',
			'MacBook Pro 16.1',
		])
			expect([query, answerTo(query)]).toEqual([query, null]);
	});
});

test('an unknown version has suggestions: the releases right before and after it', () => {
	expect(releasesAround(shipped, '14.8.6')).toEqual(['14.8.5', '14.8.7']);
	expect(releasesAround(shipped, 'macOS 14.9')).toEqual(['14.8.9']);
	for (const query of ['14.7.2', '99.1', 'PowerBook']) expect(releasesAround(shipped, query)).toEqual([]);
});

test('a CVE is found by its identifier in any spelling, and by the start of the identifier', () => {
	for (const text of ['CVE-2026-65400', 'cve-2026-65400', ' cve 2026 65400 '])
		expect(searchCves(shipped, text)?.map(({ id }) => id)).toEqual(['CVE-2026-65400']);
	const some = searchCves(shipped, 'cve-2026-654')!;
	expect(some.length).toBeGreaterThan(1);
	for (const { id } of some) expect(id).toStartWith('CVE-2026-654');
	expect(searchCves(shipped, 'CVE-1999-0001')).toEqual([]);
	expect(searchCves(shipped, 'MacBook')).toBeNull();
});

test('a CVE that only a security response fixes is found', () => {
	const cve = shipped.security.cves.get('CVE-2026-20643')!;
	const cves = new Map([[cve.id, { ...cve, fixedIn: [] }]]);
	const early = { ...shipped, security: { ...shipped.security, cves } };
	expect(searchCves(early, 'CVE-2026-20643')?.map(({ id }) => id)).toEqual([cve.id]);
});
