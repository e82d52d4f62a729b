import { expect, test } from 'bun:test';
import { KeyLimiter } from './rate-limiter.ts';

test('a license may use its whole window at once, and then as fast as it refills', () => {
	let now = 1000;
	const limiter = new KeyLimiter({ requests: 3, seconds: 60 }, undefined, () => now);
	expect({ ...limiter.take(5) }).toEqual({ limit: 3, remaining: 2, resetSeconds: 20, allowed: true });
	expect({ ...limiter.take(5) }).toEqual({ limit: 3, remaining: 1, resetSeconds: 40, allowed: true });
	expect({ ...limiter.take(5) }).toEqual({ limit: 3, remaining: 0, resetSeconds: 60, allowed: true });
	expect({ ...limiter.take(5) }).toEqual({ limit: 3, remaining: 0, resetSeconds: 20, allowed: false });
	now += 5_000;
	expect({ ...limiter.take(5) }).toEqual({ limit: 3, remaining: 0, resetSeconds: 15, allowed: false });
	now += 15_000;
	expect({ ...limiter.take(5) }).toEqual({ limit: 3, remaining: 0, resetSeconds: 60, allowed: true });
	now += 600_000;
	expect({ ...limiter.take(5) }).toEqual({ limit: 3, remaining: 2, resetSeconds: 20, allowed: true });
});

test('licenses do not share a window, however many there are', () => {
	const limiter = new KeyLimiter({ requests: 1, seconds: 1 }, undefined, () => 0);
	expect(limiter.take(0).allowed).toBe(true);
	expect(limiter.take(0).allowed).toBe(false);
	expect(limiter.take(1_000_000).allowed).toBe(true);
	expect(limiter.take(0).allowed).toBe(false);
});

test('exactly the limit passes in a window, for odd limits too', () => {
	for (const requests of [1, 7, 600, 9999]) {
		const limiter = new KeyLimiter({ requests, seconds: 60 }, undefined, () => 123.456);
		let passed = 0;
		while (limiter.take(0).allowed) passed++;
		expect(passed).toBe(requests);
	}
});

test('processes that share their moments share the limit, and others do not', () => {
	const shared = new Float64Array(10);
	const rate = { requests: 2, seconds: 60 };
	const limiters = [0, 1].map(() => new KeyLimiter(rate, shared, () => 1_000));
	expect([limiters[0]!, limiters[1]!, limiters[0]!].map((limiter) => limiter.take(5).allowed)).toEqual([
		true,
		true,
		false,
	]);
	expect(new KeyLimiter(rate, new Float64Array(10), () => 1_000).take(5).allowed).toBe(true);
});

test('a clock that is set back locks nobody out', () => {
	let now = 10_000_000;
	const limiter = new KeyLimiter({ requests: 1, seconds: 60 }, undefined, () => now);
	expect(limiter.take(1).allowed).toBe(true);
	now -= 5_000_000;
	expect({ ...limiter.take(1) }).toMatchObject({ allowed: true, resetSeconds: 60 });
	expect(limiter.take(1).allowed).toBe(false);
});
