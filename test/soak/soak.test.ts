import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { soak, verdict } from './soak.ts';

// Ten minutes of the same: npm run soak -- --steady.
test('five seconds of steady load with swaps, license changes and new connections: every answer is right, and nothing grows', async () => {
	const report = await soak(5_000);
	expect(verdict(report)).toEqual([]);
	expect(report.requests).toBeGreaterThan(100);
	expect(report.swaps).toBeGreaterThan(1);
	expect(report.licenses).toBeGreaterThan(0);
});

// Answers are what it loses them with, and a soak waits for enough of them.
test('a service that leaves 16 KB behind with each answer is found out', async () => {
	const report = await soak(1_500, { preload: join(import.meta.dir, 'leak.ts') });
	expect(verdict(report)).toContainEqual(
		expect.stringMatching(/^memory in use grew from [\d.]+ to [\d.]+ MB$/),
	);
});
