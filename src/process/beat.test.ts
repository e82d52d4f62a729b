import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { onEveryBeat, untilBeat } from './beat.ts';

test('beats of periods that divide each other come together', () => {
	expect([untilBeat(500, 1_200), untilBeat(1_000, 1_200), untilBeat(2_000, 1_200)]).toEqual([300, 800, 800]);
});

test('a timer that comes a little early or late waits for the next beat, never for the same', () => {
	expect([untilBeat(1_000, 1_999.5), untilBeat(1_000, 2_000), untilBeat(1_000, 2_004)]).toEqual([
		1_000.5, 1_000, 996,
	]);
	const times = fc.double({ min: 0, max: 1e9, noNaN: true });
	fc.assert(
		fc.property(times, fc.constantFrom(500, 1_000, 2_000), (now, period) => {
			const wait = untilBeat(period, now);
			expect(wait).toBeGreaterThanOrEqual(period / 10);
			expect(wait).toBeLessThanOrEqual(period * 1.1);
			const beats = (now + wait) / period;
			expect(Math.abs(beats - Math.round(beats))).toBeLessThan(1e-6);
		}),
	);
});

test('there is a look on every beat, and none after a stop', async () => {
	let looks = 0;
	const { promise, resolve } = Promise.withResolvers<void>();
	const beats = onEveryBeat(10, () => {
		looks++;
		if (looks < 3) return;
		beats.stop();
		resolve();
	});
	await promise;
	await Bun.sleep(50);
	expect(looks).toBe(3);
});
