import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { ProcessorBudget } from './processor-budget.ts';

/** A budget of 100 ms a second for each license and 20 ms a second without a key, by a clock that work moves. */
function scene(rates: Partial<ConstructorParameters<typeof ProcessorBudget>[0]> = {}) {
	const clock = { now: 5_000 };
	const budget = new ProcessorBudget(
		{ license: { requests: 100, seconds: 1 }, strangers: { requests: 20, seconds: 1 }, ...rates },
		() => clock.now,
	);
	const work = (milliseconds: number) => () => {
		clock.now += milliseconds;
	};
	/** A read that takes this long: 0 if it was computed, else the seconds to wait. */
	const read = (license: number, milliseconds: number) => {
		budget.noteLicense(license);
		const wait = budget.waitOfLicense(license);
		if (wait === 0) budget.chargeLicense(license, work(milliseconds));
		return wait;
	};
	const visit = (address: string, milliseconds: number) => {
		budget.noteStranger(address);
		const wait = budget.waitOfStranger(address);
		if (wait === 0) budget.chargeStranger(address, work(milliseconds));
		return wait;
	};
	return { clock, budget, read, visit };
}

test('a license alone is never refused, whatever it and strangers use', () => {
	const step = fc.record({ used: fc.nat(5_000), pause: fc.nat(2_000), stranger: fc.boolean() });
	fc.assert(
		fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
			const { clock, read, visit } = scene();
			for (const { used, pause, stranger } of steps) {
				if (stranger) visit('192.0.2.1', used);
				expect(read(7, used)).toBe(0);
				clock.now += pause;
			}
		}),
	);
});

test('a license beyond its budget waits while another one asks, and no longer', () => {
	const { clock, read } = scene();
	expect([read(1, 90), read(1, 90), read(1, 90)]).toEqual([0, 0, 0]);
	expect(read(2, 1)).toBe(0);
	expect(read(1, 1)).toBe(1);
	// The other license has its own budget.
	expect(read(2, 1)).toBe(0);
	clock.now += 1_000;
	// Nobody else has asked for a second.
	expect(read(1, 500)).toBe(0);
});

test('what was used alone delays a license by two windows at most, once another one asks', () => {
	const { clock, read } = scene();
	for (let turn = 0; turn < 100; turn++) read(1, 100);
	expect(read(2, 1)).toBe(0);
	expect(read(1, 1)).toBeGreaterThan(0);
	for (let ask = 0; ask < 20; ask++) {
		clock.now += 100;
		read(2, 1);
	}
	expect(read(1, 1)).toBe(0);
});

test('stored answers count, at a fixed price', () => {
	const { budget, read } = scene();
	for (let request = 0; request < 5_001; request++) budget.noteLicense(1);
	budget.noteLicense(2);
	expect(budget.waitOfLicense(1)).toBe(1);
	expect(read(2, 1)).toBe(0);
});

test('an address alone is never refused; beside others it has half of what all have', () => {
	const { read, visit } = scene();
	for (let turn = 0; turn < 50; turn++) expect(visit('192.0.2.1', 100)).toBe(0);
	expect(visit('198.51.100.1', 1)).toBe(0);
	expect(visit('192.0.2.1', 1)).toBeGreaterThan(0);
	// Without a license, others may use more than all addresses get beside one.
	expect(visit('198.51.100.2', 50)).toBe(0);
	read(1, 1);
	expect(visit('203.0.113.9', 1)).toBeGreaterThan(0);
});

test('200 addresses together get no more than all requests without a key, while a license asks', () => {
	const { clock, read, visit } = scene();
	const began = clock.now;
	let drawn = 0;
	let refused = 0;
	for (let turn = 0; turn < 4_000; turn++) {
		expect(read(1, 0)).toBe(0);
		if (visit(`192.0.2.${turn % 200}`, 5) === 0) drawn += 5;
		else refused++;
		clock.now += 5;
	}
	const seconds = (clock.now - began) / 1_000;
	// 200 ms at once, then 20 ms in each second.
	expect(drawn).toBeLessThanOrEqual(200 + 20 * seconds);
	expect(drawn).toBeGreaterThan(15 * seconds);
	expect(refused).toBeGreaterThan(3_000);
});

test('the addresses of one IPv6 network share a budget', () => {
	const { read, visit } = scene();
	read(1, 0);
	for (let host = 1; host <= 30; host++) visit(`2001:db8::${host.toString(16)}`, 10);
	expect(visit('2001:db8::ffff', 1)).toBeGreaterThan(0);
});

test('work that is refused or fails is counted up to its end, also behind a promise', async () => {
	const { clock, budget, read } = scene();
	const failing = () => {
		clock.now += 150;
		throw new Error('no');
	};
	expect(() => budget.chargeLicense(1, failing)).toThrow('no');
	read(2, 0);
	expect(read(1, 0)).toBe(1);
	const { promise, resolve } = Promise.withResolvers<string>();
	const pending = budget.chargeLicense(3, () => promise);
	clock.now += 150;
	resolve('done');
	expect(await pending).toBe('done');
	read(2, 0);
	expect(read(3, 0)).toBe(1);
});

test('a limit that is off refuses nothing and counts nothing', () => {
	const { read, visit } = scene({ license: null, strangers: null });
	for (let turn = 0; turn < 10; turn++)
		expect([read(1, 5_000), read(2, 5_000), visit('192.0.2.1', 5_000), visit('192.0.2.2', 5_000)]).toEqual([
			0, 0, 0, 0,
		]);
});

test('a flood of addresses takes a bounded amount of memory, and one that is over its budget keeps waiting', () => {
	const { budget, read, visit } = scene();
	read(1, 0);
	for (let turn = 0; turn < 40; turn++) visit('192.0.2.1', 10);
	for (let address = 0; address < 9_000; address++)
		budget.noteStranger(`10.${address >> 8}.${address & 255}.1`);
	read(1, 0);
	expect(visit('192.0.2.1', 1)).toBeGreaterThan(0);
});
