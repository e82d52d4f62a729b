import { expect, test } from 'bun:test';
import { KeyLimiter, limitPerAddress } from './rate-limits.ts';

test('a license may use its whole window at once, and then as many requests as are refilled', () => {
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

test('exactly as many requests as the limit pass in a window, even for odd limits', () => {
	for (const requests of [1, 7, 600, 9999]) {
		const limiter = new KeyLimiter({ requests, seconds: 60 }, undefined, () => 123.456);
		let passed = 0;
		while (limiter.take(0).allowed) passed++;
		expect(passed).toBe(requests);
	}
});

test('processes that share their moments share the limit; others do not', () => {
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

test('setting the clock back locks nobody out', () => {
	let now = 10_000_000;
	const limiter = new KeyLimiter({ requests: 1, seconds: 60 }, undefined, () => now);
	expect(limiter.take(1).allowed).toBe(true);
	now -= 5_000_000;
	expect({ ...limiter.take(1) }).toMatchObject({ allowed: true, resetSeconds: 60 });
	expect(limiter.take(1).allowed).toBe(false);
});

test('an address beyond its limit gets the seconds to wait', () => {
	let now = 0;
	const limit = limitPerAddress({ requests: 2, seconds: 60 }, () => now);
	expect(limit.take('192.0.2.1')).toBe(0);
	expect(limit.take('192.0.2.1')).toBe(0);
	expect(limit.take('192.0.2.1')).toBe(30);
	expect(limit.take('192.0.2.2')).toBe(0);
	now = 30_000;
	expect(limit.take('192.0.2.1')).toBe(0);
});

test('the addresses of one IPv6 network, and of one IPv4 host in both spellings, count together', () => {
	const limit = limitPerAddress({ requests: 1, seconds: 60 }, () => 0);
	expect(limit.take('2001:db8::1')).toBe(0);
	expect(limit.take('2001:db8:0:0:ffff::2')).toBe(60);
	expect(limit.take('2001:DB8::9')).toBe(60);
	expect(limit.take('2001:db8:1::1')).toBe(0);
	expect(limit.take('::ffff:192.0.2.1')).toBe(0);
	expect(limit.take('192.0.2.1')).toBe(60);
	expect(limit.take('::1')).toBe(0);
	expect(limit.take('::1')).toBe(60);
	expect(limit.take('fe80::1')).toBe(0);
});

test('in a flood from many addresses, the oldest addresses are dropped', () => {
	const limit = limitPerAddress({ requests: 1, seconds: 60 }, () => 0);
	for (let address = 0; address < 10_001; address++) limit.take(`host-${address}`);
	expect(limit.take('host-10000')).toBe(60);
	expect(limit.take('host-1')).toBe(60);
	expect(limit.take('host-0')).toBe(0);
});

test('without a limit everything is allowed', () => {
	const limit = limitPerAddress(null);
	for (let request = 0; request < 3; request++) expect(limit.take('192.0.2.1')).toBe(0);
});
