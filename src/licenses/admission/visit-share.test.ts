import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { VisitShare } from './visit-share.ts';

/** 100 ms of each second for clients without a key, counted over ten seconds. The test moves the clocks. */
function shared() {
	let [time, used] = [1_000_000, 0];
	const share = new VisitShare(
		{ requests: 100, seconds: 1 },
		() => time,
		() => used,
	);
	const spend = (address: string, milliseconds: number) =>
		share.charge(address, () => {
			time += milliseconds;
			used += milliseconds;
		});
	/** Requests a page that takes that long to draw. Returns whether it was drawn. */
	const draw = (address: string, milliseconds: number): boolean => {
		if (share.waitToDraw(address) > 0) return false;
		spend(address, milliseconds);
		return true;
	};
	const pass = (milliseconds: number) => {
		time += milliseconds;
	};
	/** Milliseconds that the addresses get in a hundred seconds, in turns, while a license is in use. */
	const used100 = (addresses: readonly string[], cost = 5): number => {
		const before = used;
		for (const end = time + 100_000, at = { value: 0 }; time < end; at.value++) {
			share.noteLicense();
			if (!draw(addresses[at.value % addresses.length]!, cost)) pass(1);
		}
		return used - before;
	};
	return { share, draw, pass, spend, used100 };
}

test('while no license is in use, nobody waits', () => {
	const { draw } = shared();
	for (let count = 0; count < 1_000; count++) expect(draw('192.0.2.1', 20)).toBe(true);
});

test('time that was used while no license was in use does not count afterwards', () => {
	const { share, draw } = shared();
	for (let count = 0; count < 100; count++) draw('192.0.2.1', 20);
	share.noteLicense();
	expect(draw('192.0.2.1', 20)).toBe(true);
});

test('while a license is in use, a single address gets at most half of the time', () => {
	const used = shared().used100(['192.0.2.1']);
	expect(used).toBeGreaterThan(4_500);
	expect(used).toBeLessThan(5_700);
});

test('a thousand addresses together get no more than the time of all', () => {
	const many = Array.from({ length: 1_000 }, (_, at) => `192.0.${at >> 8}.${at & 255}`);
	expect(shared().used100(many)).toBeLessThan(11_200);
	// The addresses of one IPv6 network count as one address.
	const subscriber = Array.from({ length: 1_000 }, (_, at) => `2001:db8::${at.toString(16)}`);
	expect(shared().used100(subscriber)).toBeLessThan(5_700);
});

test('a visitor is answered while another address asks without a pause', () => {
	const { share, draw, pass } = shared();
	for (let second = 0; second < 60; second++) {
		for (let request = 0; request < 100; request++) {
			share.noteLicense();
			if (!draw('192.0.2.1', 5)) pass(10);
		}
		expect(draw('198.51.100.1', 5)).toBe(true);
	}
});

test('a minute after the last request of a license nobody waits', () => {
	const { share, draw, pass } = shared();
	share.noteLicense();
	while (draw('192.0.2.1', 5)) pass(0);
	expect(share.waitToDraw('192.0.2.1')).toBe(1);
	pass(30_000);
	while (draw('192.0.2.1', 5)) pass(0);
	expect(share.waitToDraw('192.0.2.1')).toBe(1);
	pass(30_000);
	for (let count = 0; count < 100; count++) expect(draw('192.0.2.1', 20)).toBe(true);
});

test('a client that waits as long as it was told is answered', () => {
	const arrivals = fc.array(
		fc.record({ address: fc.integer({ min: 1, max: 9 }), cost: fc.integer({ min: 1, max: 2_000 }) }),
		{ maxLength: 60 },
	);
	fc.assert(
		fc.property(arrivals, (requests) => {
			const { share, draw, pass } = shared();
			for (const { address, cost } of requests) {
				share.noteLicense();
				const name = `192.0.2.${address}`;
				const seconds = share.waitToDraw(name);
				if (seconds === 0) draw(name, cost);
				else {
					pass(seconds * 1_000);
					share.noteLicense();
					expect(share.waitToDraw(name)).toBe(0);
				}
			}
		}),
	);
});

test('stored answers are refused only if all clients together use five times the share', () => {
	const { share, draw, pass, spend } = shared();
	share.noteLicense();
	while (draw('192.0.2.1', 5)) pass(0);
	expect(share.wait('192.0.2.1')).toBe(0);
	spend('192.0.2.2', 4_000);
	expect(share.wait('192.0.2.1')).toBe(0);
	spend('192.0.2.3', 2_000);
	expect(share.wait('192.0.2.1')).toBe(2);
});

test('the time of failed work is charged, too', () => {
	let used = 0;
	const share = new VisitShare(
		{ requests: 100, seconds: 1 },
		() => 1_000 + used,
		() => used,
	);
	share.noteLicense();
	const fail = () =>
		share.charge('192.0.2.1', () => {
			used += 600;
			throw new Error('it failed');
		});
	expect(fail).toThrow('it failed');
	expect(share.waitToDraw('192.0.2.1')).toBe(2);
});
