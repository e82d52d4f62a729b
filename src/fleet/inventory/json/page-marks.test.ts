import { expect, test } from 'bun:test';
import { PageMarks } from './page-marks.ts';

const missingAfter = (records: number, ...pages: unknown[]) => {
	const marks = new PageMarks();
	for (const page of pages) marks.takePage(page);
	return marks.missing(records);
};

test('a total shows how many records are missing', () => {
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

test('a report of pointrelease is complete if its rows add up, unless it says that it is incomplete', () => {
	const summary = { rows: 9, not_macs: 2, continuation_rows: 3, merged_rows: 1, incomplete: false };
	expect(missingAfter(3, { summary })).toBe(0);
	expect(missingAfter(2, { summary })).toBe(1);
	expect(missingAfter(3, { summary: { ...summary, incomplete: true } })).toBeNull();
	expect(missingAfter(3, { incomplete: 4 })).toBe(0);
	expect(missingAfter(3, { incomplete_results: true })).toBeNull();
});

test('a link to a further page wins over every count', () => {
	expect(missingAfter(2, { '@odata.count': 2, '@odata.nextLink': 'https://x', value: [] })).toBeNull();
	expect(missingAfter(2, { next: 'x', total: 2 })).toBeNull();
	expect(missingAfter(2, { next: 'x', total: 9 })).toBe(7);
	expect(missingAfter(4, { next: 'x', total: 4 }, { next: null, total: 4 })).toBe(0);
});

test('a link to a further page shows that records are missing, not how many; the last page has no link', () => {
	expect(missingAfter(2, { '@odata.nextLink': 'https://x', value: [] })).toBeNull();
	expect(missingAfter(2, { next: 'x' }, { next: null })).toBe(0);
	expect(missingAfter(2, { has_more: false })).toBe(0);
});

test.each([
	[{ _links: { self: { href: 'x' }, next: { href: 'https://x' } } }, null],
	[{ links: { next: { href: 'https://x' } } }, null],
	[{ links: { next: { href: null } } }, 0],
	[{ links: { next: {}, prev: { href: 'x' }, self: { href: 'x' } } }, 0],
	[
		{
			links: [
				{ rel: 'self', href: 'x' },
				{ rel: 'next', href: 'x' },
			],
		},
		null,
	],
	[
		{
			links: [
				{ rel: 'self', href: 'x' },
				{ rel: 'prev', href: 'x' },
			],
		},
		0,
	],
	[{ paging: { next: { after: '100' } } }, null],
	[{ page: 1, total_pages: 9 }, null],
	[{ page: 0, pages: 7 }, null],
	[{ pageCount: 7 }, null],
	[{ current_page: 1, last_page: 2 }, null],
	[{ page: 1, total_pages: 1 }, 0],
	[{ number: 0, totalPages: 1, last: true }, 0],
	[{ number: 0, last: false }, null],
	[{ isLast: false }, null],
	[{ isTruncated: true }, null],
	[{ isTruncated: false }, 0],
	// The count may be that of the page, so it does not disprove a further page.
	[{ count: 2, next: 'x' }, null],
	[{ count: 2, total_pages: 3 }, null],
	[{ count: 5, next: 'x' }, 3],
	[{ totalElements: 2, totalPages: 2 }, 0],
] as [object, number | null][])('a page of two records with %j misses %p', (page, missing) => {
	expect(missingAfter(2, page)).toBe(missing);
});

test('an answer is complete with the stated number of pages', () => {
	const page = { total_pages: 3 };
	expect(missingAfter(2, page, page)).toBeNull();
	expect(missingAfter(2, page, page, page)).toBe(0);
});
