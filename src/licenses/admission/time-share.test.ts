import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { TimeShare } from './time-share.ts';

/** 200 ms of each second for all reads. The test moves both clocks: the time of day and the processor time. */
function shared() {
	let [time, used] = [1_000_000, 0];
	const times = new TimeShare(
		{ requests: 200, seconds: 1 },
		() => time,
		() => used,
	);
	/** Requests a read that takes that long. Returns whether it was answered. */
	const read = (license: number, milliseconds: number): boolean => {
		times.note(license);
		if (times.wait(license) > 0) return false;
		times.charge(license, () => {
			time += milliseconds;
			used += milliseconds;
		});
		return true;
	};
	const pass = (milliseconds: number) => {
		time += milliseconds;
	};
	return { times, read, pass };
}

test('a license that is in use alone is never refused, however much it reads', () => {
	const { read } = shared();
	for (let count = 0; count < 2_000; count++) expect(read(1, 60)).toBe(true);
});

test('a license counts as alone again soon after the others have stopped', () => {
	const { times, read, pass } = shared();
	while (read(1, 60)) for (let request = 0; request < 20; request++) times.note(2 + (request % 2));
	pass(2_000);
	for (let count = 0; count < 200; count++) expect(read(1, 60)).toBe(true);
});

test('a license that reads without a pause while others are in use gets the time of all reads', () => {
	const { times, read, pass } = shared();
	let answered = 0;
	// For ten seconds another license sends requests that cost nothing.
	for (let passed = 0; passed < 10_000; passed += 5) {
		times.note(2);
		if (read(1, 5)) answered++;
		else pass(5);
	}
	expect(answered * 5).toBeGreaterThan(2_000);
	expect(answered * 5).toBeLessThan(2_400);
});

test('the whole time of a read is charged', () => {
	const { times, read } = shared();
	expect(read(1, 0)).toBe(true);
	for (let request = 0; request < 10; request++) for (const license of [2, 1]) times.note(license);
	expect(read(1, 250)).toBe(true);
	expect(read(1, 250)).toBe(false);
	expect(times.wait(1)).toBe(1);
});

test('a license counts as alone while others send fewer than ten requests in a second', () => {
	const { times, read, pass } = shared();
	let since = 0;
	for (let count = 0; count < 400; count++) {
		expect(read(1, 60)).toBe(true);
		pass(5);
		since += 65;
		// Another license sends nine requests within the second, in a row or spread.
		if (since > 130) {
			since = 0;
			times.note(2);
		}
	}
});

test('a license counts as alone while others use at most a twentieth of the time of all reads', () => {
	const { read } = shared();
	expect(read(2, 10)).toBe(true);
	for (let count = 0; count < 30; count++) expect(read(1, 60)).toBe(true);
	const busy = shared();
	expect(busy.read(2, 60)).toBe(true);
	expect([180, 60].map((milliseconds) => busy.read(1, milliseconds))).toEqual([true, false]);
});

test('four licenses that read without a pause get a quarter each, and a license that reads little is not refused', () => {
	const { read, pass } = shared();
	const answered = [0, 0, 0, 0];
	let refusedOfModest = 0;
	let passed = 0;
	for (let second = 0; second < 20; second++) {
		for (const end = passed + 1_000; passed < end; ) {
			for (const license of [0, 1, 2, 3]) {
				const isAnswered = read(license, 5);
				if (isAnswered) answered[license]!++;
				else pass(1);
				passed += isAnswered ? 5 : 1;
			}
		}
		if (!read(4, 5)) refusedOfModest++;
	}
	expect(refusedOfModest).toBe(0);
	const [most, least] = [Math.max(...answered), Math.min(...answered)];
	expect(most - least).toBeLessThan(most * 0.1);
	// All together get 200 ms of each of the 20 seconds, and the share of the first window at once.
	expect(5 * answered.reduce((sum, count) => sum + count)).toBeLessThan(20 * 200 + 300);
});

test('a license below its even share is never refused', () => {
	const arrivals = fc.array(
		fc.record({
			license: fc.integer({ min: 1, max: 5 }),
			cost: fc.integer({ min: 1, max: 80 }),
			pause: fc.integer({ min: 0, max: 50 }),
		}),
		{ minLength: 20, maxLength: 200 },
	);
	fc.assert(
		fc.property(arrivals, (requests) => {
			const { read, pass } = shared();
			let since = 0;
			for (const { license, cost, pause } of requests) {
				read(license, cost);
				pass(pause);
				since += pause + cost;
				// At most six licenses: a sixth of 200 ms is 33 ms of each second.
				if (since > 1_000) {
					since = 0;
					expect(read(0, 10)).toBe(true);
				}
			}
		}),
	);
});

test('time in which the system paused the process does not count against a license', () => {
	const { times, read, pass } = shared();
	for (let count = 0; count < 20; count++) {
		times.note(2);
		expect(times.wait(1)).toBe(0);
		times.charge(1, () => pass(60_000));
		expect(read(1, 1)).toBe(true);
	}
});

test('charging returns the result of the work', () => {
	expect(shared().times.charge(1, () => 'answer')).toBe('answer');
});
