import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { feeds } from '../../learning/observation.ts';
import { readSettings } from '../../settings/settings.ts';
import { pauseAfter } from './ask-feeds.ts';

const { intervals } = readSettings({}).feeds;
const minute = 60_000;
const feedState = (feed: (typeof feeds)[number], failures = 0, pending = 0) => ({ feed, failures, pending });
/** 2026-12-01 is a Tuesday. */
const at = (moment: string) => Date.parse(`2026-12-${moment}Z`);

test('the vendor is asked every minute when its releases appear, every five minutes otherwise', () => {
	const pauses = ['01T15:00', '01T16:00', '01T20:59', '01T21:00', '05T18:00', '06T18:00'].map(
		(moment) => pauseAfter(feedState('apple'), intervals, at(moment), 0.5) / minute,
	);
	expect(pauses).toEqual([5, 1, 1, 5, 5, 5]);
});

test('a pause ends when the busy hours begin', () => {
	expect(pauseAfter(feedState('apple'), intervals, at('01T15:58'), 0.5)).toBe(2 * minute);
});

test('the pauses are settings, in the busy hours a fifth of it, and never less than ten seconds', () => {
	const pauses = (every: string) => {
		const set = readSettings({ FEED_EVERY: every, FEED_OTHERS_EVERY: '900' }).feeds.intervals;
		return [
			pauseAfter(feedState('apple'), set, at('01T08:30'), 0.5),
			pauseAfter(feedState('apple'), set, at('01T18:00'), 0.5),
			pauseAfter(feedState('sofa'), set, at('01T18:00'), 0.5),
		];
	};
	expect(pauses('150')).toEqual([150_000, 30_000, 15 * minute]);
	expect(pauses('20')).toEqual([20_000, 10_000, 15 * minute]);
});

test('builds that did not fit into one poll are asked for a minute later', () => {
	expect(pauseAfter(feedState('appledb', 0, 7), intervals, at('01T18:00'), 0.5)).toBe(minute);
});

test('every failure doubles the pause, up to half an hour for the vendor, an hour for CVE records, six hours for the others', () => {
	const pauses = [0, 1, 2, 3, 9].map((failures) =>
		feeds.map((feed) => pauseAfter(feedState(feed, failures), intervals, at('01T10:00'), 0.5) / minute),
	);
	expect(pauses).toEqual([
		[5, 60, 60, 60, 5, 60],
		[10, 120, 120, 120, 10, 120],
		[20, 240, 240, 240, 20, 240],
		[30, 360, 360, 360, 40, 360],
		[30, 360, 360, 360, 60, 360],
	]);
});

test('an interval that is set longer than that maximum stays, and does not grow', () => {
	const slow = readSettings({ FEED_EVERY: '7200', FEED_OTHERS_EVERY: '86400' }).feeds.intervals;
	for (const failures of [0, 1, 9])
		expect(
			feeds.map((feed) => pauseAfter(feedState(feed, failures), slow, at('01T10:00'), 0.5) / minute),
		).toEqual([120, 1440, 1440, 1440, 120, 1440]);
});

test('randomness changes a pause by a tenth at most', () => {
	const random = fc.double({ min: 0, max: 1, noNaN: true });
	fc.assert(
		fc.property(fc.constantFrom(...feeds), fc.nat(20), random, (feed, failures, chance) => {
			const middle = pauseAfter(feedState(feed, failures), intervals, at('01T10:00'), 0.5);
			const pause = pauseAfter(feedState(feed, failures), intervals, at('01T10:00'), chance);
			expect(pause).toBeGreaterThanOrEqual(middle * 0.9 - 1);
			expect(pause).toBeLessThanOrEqual(middle * 1.1 + 1);
		}),
	);
});
