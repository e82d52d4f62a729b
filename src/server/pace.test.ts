import { expect, test } from 'bun:test';
import { createPace, type Pace } from './pace.ts';

const answer = new Response('');
/** Longer than until the next turn; of two timers the earlier one comes first, however busy the machine is. */
const untilTurn = 120;

/** A pace whose clock stands still until it is told to go on. */
function paceAndClock(): { pace: Pace; pass(milliseconds: number): void } {
	let time = 0;
	return {
		pace: createPace(() => time),
		pass(milliseconds) {
			time += milliseconds;
		},
	};
}

test('answers are given at once, however many, while the rest of the process has its turns', async () => {
	const { pace, pass } = paceAndClock();
	for (let turn = 0; turn < 5; turn++) {
		for (let count = 0; count < 1_000; count++) expect(pace(answer)).toBe(answer);
		pass(400);
		for (let count = 0; count < 1_000; count++) expect(pace(answer)).toBe(answer);
		await Bun.sleep(untilTurn);
	}
});

test('after half a second without a turn answers wait for one, and only for one', async () => {
	const { pace, pass } = paceAndClock();
	let timers = 0;
	setTimeout(() => timers++, 0);
	expect(pace(answer)).toBe(answer);
	pass(501);
	const given = Array.from({ length: 100 }, () => pace(answer)).at(-1)!;
	expect(given).not.toBe(answer);
	expect(timers).toBe(0);
	expect(await given).toBe(answer);
	expect(timers).toBe(1);
	await Bun.sleep(untilTurn);
	expect(pace(answer)).toBe(answer);
});

test('a process that slept makes nobody wait', () => {
	const { pace, pass } = paceAndClock();
	pass(600);
	for (let count = 0; count < 100; count++) expect(pace(answer)).toBe(answer);
});
