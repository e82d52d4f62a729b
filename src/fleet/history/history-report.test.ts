import { expect, test } from 'bun:test';
import { policyOf } from '@pointrelease/core/src/advice/policy/policy.ts';
import { dayNumber } from '@pointrelease/core/src/text/day.ts';
import { shipped } from '../../../test/shipped-data.ts';
import { daysToShow } from './compliance.ts';
import { readSightings } from './evidence-sightings.ts';
import { historyRecord, remarksOn, shownName } from './history-report.ts';
import type { SeenRun, Timeline } from './timelines.ts';

const run: SeenRun = {
	text: '15.3',
	version: null,
	letter: null,
	response: null,
	boards: [],
	build: null,
	safari: null,
	rank: -1,
	released: null,
	first: dayNumber('2025-02-01'),
	last: dayNumber('2025-02-01'),
	beganInExport: false,
	isInExport: false,
};
const timeline = (isShared: boolean): Timeline => ({ mac: 0, boards: [], runs: [run], isShared });
const mac = {
	serial: 'S1',
	name: 'Ben',
	group: null,
	renamed: { before: 'Anna', on: dayNumber('2025-01-31') },
};

test('a renamed Mac may have changed hands', () => {
	expect(remarksOn(timeline(false), mac)[0]).toBe(
		'Called "Anna" before 2025-01-31, then "Ben": it may have changed hands.',
	);
	expect(shownName(timeline(false), mac)).toBe('Ben');
});

test('several Macs with one serial number have no name, because nobody can tell whose it is', () => {
	expect(remarksOn(timeline(true), mac)).toEqual(['Several Macs report this serial number.']);
	expect(shownName(timeline(true), mac)).toBeNull();
});

test('all days with a sighting, and the last day, are shown in order', () => {
	expect(daysToShow(new Set([30, 10, 20, 50]), 40)).toEqual([10, 20, 30, 40]);
	expect(daysToShow(new Set([40, 10]), 40)).toEqual([10, 40]);
	expect(daysToShow(new Set([50]), 40)).toEqual([]);
	// A sighting on the first day of the period is shown, an earlier one is not.
	expect(daysToShow(new Set([10, 20]), 40, 10)).toEqual([10, 20, 40]);
	expect(daysToShow(new Set([11, 20]), 40, 12)).toEqual([12, 20, 40]);
});

test('more than a hundred days are shown by week, counted from the last; many years less often', () => {
	const first = (count: number) => new Set(Array.from({ length: count }, (_, at) => at + 1));
	expect(daysToShow(first(100), 100)).toHaveLength(100);
	expect(daysToShow(first(101), 101)).toEqual(Array.from({ length: 15 }, (_, at) => 3 + at * 7));
	expect(daysToShow(first(99), 101)).toHaveLength(100);
	expect(daysToShow(first(106), 106)[0]).toBe(1);
	const long = daysToShow(first(1500), 1500);
	expect([long.length, long.at(-1)! - long.at(-2)!, long.at(-1)]).toEqual([72, 21, 1500]);
});

test('a Mac of several possible models is late if all of them are, and an unknown version is not judged', () => {
	const day = '2025-02-28';
	const head =
		'number,serial,name,board_ids,version,build,first_seen,last_seen,shared_serial,in_export,retired_on,retired_reason,name_before,renamed_on';
	const policy = policyOf(day, { behind: 0, graceDays: 10 });
	const stood = (boards: string, version: string) => {
		const source = readSightings(shipped, `${head}\n1,S1,,${boards},${version},,${day},${day},,,,,,\n`, day);
		const question = { catalog: shipped, policy, within: 14, staleDays: 30, groupBy: null };
		const { meets_policy, misses_policy, unknown, overdue } = historyRecord(source, question).compliance[0]!;
		return [meets_policy, misses_policy, unknown, overdue];
	};
	expect(stood('J293AP', '14.7.4')).toEqual([0, 1, 0, 1]);
	// The second never got 14.
	expect(stood('J293AP Mac-942B5BF58194151B', '14.7.4')).toEqual([0, 1, 0, 0]);
	expect(stood('J293AP', '14.7.9')).toEqual([0, 1, 0, 1]);
	// A version that was never released is neither late nor in time.
	expect(stood('J293AP', '14.0.9')).toEqual([0, 0, 1, 0]);
	expect(stood('J293AP', '14')).toEqual([0, 0, 1, 0]);
});

test('retired and silent Macs are listed in the order of days, then of serial numbers', () => {
	const head =
		'number,serial,name,board_ids,version,build,first_seen,last_seen,shared_serial,in_export,retired_on,retired_reason,name_before,renamed_on';
	const row = (serial: string, seen: string, retired: string) =>
		`${serial.slice(1)},${serial},,J293AP,15.3,,${seen},${seen},,,${retired},,,\n`;
	const rows = [
		row('S1', '2025-02-01', '2025-02-20'),
		row('S2', '2025-02-01', ''),
		row('S3', '2025-01-28', ''),
		row('S4', '2025-02-01', ''),
		row('S5', '2025-02-03', '2025-02-12'),
		row('S6', '2025-02-02', '2025-02-12'),
		row('S7', '2025-02-28', '2025-02-20'),
		row('S8', '2025-02-28', '2025-02-12'),
	];
	const day = '2025-02-28';
	const { retired, returned, not_seen_since } = historyRecord(
		readSightings(shipped, `${head}\n${rows.toReversed().join('')}`, day),
		{ catalog: shipped, policy: policyOf(day, { behind: 0 }), within: 14, staleDays: 10, groupBy: null },
	);
	const serials = (macs: readonly { readonly serial: string }[]) => macs.map(({ serial }) => serial);
	expect(serials(retired)).toEqual(['S5', 'S6', 'S1']);
	expect(serials(returned)).toEqual(['S8', 'S7']);
	expect(serials(not_seen_since)).toEqual(['S3', 'S2', 'S4']);
});
