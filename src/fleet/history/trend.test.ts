import { expect, test } from 'bun:test';
import { policyOf } from '@pointrelease/core/src/advice/policy/policy.ts';
import { dayNumber } from '@pointrelease/core/src/text/day.ts';
import { shipped } from '../../../test/shipped-data.ts';
import { type HistorySource, seenFleet } from './source.ts';
import { changesSince, readPast } from './trend.ts';

const asOf = '2026-11-18';
const weekAgo = '2026-11-11';
const policy = policyOf(asOf, { behind: 1, graceDays: 14 });

/** The Macs of a week ago in a history of one Mac, which was seen once. */
function pastOf(seen: string, retiredOn: string | null = null) {
	const day = dayNumber(seen);
	const source: HistorySource = {
		states: new Map([[0, { cells: { board: 'J293AP', version: '26.6' }, isInExport: false }]]),
		days: new Set([day]),
		exportDays: new Set([day]),
		*segments() {
			yield [0, (into) => into.add(0, 0, day)];
		},
		mac: () => ({
			serial: 'S0',
			name: null,
			group: null,
			...(retiredOn !== null && { retired: { on: dayNumber(retiredOn), reason: 'sold' } }),
		}),
	};
	return readPast(seenFleet(source, shipped, asOf), {
		catalog: shipped,
		policy,
		staleDays: 30,
		exceptions: new Map(),
		listed: null,
	});
}

test('a Mac and its export count on the thirtieth day after they were seen, and not on the next', () => {
	expect(pastOf('2026-10-12')?.macs.map(({ serial }) => serial)).toEqual(['S0']);
	expect(
		pastOf('2026-10-12')
			?.weeks.map(({ overdue }) => overdue)
			.slice(-2),
	).toEqual([1, 1]);
	expect(pastOf('2026-10-11')).toBeNull();
});

test('a Mac counts on the day on which it was retired, and not on the next', () => {
	expect(pastOf('2026-11-01', weekAgo)?.macs).toHaveLength(1);
	expect(pastOf('2026-11-01', '2026-11-10')?.macs).toHaveLength(0);
});

test('a Mac is not overdue on the last day of its exception', () => {
	const past = pastOf('2026-11-01')!;
	const overdueUntil = (exceptedUntil: string | null) =>
		changesSince(
			{ ...past, macs: past.macs.map((mac) => ({ ...mac, exceptedUntil })) },
			{ catalog: shipped, policy, current: [] },
		).overdue_before;
	expect([null, '2026-11-10', weekAgo].map(overdueUntil)).toEqual([1, 1, 0]);
});
