import { expect, test } from 'bun:test';
import { stopLimits } from './stop-limits.ts';

test('each part of a stop has a shorter limit than the part that contains it', () => {
	const limits = Object.values(stopLimits);
	expect(limits).toEqual(limits.toSorted((a, b) => a - b));
	expect(stopLimits.requests + stopLimits.feeds).toBeLessThan(stopLimits.service);
	expect(stopLimits.service).toBeLessThan(stopLimits.worker);
	expect(stopLimits.worker).toBeLessThan(stopLimits.process);
});
