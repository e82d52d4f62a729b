import { expect, test } from 'bun:test';
import { TimeShare } from './time-share.ts';

/** Half of each second, by a clock that only work moves on. */
function share() {
	let time = 1_000_000;
	const pass = (milliseconds: number) => {
		time += milliseconds;
	};
	return { times: new TimeShare({ requests: 500, seconds: 1 }, () => time), pass };
}

test('a license that takes its share and not more never waits', () => {
	const { times, pass } = share();
	for (let read = 0; read < 1_000; read++) {
		expect(times.wait(1)).toBe(0);
		times.charge(1, () => pass(5));
		pass(5);
	}
});

test('a license that reads without a pause has to wait once the share of a second is used up', () => {
	const { times, pass } = share();
	let reads = 0;
	while (times.wait(1) === 0) {
		times.charge(1, () => pass(5));
		reads++;
	}
	// Each costs 10 ms of the window, and while each but the first lasts 5 come back.
	expect(reads).toBe(200);
	expect(times.wait(1)).toBe(1);
	pass(1_000);
	expect(times.wait(1)).toBe(0);
});

test('others have a share of their own', () => {
	const { times, pass } = share();
	while (times.wait(1) === 0) times.charge(1, () => pass(5));
	expect(times.wait(2)).toBe(0);
});

test('time in which the process was not let run is not held against a license', () => {
	const { times, pass } = share();
	for (let read = 0; read < 5; read++) {
		expect(times.wait(1)).toBe(0);
		times.charge(1, () => pass(60_000));
	}
});

test('the answer of the work is given back', () => {
	const { times } = share();
	expect(times.charge(1, () => 'answer')).toBe('answer');
});
