import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { lookFor, mostForeign, waitForQuiet, wordsOfCalm } from './quiet.ts';

/** A machine with the given foreign use at each check; later checks repeat the last value. */
function machine(...used: number[]) {
	let at = 0;
	return async () => used[Math.min(at++, used.length - 1)]!;
}

test('a quiet machine is checked three times, without a message', async () => {
	const calm = await waitForQuiet(60_000, machine(0.02, 0.1, 0.03));
	expect(calm).toEqual({ isQuiet: true, waited: 1_500, foreign: 0.1 });
	expect(wordsOfCalm(calm)).toBe('');
});

test('a machine is quiet after three quiet checks in a row, not after one', async () => {
	const calm = await waitForQuiet(60_000, machine(0.9, 0, 0.01, 1.4, 0, 0, 0.05));
	expect(calm).toEqual({ isQuiet: true, waited: 3_500, foreign: 0.05 });
	expect(wordsOfCalm(calm)).toBe('quiet after 4 s');
});

test('the wait for a busy machine ends at its limit, with a message', async () => {
	const calm = await waitForQuiet(10_000, machine(0.3, 0.8));
	expect(calm).toEqual({ isQuiet: false, waited: 10_000, foreign: 0.8 });
	expect(wordsOfCalm(calm)).toBe('no quiet within 10 s: others use 0.80 of a processor');
});

test('for any foreign use, quiet means three quiet checks, and the wait is bounded', async () => {
	const shares = fc.array(fc.double({ min: 0, max: 2, noNaN: true }), { minLength: 1, maxLength: 30 });
	await fc.assert(
		fc.asyncProperty(shares, fc.integer({ min: 0, max: 8_000 }), async (used, patience) => {
			const { isQuiet, waited, foreign } = await waitForQuiet(patience, machine(...used));
			expect(isQuiet).toBe(foreign <= mostForeign);
			expect(waited).toBeLessThanOrEqual(Math.max(patience + lookFor, 3 * lookFor));
		}),
	);
});
