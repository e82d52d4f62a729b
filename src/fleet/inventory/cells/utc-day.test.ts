import { expect, test } from 'bun:test';
import { utcDay } from './utc-day.ts';

test('a moment with a zone counts for its day in UTC', () => {
	expect(utcDay('2026-03-03', '2026-03-03T05:00+10:00')).toBe('2026-03-02');
	expect(utcDay('2026-03-03', '2026-03-03T10:00:00+10:00')).toBe('2026-03-03');
	expect(utcDay('2026-03-03', '2026-03-03 20:15:01.123 -0700')).toBe('2026-03-04');
	expect(utcDay('2025-12-31', '2025-12-31T23:30:00-05:00')).toBe('2026-01-01');
	expect(utcDay('2026-03-03', '2026-03-03T00:29:00+00:30')).toBe('2026-03-02');
	expect(utcDay('2026-03-03', '2026-03-03T01:15:00+01:15')).toBe('2026-03-03');
	expect(utcDay('2026-03-03', '2026-03-03T22:44:00-01:15')).toBe('2026-03-03');
	expect(utcDay('2026-03-03', '2026-03-03T22:45:00-01:15')).toBe('2026-03-04');
});

test('without a zone, or in UTC, the day stays', () => {
	for (const moment of ['2026-03-03', '2026-03-03T23:59:59Z', '2026-03-03 23:59', '2026-03-03 23:59:59 UTC'])
		expect(utcDay('2026-03-03', moment)).toBe('2026-03-03');
});
