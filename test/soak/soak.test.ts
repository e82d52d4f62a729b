import { expect, test } from 'bun:test';
import { soak, verdict } from './soak.ts';

// Ten minutes of the same: npm run soak.
test('five seconds of steady load with swaps, license changes and new connections: every answer is right', async () => {
	const report = await soak(5_000);
	expect(verdict(report)).toEqual([]);
	expect(report.requests).toBeGreaterThan(500);
	expect(report.swaps).toBeGreaterThan(5);
	expect(report.licenses).toBeGreaterThan(0);
}, 40_000);
