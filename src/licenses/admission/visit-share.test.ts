import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { VisitShare } from './visit-share.ts';

/** 100 ms of each second for clients without a key, by clocks that the test moves on. */
function shared() {
	let [time, used] = [1_000_000, 0];
	const share = new VisitShare(
		{ requests: 100, seconds: 1 },
		() => time,
		() => used,
	);
	/** One request that takes so long; whether it was answered. */
	const visit = (address: string, milliseconds: number): boolean => {
		if (share.wait(address) > 0) return false;
		share.charge(address, () => {
			time += milliseconds;
			used += milliseconds;
		});
		return true;
	};
	const pass = (milliseconds: number) => {
		time += milliseconds;
	};
	/** Milliseconds that the addresses get in ten seconds, in turns, while a license asks. */
	const used10 = (addresses: readonly string[], cost = 5): number => {
		const before = used;
		for (const end = time + 10_000, at = { value: 0 }; time < end; at.value++) {
			share.noteLicense();
			if (!visit(addresses[at.value % addresses.length]!, cost)) pass(1);
		}
		return used - before;
	};
	return { share, visit, pass, used10 };
}

test('while no license asks, nobody waits', () => {
	const { visit } = shared();
	for (let count = 0; count < 1_000; count++) expect(visit('192.0.2.1', 20)).toBe(true);
});

test('what was used while no license asked does not count afterwards', () => {
	const { share, visit } = shared();
	for (let count = 0; count < 100; count++) visit('192.0.2.1', 20);
	share.noteLicense();
	expect(visit('192.0.2.1', 20)).toBe(true);
});

test('while a license asks, one address alone gets half of the time at most', () => {
	const used = shared().used10(['192.0.2.1']);
	expect(used).toBeGreaterThan(450);
	expect(used).toBeLessThan(620);
});

test('a thousand addresses together get no more than the time that is set for all', () => {
	const many = Array.from({ length: 1_000 }, (_, at) => `192.0.${at >> 8}.${at & 255}`);
	expect(shared().used10(many)).toBeLessThan(1_120);
	// The addresses of one subscriber are one address.
	const subscriber = Array.from({ length: 1_000 }, (_, at) => `2001:db8::${at.toString(16)}`);
	expect(shared().used10(subscriber)).toBeLessThan(620);
});

test('a visitor is answered beside an address that asks without a pause', () => {
	const { share, visit, pass } = shared();
	for (let second = 0; second < 60; second++) {
		for (let asked = 0; asked < 100; asked++) {
			share.noteLicense();
			if (!visit('192.0.2.1', 5)) pass(10);
		}
		expect(visit('198.51.100.1', 5)).toBe(true);
	}
});

test('a window after the last license nobody waits', () => {
	const { share, visit, pass } = shared();
	share.noteLicense();
	while (visit('192.0.2.1', 5)) pass(0);
	expect(share.wait('192.0.2.1')).toBe(1);
	pass(1_000);
	for (let count = 0; count < 100; count++) expect(visit('192.0.2.1', 20)).toBe(true);
});

test('who waits as long as it is told is answered', () => {
	const asked = fc.array(
		fc.record({ address: fc.integer({ min: 1, max: 9 }), cost: fc.integer({ min: 1, max: 400 }) }),
		{ maxLength: 60 },
	);
	fc.assert(
		fc.property(asked, (requests) => {
			const { share, visit, pass } = shared();
			for (const { address, cost } of requests) {
				share.noteLicense();
				const name = `192.0.2.${address}`;
				const seconds = share.wait(name);
				if (seconds === 0) visit(name, cost);
				else {
					pass(seconds * 1_000);
					share.noteLicense();
					expect(share.wait(name)).toBe(0);
				}
			}
		}),
	);
});

test('the time of work that fails is charged too', () => {
	let used = 0;
	const share = new VisitShare(
		{ requests: 100, seconds: 1 },
		() => 1_000 + used,
		() => used,
	);
	share.noteLicense();
	const fail = () =>
		share.charge('192.0.2.1', () => {
			used += 200;
			throw new Error('it failed');
		});
	expect(fail).toThrow('it failed');
	expect(share.wait('192.0.2.1')).toBe(2);
});
