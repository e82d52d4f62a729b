import { expect, test } from 'bun:test';
import { dayNumber } from '../../text/day.ts';
import { remarksOn, shownName } from './history-report.ts';
import type { SeenRun, Timeline } from './timelines.ts';

const run: SeenRun = {
	text: '15.3',
	version: null,
	response: null,
	boards: [],
	build: null,
	rank: -1,
	first: dayNumber('2025-02-01'),
	last: dayNumber('2025-02-01'),
};
const timeline = (isShared: boolean): Timeline => ({ mac: 0, boards: [], runs: [run], isShared });
const mac = {
	serial: 'S1',
	name: 'Ben',
	group: null,
	renamed: { before: 'Anna', on: dayNumber('2025-01-31') },
};

test('a Mac that is called otherwise may have changed hands', () => {
	expect(remarksOn(timeline(false), mac)[0]).toBe(
		'Called "Anna" before 2025-01-31, then "Ben": it may have changed hands.',
	);
	expect(shownName(timeline(false), mac)).toBe('Ben');
});

test('where several report one serial number, nobody can tell whose name it is', () => {
	expect(remarksOn(timeline(true), mac)).toEqual(['Several Macs report this serial number.']);
	expect(shownName(timeline(true), mac)).toBeNull();
});
