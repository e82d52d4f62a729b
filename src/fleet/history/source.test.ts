import { expect, test } from 'bun:test';
import { policyOf } from '@pointrelease/core/src/advice/policy/policy.ts';
import { dayNumber } from '@pointrelease/core/src/text/day.ts';
import { shipped } from '../../../test/shipped-data.ts';
import type { MachineCells } from '../judging/machine-cells.ts';
import { cveRecord } from './cve-history.ts';
import { historyRecord } from './history-report.ts';
import { type HistorySource, seenFleet } from './source.ts';

type Sighting = readonly [mac: number, state: number, day: string];

function sourceOf(states: readonly Partial<MachineCells>[], seen: readonly Sighting[]): HistorySource {
	return {
		states: new Map(states.map((cells, number) => [number, { cells, isInExport: false }])),
		days: new Set(seen.map(([, , day]) => dayNumber(day))),
		exportDays: new Set(seen.map(([, , day]) => dayNumber(day))),
		*segments() {
			yield [
				0,
				(into) => {
					for (const [mac, state, day] of seen) into.add(mac, state, dayNumber(day));
				},
			];
		},
		mac: (number) => ({ serial: `S${number}`, name: null, group: null }),
	};
}

const asOf = '2025-03-01';

test("states are read with today's data tables: board, version, response and build", () => {
	const source = sourceOf(
		[
			{ model: 'Mac14,2', version: '15.3', build: '24D60' },
			{ board: 'J293AP', version: '13.4.1 (a)' },
			{ board: 'J293AP', version: 'soon' },
			{ board: 'J293AP', os: 'Haiku' },
			{ board: 'J293AP', build: '99Z9' },
		],
		[
			[0, 0, '2025-02-01'],
			[1, 1, '2025-02-01'],
			[2, 2, '2025-02-01'],
			[3, 3, '2025-02-01'],
			[4, 4, '2025-02-01'],
		],
	);
	const rows = [...seenFleet(source, shipped, asOf).timelines()].map(({ mac, boards, runs: [run] }) => [
		mac,
		boards.map(({ id }) => id).join(' '),
		run.text,
		run.version?.canonical ?? null,
		run.response?.label ?? null,
		run.build,
		run.rank,
	]);
	expect(rows).toEqual([
		[0, 'J413AP', '15.3', '15.3', null, '24D60', 15_0003_0000],
		[1, 'J293AP', '13.4.1 (a)', '13.4.1', '13.4.1 (a)', null, 13_0004_0001],
		[2, 'J293AP', 'soon', null, null, null, -1],
		[3, 'J293AP', 'Haiku', null, null, null, -1],
		[4, 'J293AP', '99Z9', null, null, '99Z9', -1],
	]);
});

test('sightings after the day are ignored, and a Mac without earlier ones is not in the fleet', () => {
	const source = sourceOf(
		[{ board: 'J293AP', version: '15.3' }],
		[
			[0, 0, '2025-02-27'],
			[0, 0, '2025-03-01'],
			[0, 0, '2025-03-02'],
		],
	);
	const question = { catalog: shipped, within: 14, staleDays: 30, groupBy: null };
	const seen = (day: string) => {
		const fleet = seenFleet(source, shipped, day);
		const record = historyRecord(fleet, { ...question, policy: policyOf(day, {}) });
		return [fleet.days.size, fleet.exportDays!.size, record.first_seen, record.last_seen];
	};
	expect(seen('2025-03-02')).toEqual([3, 3, '2025-02-27', '2025-03-02']);
	expect(seen('2025-03-01')).toEqual([2, 2, '2025-02-27', '2025-03-01']);
	expect(seen('2025-02-26')).toEqual([0, 0, null, null]);
});

test('the letter of an unknown response is kept, and its fixes are unknown', () => {
	const source = sourceOf(
		[
			{ board: 'J293AP', version: '13.4.1 (z)' },
			{ board: 'J293AP', version: '13.4.1' },
		],
		[
			[0, 0, '2023-07-01'],
			[0, 0, '2023-07-20'],
			[1, 1, '2023-07-01'],
			[1, 1, '2023-07-20'],
		],
	);
	const fleet = seenFleet(source, shipped, '2023-08-01');
	const [first] = [...fleet.timelines()];
	expect(first!.runs[0]).toMatchObject({ text: '13.4.1 (z)', letter: 'z', response: null });
	const cve = shipped.security.cves.get('CVE-2023-37450')!;
	expect(cveRecord(fleet, { catalog: shipped, cve, on: '2023-07-10', asOf: '2023-08-01' })).toMatchObject({
		open: ['S1'],
		unknown: ['S0'],
	});
});
