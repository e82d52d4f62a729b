import { expect, test } from 'bun:test';
import { pauseAfter } from './schedule.ts';

const minutes = (milliseconds: number) => milliseconds / 60_000;

test('Apple is asked every 5 minutes, the others hourly', () => {
	expect((['apple', 'sofa', 'appledb'] as const).map((feed) => minutes(pauseAfter(feed, 0, 0.5)))).toEqual([
		5, 60, 60,
	]);
});

test("pauses grow with every failure, Apple's up to half an hour, the others' up to six hours", () => {
	const pauses = (feed: 'apple' | 'sofa') =>
		[0, 1, 2, 3, 6, 1000].map((failures) => minutes(pauseAfter(feed, failures, 0.5)));
	expect(pauses('apple')).toEqual([5, 10, 20, 30, 30, 30]);
	expect(pauses('sofa')).toEqual([60, 120, 240, 360, 360, 360]);
});

test('chance moves a pause by a tenth at most', () => {
	expect([0, 1].map((random) => minutes(pauseAfter('sofa', 0, random)))).toEqual([54, 66]);
});
