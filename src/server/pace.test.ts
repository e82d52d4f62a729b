import { expect, test } from 'bun:test';
import { createPace } from './pace.ts';

const answer = new Response('');

function workFor(milliseconds: number): void {
	const end = performance.now() + milliseconds;
	while (performance.now() < end);
}

test('answers are given at once, however many, while the rest of the process has its turns', async () => {
	const pace = createPace();
	for (let turn = 0; turn < 20; turn++) {
		for (let count = 0; count < 1_000; count++) expect(pace(answer)).toBe(answer);
		await Bun.sleep(1);
	}
});

test('after half a second without a turn answers wait for one, and only for one', async () => {
	const pace = createPace();
	let timers = 0;
	setTimeout(() => timers++, 1);
	let given = pace(answer);
	while (given === answer) {
		workFor(1);
		given = pace(answer);
	}
	expect(timers).toBe(0);
	expect(await given).toBe(answer);
	await Bun.sleep(1);
	expect(timers).toBe(1);
	expect(pace(answer)).toBe(answer);
});

test('a process that slept makes nobody wait', async () => {
	const pace = createPace();
	workFor(600);
	for (let count = 0; count < 100; count++) expect(pace(answer)).toBe(answer);
});
