import { expect, test } from 'bun:test';
import { troubledSoak, troubledVerdict } from './troubled-soak.ts';

// Ten minutes of the same, with the times of a normal client: npm run soak.
test('slow readers, a full redirect port, searches, odd feeds, costly reads, an import, a lock holder and an empty database at once: no wrong answer, no lost key, no lost count', async () => {
	const report = await troubledSoak(300, 4_000, { importSize: 4_000, slowReaders: 40, swapEvery: 1_500 });
	expect(troubledVerdict(report, false)).toEqual([]);
	expect(report.troubles).toEqual([
		'40 slow readers',
		'40 connections held on the port that leads to TLS',
		expect.stringMatching(/^\d{4,} licenses in [1-9]\d* imports, interrupted \d+ times$/),
		expect.stringMatching(/^[1-9]\d* searches for the worst words$/),
		expect.stringMatching(/^[1-9]\d* feeds with odd queries$/),
		expect.stringMatching(/^[1-9]\d* costly reads of 4 licenses$/),
		expect.stringMatching(/^the write lock held [1-9]\d* times for 1200 ms$/),
		expect.stringMatching(/^the database swapped for an empty one [1-9]\d* times$/),
	]);
	expect(report.licenses).toBeGreaterThan(0);
	expect(report.keys).toBeGreaterThan(4_000);
	expect(report.answers).toBeGreaterThan(100);
});
