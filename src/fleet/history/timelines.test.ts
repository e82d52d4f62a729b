import { expect, test } from 'bun:test';
import { parseVersion } from '@pointrelease/core/src/catalog/version.ts';
import { dayNumber } from '@pointrelease/core/src/text/day.ts';
import { shipped } from '../../../test/shipped-data.ts';
import { remarksOn } from './history-report.ts';
import { Sightings } from './sightings.ts';
import { rankOf, type SeenState, timelinesOf } from './timelines.ts';

function state(text: string, ...boards: string[]): SeenState {
	const version = parseVersion(text)!;
	return {
		boards: boards.map((id) => shipped.boards.get(id)!),
		version,
		letter: null,
		response: null,
		build: null,
		safari: null,
		text,
		rank: rankOf(version),
		released: null,
		isInExport: false,
	};
}

/** The timelines of Mac 1 with these sightings, in this order. */
function timelines(states: readonly SeenState[], seen: readonly (readonly [number, string])[]) {
	const sightings = new Sightings();
	for (const [number, day] of seen) sightings.add(1, number, dayNumber(day));
	return [...timelinesOf(0, sightings, states, dayNumber('2026-12-31'))].map((timeline) => ({
		boards: timeline.boards.map(({ id }) => id),
		runs: timeline.runs.map(({ text, first, last }) => [text, last - first + 1]),
		isShared: timeline.isShared,
		remarks: remarksOn(timeline, { serial: 'S', name: null, group: null }),
	}));
}

test('ranks sort like versions', () => {
	const versions = ['10.4.11', '10.15', '10.15.7', '11.0', '11.0.1', '11.1', '26.0'];
	const ranks = versions.map((text) => rankOf(parseVersion(text)!));
	expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
	expect(new Set(ranks).size).toBe(versions.length);
});

test('two models with one serial number are two Macs', () => {
	const states = [state('26.7', 'J293AP'), state('26.6', 'J413AP'), state('26.7.1', 'J413AP')];
	expect(
		timelines(states, [
			[0, '2026-10-01'],
			[1, '2026-10-01'],
			[0, '2026-10-03'],
			[2, '2026-10-04'],
		]),
	).toEqual([
		{
			boards: ['J293AP'],
			runs: [['26.7', 3]],
			isShared: true,
			remarks: ['Several Macs report this serial number.'],
		},
		{
			boards: ['J413AP'],
			runs: [
				['26.6', 1],
				['26.7.1', 1],
			],
			isShared: true,
			remarks: ['Several Macs report this serial number.'],
		},
	]);
});

test('of two exports on one day, the one with a stated contact wins', () => {
	const [listed, stated] = [true, false].map((isInExport) => ({
		...state('26.7', 'J413AP'),
		isInExport,
	}));
	const inExport = (first: number, firstDay: string, second: number, secondDay: string) => {
		const sightings = new Sightings();
		sightings.add(1, first, dayNumber(firstDay));
		sightings.add(1, second, dayNumber(secondDay));
		const [timeline] = timelinesOf(0, sightings, [listed!, stated!], dayNumber('2026-12-31'));
		return timeline!.runs.map(({ beganInExport, isInExport }) => [beganInExport, isInExport]);
	};
	expect(inExport(0, '2026-10-02', 1, '2026-10-02')).toEqual([[false, false]]);
	expect(inExport(0, '2026-10-02', 1, '2026-10-03')).toEqual([[true, false]]);
	expect(inExport(1, '2026-10-02', 0, '2026-10-03')).toEqual([[false, true]]);
	expect(inExport(0, '2026-10-02', 0, '2026-10-03')).toEqual([[true, true]]);
});

test('a name of several models is narrowed by an export with the identifier', () => {
	const states = [state('26.6', 'J293AP', 'J413AP'), state('26.7', 'J413AP')];
	expect(
		timelines(states, [
			[0, '2026-10-01'],
			[1, '2026-10-05'],
		])[0],
	).toMatchObject({
		boards: ['J413AP'],
		isShared: false,
	});
});

test('a Mac with two versions on one day was updated, unless the previous version shows that it went back', () => {
	const states = [state('26.7', 'J413AP'), state('26.6', 'J413AP')];
	const texts = (seen: readonly (readonly [number, string])[]) =>
		timelines(states, seen)[0]!.runs.map(([text]) => text);
	expect(
		texts([
			[0, '2026-10-02'],
			[1, '2026-10-02'],
		]),
	).toEqual(['26.6', '26.7']);
	expect(
		texts([
			[1, '2026-10-02'],
			[0, '2026-10-02'],
			[0, '2026-10-01'],
		]),
	).toEqual(['26.7', '26.6']);
});

test('a Mac on an older version than before was wiped, restored or downgraded between two days', () => {
	const states = [state('26.7', 'J413AP'), state('26.6', 'J413AP')];
	expect(
		timelines(states, [
			[0, '2026-10-02'],
			[1, '2026-10-09'],
		])[0]!.remarks,
	).toEqual([
		'Went back from 26.7 to 26.6 between 2026-10-02 and 2026-10-09: it was wiped, restored or downgraded.',
	]);
});

test('sightings in any order make the same runs', () => {
	const states = [state('26.6', 'J413AP'), state('26.7', 'J413AP')];
	const seen = Array.from(
		{ length: 60 },
		(_, at) =>
			[at < 30 ? 0 : 1, `2026-${at < 30 ? '09' : '10'}-${String((at % 30) + 1).padStart(2, '0')}`] as const,
	);
	const forth = timelines(states, seen);
	expect(forth[0]!.runs).toEqual([
		['26.6', 30],
		['26.7', 30],
	]);
	expect(timelines(states, seen.toReversed())).toEqual(forth);
	expect(timelines(states, [...seen.slice(40), ...seen.slice(0, 40), ...seen])).toEqual(forth);
	// Also on a day with and without a security response.
	const responses = ['26.3.1', '26.3.1 (a)'].map((text) => ({ ...state('26.3.1', 'J413AP'), text }));
	const onOneDay = [0, 1].map((number) => [number, '2026-03-17'] as const);
	for (const order of [onOneDay, onOneDay.toReversed()])
		expect(timelines(responses, order)[0]!.runs).toEqual([
			['26.3.1', 1],
			['26.3.1 (a)', 1],
		]);
});
