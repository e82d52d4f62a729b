import { expect, test } from 'bun:test';
import { PageMarks } from './page-marks.ts';

const missingAfter = (records: number, ...pages: unknown[]) => {
	const marks = new PageMarks();
	for (const page of pages) marks.takePage(page);
	return marks.missing(records);
};

test('the total of an answer tells how many records are missing', () => {
	expect(missingAfter(2, { total: 5, results: [{ count: 9 }] })).toBe(3);
	expect(missingAfter(5, { totalCount: 5 })).toBe(0);
	expect(missingAfter(6, { meta: { paging: { total_count: '5' } } })).toBe(0);
	expect(missingAfter(2, { total: null, next: null })).toBe(0);
	const record = { total: 900, next: 'x' };
	const marks = new PageMarks();
	marks.takePage({ total: 3, S1: record }, new Set([record]));
	expect(marks.missing(1)).toBe(2);
	expect(missingAfter(2, null, 'text', [{ total: 5 }])).toBe(0);
});

test('a further page says that some are missing, not how many; the last one has none', () => {
	expect(missingAfter(2, { '@odata.nextLink': 'https://x', value: [] })).toBeNull();
	expect(missingAfter(2, { next: 'x' }, { next: null })).toBe(0);
	expect(missingAfter(2, { has_more: false })).toBe(0);
	expect(missingAfter(2, { next: 'x', total: 2 })).toBe(0);
});
