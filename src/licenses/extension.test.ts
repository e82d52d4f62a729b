import { expect, test } from 'bun:test';
import { extendedDay, newLastDay, readExtension } from './extension.ts';

const extend = (expires: string | null, by: string, today = '2026-11-19') =>
	extendedDay({ id: 'CS83F93F', expires }, readExtension(by)!, today);

test('an extension counts from the last day, or from today if that has passed', () => {
	expect(extend('2026-12-31', '1y')).toBe('2027-12-31');
	expect(extend('2026-11-19', '30d')).toBe('2026-12-19');
	expect(extend('2020-01-01', '1m')).toBe('2026-12-19');
});

test('a day that the month lacks is the last of that month', () => {
	expect(extend('2027-01-31', '1m')).toBe('2027-02-28');
	expect(extend('2028-02-29', '1y')).toBe('2029-02-28');
	expect(extend('2027-10-31', '3m')).toBe('2028-01-31');
});

test('only days, months and years up to ten years are read', () => {
	expect(['0d', '1w', '1', 'd', '-1d', '3651d', '121m', '11y', '1Y', ''].map(readExtension)).toEqual(
		Array(10).fill(null),
	);
	expect(readExtension('12m')).toEqual({ count: 12, unit: 'm' });
	expect(() => extend(null, '1y')).toThrow('has no last day');
});

test('a new last day is named or counted, never both, and never past', () => {
	const now = Date.UTC(2026, 10, 19, 12);
	const of = (change: Parameters<typeof newLastDay>[1], expires: string | null = '2026-12-31') =>
		newLastDay({ id: 'CS83F93F', expires }, change, now);
	expect(of({ by: '1m' })).toBe('2027-01-31');
	expect(of({ until: '2026-11-19' })).toBe('2026-11-19');
	expect(of({ until: 'never' })).toBeNull();
	expect(() => of({ until: '2026-11-18' })).toThrow('2026-11-18 is in the past');
	expect(() => of({ until: 'soon' })).toThrow('is not a day');
	expect(() => of({ by: '11y' })).toThrow('ten years at most');
	expect(() => of({ by: '1m' }, null)).toThrow('has no last day');
	for (const change of [{}, { by: '1m', until: 'never' }]) expect(() => of(change)).toThrow('until when?');
});
