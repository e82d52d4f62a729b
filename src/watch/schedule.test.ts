import { expect, test } from 'bun:test';
import { dueCause, isOverdue, nextRoundAt } from './schedule.ts';
import type { RoundRecord } from './state/rounds.ts';

const hour = 3_600_000;
const day = 24 * hour;
const now = Date.parse('2026-11-18T12:00:00Z');
const begun = (ago: number) => ({ started: now - ago }) as RoundRecord;
const usual = { every: day, last: begun(hour), lastPull: begun(hour), hasFailed: false, hasNews: false };

test.each([
	['nothing was pulled yet', { last: null, lastPull: null }, 'due'],
	['the last pull is a day ago', { lastPull: begun(day) }, 'due'],
	['the last pull is less than a day ago', { lastPull: begun(day - 1) }, null],
	['an inventory failed an hour ago', { hasFailed: true }, 'due'],
	['an inventory failed less than an hour ago', { hasFailed: true, lastPull: begun(hour - 1) }, null],
	['the data has news', { hasNews: true }, 'news'],
	['news and a pull are due: the pull comes first', { hasNews: true, lastPull: begun(day) }, 'due'],
	['pulls are rare, and the last round is a day ago', { every: 7 * day, last: begun(day) }, 'day'],
	['the clock was ahead at the last pull', { lastPull: begun(-day) }, 'due'],
	['the clock was ahead at the last round', { last: begun(-day) }, 'day'],
] as const)('%s', (_, change, cause) => {
	expect(dueCause({ ...usual, ...change }, now)).toBe(cause);
});

test('a whole round is overdue an hour after the time between two rounds', () => {
	expect(isOverdue(day, now - day - hour, now)).toBe(false);
	expect(isOverdue(day, now - day - hour - 1, now)).toBe(true);
	expect(isOverdue(day, null, now)).toBe(true);
});

test('the next round is the pull that is due, sooner after a failure, and never later than a day after the last round', () => {
	const { hasNews: _, ...schedule } = usual;
	expect(nextRoundAt(schedule)).toBe(now + 23 * hour);
	expect(nextRoundAt({ ...schedule, hasFailed: true })).toBe(now);
	expect(nextRoundAt({ ...schedule, every: 7 * day })).toBe(now + 23 * hour);
	expect(nextRoundAt({ ...schedule, last: null })).toBeNull();
	// What it says is when the watch begins one.
	for (const change of [{}, { hasFailed: true }, { every: 7 * day }, { every: 2 * hour }]) {
		const at = nextRoundAt({ ...schedule, ...change })!;
		expect(dueCause({ ...usual, ...change }, at - 1)).toBeNull();
		expect(dueCause({ ...usual, ...change }, at)).not.toBeNull();
	}
});
