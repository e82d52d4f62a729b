import { afterEach, beforeEach, expect, jest, test } from 'bun:test';
import { startHeartbeat } from './heartbeat.ts';

let beats = 0;
let givenUp = 0;
const start = () =>
	startHeartbeat(
		() => beats++,
		() => givenUp++,
	);

beforeEach(() => {
	jest.useFakeTimers();
	beats = givenUp = 0;
});
afterEach(() => {
	jest.useRealTimers();
});

const turns = (count: number) => jest.advanceTimersByTime(count * 2_000);

test('a worker is given up after five questions in a row without an answer', () => {
	start();
	turns(4);
	expect([beats, givenUp]).toEqual([5, 0]);
	turns(1);
	expect([beats, givenUp]).toEqual([5, 1]);
	turns(10);
	expect([beats, givenUp]).toEqual([5, 1]);
});

test('one answer restarts the count', () => {
	const heartbeat = start();
	turns(4);
	heartbeat.answered();
	turns(5);
	expect(givenUp).toBe(0);
	turns(1);
	expect(givenUp).toBe(1);
});

test('after the end a worker is neither asked nor given up', () => {
	const heartbeat = start();
	turns(4);
	heartbeat.end();
	turns(10);
	expect([beats, givenUp]).toEqual([5, 0]);
});
