import { expect, test } from 'bun:test';
import type { DatasetStatus } from '../../feeds/state/dataset-status.ts';
import type { WatchFile } from '../watch-file.ts';
import type { JudgedFleet } from './judge-fleet.ts';
import { troubleOf } from './trouble.ts';

const minute = 60_000;
const now = Date.parse('2026-11-18T12:00:00Z');

function troubleWith(feeds: Partial<DatasetStatus>) {
	const status = { stale: false, frozen: false, clockOff: null, feeds: [], ...feeds };
	return troubleOf(
		{ file: { timeZone: 'Europe/Berlin' } as WatchFile, feeds: () => status as unknown as DatasetStatus },
		{ now, inventories: [] } as unknown as JudgedFleet,
		{ since: now, problems: [], paused: [], open: [] },
	);
}

test('a clock that the feeds contradict by ten minutes is trouble, once a month by the clocks of the feeds', () => {
	expect(troubleWith({ clockOff: null })).toEqual([]);
	expect(troubleWith({ clockOff: -10 * minute + 1 })).toEqual([]);
	expect(troubleWith({ clockOff: -20 * 24 * 60 * minute })).toEqual([
		{
			subject: 'clock:2026-12',
			title: 'The clock of the watch is 20 days slow',
			sentences: [
				'The feeds say that the clock of this machine is 20 days slow. Days and deadlines in messages and reports depend on it.',
				'Set the clock, for example with NTP.',
			],
			channel: null,
		},
	]);
	expect(troubleWith({ clockOff: 10 * minute }).map(({ subject }) => subject)).toEqual(['clock:2026-11']);
});
