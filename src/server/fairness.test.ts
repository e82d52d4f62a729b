import { expect, test } from 'bun:test';
import { createFairness, type Fairness } from './fairness.ts';

const answer = new Response('');
/** Longer than until the next turn; of two timers the earlier one comes first, however busy the machine is. */
const untilTurn = 120;

/** Fairness whose clock stands still until it is told to go on. */
function fairnessAndClock(): { fairly: Fairness; pass(milliseconds: number): void } {
	let time = 0;
	return {
		fairly: createFairness(() => time),
		pass(milliseconds) {
			time += milliseconds;
		},
	};
}

test('answers are given at once, however many, while the rest of the process has its turns', async () => {
	const { fairly, pass } = fairnessAndClock();
	for (let turn = 0; turn < 5; turn++) {
		for (let count = 0; count < 400; count++) {
			pass(1);
			expect(fairly(answer)).toBe(answer);
		}
		await Bun.sleep(untilTurn);
	}
});

test('after half a second without a turn answers wait for one, and only for one', async () => {
	const { fairly, pass } = fairnessAndClock();
	let timers = 0;
	setTimeout(() => timers++, 0);
	let given = fairly(answer);
	let passed = 0;
	for (; given === answer && passed < 1_000; passed++) {
		pass(1);
		given = fairly(answer);
	}
	expect(passed).toBeGreaterThan(500);
	expect(given).not.toBe(answer);
	expect(timers).toBe(0);
	expect(await given).toBe(answer);
	expect(timers).toBe(1);
	await Bun.sleep(untilTurn);
	expect(fairly(answer)).toBe(answer);
});

test('a process that slept makes nobody wait', () => {
	const { fairly, pass } = fairnessAndClock();
	for (const sleep of [600, 3_600_000]) {
		pass(sleep);
		for (let count = 0; count < 100; count++) expect(fairly(answer)).toBe(answer);
	}
});

test('costly answers count with all the time that they took', () => {
	const { fairly, pass } = fairnessAndClock();
	const answer = new Response();
	fairly(answer, true);
	let given: ReturnType<typeof fairly> = answer;
	let answers = 0;
	for (; given === answer; answers++) {
		pass(40);
		given = fairly(answer, true);
	}
	// Thirteen times 40 ms are more than half a second.
	expect(answers).toBe(13);
});
