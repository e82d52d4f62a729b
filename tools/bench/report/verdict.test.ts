import { expect, test } from 'bun:test';
import type { Bound, Measure } from '../subject.ts';
import { barsOf } from './table.ts';
import { measuredWords, verdictOf } from './verdict.ts';

const measure = (value: number, more: Partial<Measure> = {}): Measure => ({
	name: 'CPU, one to the other',
	values: [[value, 'x']],
	...more,
});
const most: Bound = { most: 1.2 };

test.each<[string, Measure, Bound, string, boolean]>([
	['far below', measure(1), most, 'holds', true],
	['exactly on the bar', measure(1.2), most, 'holds', true],
	['far above', measure(1.5, { spread: 0.05 }), most, 'missed', true],
	['slightly below', measure(1.15, { spread: 0.05 }), most, 'holds, by less than the spread', false],
	['slightly above', measure(1.25, { spread: 0.05 }), most, 'missed, by less than the spread', false],
	['too little', measure(1.1, { spread: 0.01 }), { least: 1.2 }, 'missed', true],
	[
		'slightly enough',
		measure(1.21, { spread: 0.01 }),
		{ least: 1.2 },
		'holds, by less than the spread',
		false,
	],
	['quiet enough', measure(1, { foreign: 0.12 }), most, 'holds', true],
	[
		'with foreign activity',
		measure(1, { foreign: 0.8 }),
		most,
		'holds, others used 0.80 of a processor',
		false,
	],
	[
		'both',
		measure(1.21, { foreign: 0.8, spread: 0.1 }),
		most,
		'missed, by less than the spread, others used 0.80 of a processor',
		false,
	],
])('the verdict on a value %s', (_, value, bound, words, sure) => {
	expect(verdictOf(value, bound)).toEqual({ holds: words.startsWith('holds'), sure, words });
});

test('a measurement is shown with its spread, if there is one', () => {
	expect(measuredWords(measure(1.234, { spread: 0.0314 }))).toBe('1.23 times ± 3.1%');
	expect(measuredWords({ name: '', values: [[154.08, 'ms']] })).toBe('154.1 ms');
});

test('the bars name what is missed, and count unreliable verdicts', () => {
	const { text, missedCount } = barsOf({
		one: [measure(1, { must: most, aim: { most: 0.9 }, spread: 0.02 })],
		other: [measure(1.3, { must: most, spread: 0.1, foreign: 0.5 })],
	});
	expect(missedCount).toBe(1);
	expect(text.split('\n')).toEqual([
		'must hold',
		'  CPU, one to the other: 1.00 times ± 2.0%, at most 1.2: holds',
		'  CPU, one to the other: 1.30 times ± 10.0%, at most 1.2: MISSED, by less than the spread, others used 0.50 of a processor',
		'aims',
		'  CPU, one to the other: 1.00 times ± 2.0%, at most 0.9: MISSED',
		'1 of 3 verdicts could be otherwise: the bar lies within the spread, or others were at work. Repeat those in calm.',
	]);
});
