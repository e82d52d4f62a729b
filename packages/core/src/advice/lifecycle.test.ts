import { expect, test } from 'bun:test';
import { shipped } from '../../../../test/shipped-data.ts';
import { daysBetween } from '../text/day.ts';
import { macLifecycle, majorDays, majorLifecycle } from './lifecycle.ts';

const on = (day: string) => (major: string) => {
	const support = majorLifecycle(shipped, major, day);
	return support && `${major} ${support.state} ${support.endedOn ?? support.estimatedEnd}`;
};

test('on a day of November 2026 three majors get releases', () => {
	expect(['27', '26', '15', '14', '13', '10.15'].map(on('2026-11-01'))).toEqual([
		'27 current 2029-09',
		'26 maintained 2028-09',
		'15 maintained 2027-09',
		'14 ended 2026-09-14',
		'13 ended 2025-09-15',
		'10.15 ended 2022-10-24',
	]);
	expect(majorLifecycle(shipped, '14', '2026-11-01')!.basis).toBe(
		'the third newer major version, 27, came out on 2026-09-14',
	);
	expect(majorLifecycle(shipped, '15', '2026-11-01')!.basis).toStartWith('estimate: ');
});

test('on the day before 27 came out, 14 was maintained and 27 unknown', () => {
	expect(['27', '26', '14', '13'].map(on('2026-09-13'))).toEqual([
		null,
		'26 current 2028-09',
		'14 maintained 2026-09',
		'13 ended 2025-09-15',
	]);
});

test('a major begins on the day of its first release, whatever its number', () => {
	// 11.0.1 came five days before 11.0, 12.0.1 one before 12.0.
	expect([majorDays(shipped).get('11')!.day, majorDays(shipped).get('12')!.day]).toEqual([
		'2020-11-12',
		'2021-10-25',
	]);
});

test('every major is ended, maintained or current on every day of a release, and there is one current one', () => {
	const days = [...new Set([...shipped.releases.values()].map(({ released }) => released))];
	for (const day of days) {
		const supports = [...shipped.majors.keys()].flatMap((major) => majorLifecycle(shipped, major, day) ?? []);
		const count = (state: string) => supports.filter((support) => support.state === state).length;
		if (count('current') !== 1 || count('maintained') > 2) throw new Error(day);
		if (supports.some(({ state, endedOn }) => state !== 'ended' && endedOn !== null)) throw new Error(day);
		if (supports.some(({ state, estimatedEnd }) => (state === 'ended') !== (estimatedEnd === null)))
			throw new Error(day);
		if (supports.some(({ lastUpdate }) => lastUpdate === '' || lastUpdate > day)) throw new Error(day);
	}
});

test('the rule and what Apple did for 10.12 to 14: the last release, and the exceptions', () => {
	const majors = ['10.12', '10.13', '10.14', '10.15', '11', '12', '13', '14'];
	const after = majors.map((name) => {
		const { endedOn } = majorLifecycle(shipped, name, '2026-11-16')!;
		const { releases } = shipped.majors.get(name)!;
		const late = releases.filter(({ released }) => released >= endedOn!).map(({ version }) => version);
		return [name, endedOn, late];
	});
	expect(after).toEqual([
		['10.12', '2019-10-07', []],
		['10.13', '2020-11-12', []],
		['10.14', '2021-10-25', []],
		['10.15', '2022-10-24', ['10.15.8']],
		['11', '2023-09-26', ['11.7.11']],
		['12', '2024-09-16', []],
		['13', '2025-09-15', []],
		['14', '2026-09-14', []],
	]);
	// From 11 on security updates are releases, so that their days show how long Apple released updates: up to the day of the end.
	for (const name of ['11', '12', '13', '14']) {
		const { endedOn } = majorLifecycle(shipped, name, '2026-11-16')!;
		const last = shipped.majors.get(name)!.releases.findLast(({ released }) => released < endedOn!)!;
		expect([name, daysBetween(last.released, endedOn!)]).toEqual([
			name,
			{ '11': 15, '12': 49, '13': 26, '14': 39 }[name]!,
		]);
	}
});

test('a Mac gets updates as long as its last major', () => {
	const mac = (board: string, day = '2026-11-01') => {
		const { basis: _, ...support } = macLifecycle(shipped, shipped.boards.get(board)!, day);
		return support;
	};
	expect(mac('J293AP')).toEqual({
		lastMajor: '27',
		getsUpdates: true,
		endedOn: null,
		estimatedEnd: '2029-09',
	});
	// The last Intel Macs: 27 was not made for them.
	expect(mac('Mac-E1008331FDC96864')).toEqual({
		lastMajor: '26',
		getsUpdates: true,
		endedOn: null,
		estimatedEnd: '2028-09',
	});
	expect(macLifecycle(shipped, shipped.boards.get('J293AP')!, '2026-11-01').basis).toStartWith('estimate: ');
	expect(mac('M0001A')).toEqual({
		lastMajor: '7.5',
		getsUpdates: false,
		endedOn: null,
		estimatedEnd: null,
	});
	// From the day of its first release on.
	expect(['2026-09-13', '2026-09-14'].map((day) => mac('J293AP', day).lastMajor)).toEqual(['26', '27']);
	expect(mac('J293AP', '2019-01-01')).toEqual({
		lastMajor: null,
		getsUpdates: false,
		endedOn: null,
		estimatedEnd: null,
	});
});

test('before 10.8 the day of the end is not known, and the basis names the day of the last build', () => {
	const of = (name: string) => {
		const { state, endedOn, lastUpdate } = majorLifecycle(shipped, name, '2026-11-16')!;
		return [name, state, endedOn, lastUpdate];
	};
	expect(['7.5', '9.2', '10.4', '10.6', '10.7', '10.8'].map(of)).toEqual([
		['7.5', 'ended', null, '1996-09-18'],
		['9.2', 'ended', null, '2001-12-05'],
		['10.4', 'ended', null, '2009-09-10'],
		['10.6', 'ended', null, '2016-01-27'],
		['10.7', 'ended', null, '2014-09-17'],
		['10.8', 'ended', '2015-09-30', '2015-08-13'],
	]);
	expect(majorLifecycle(shipped, '10.6', '2026-11-16')!.basis).toBe(
		'Apple named no day; the last known update is of 2016-01-27',
	);
});
