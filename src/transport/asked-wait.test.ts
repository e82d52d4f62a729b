import { expect, test } from 'bun:test';
import { askedWait } from './asked-wait.ts';

const now = Date.parse('2026-11-18T12:00:00Z');

test.each([
	[{ 'retry-after': '7' }, 7000],
	[{ 'retry-after': '0' }, 1000],
	[{ 'retry-after': 'Wed, 18 Nov 2026 12:01:00 GMT' }, 60_000],
	[{ 'retry-after': 'soon', 'x-ratelimit-reset': '30' }, 30_000],
	[{ 'x-ratelimit-reset': String(now / 1000 + 45) }, 45_000],
	[{ 'ratelimit-reset': String(now + 45_000) }, 45_000],
	[{ 'x-ratelimit-reset': 'tomorrow' }, null],
	[{}, null],
] as [Record<string, string>, number | null][])('%p asks to wait %p milliseconds', (headers, expected) => {
	expect(askedWait({ headers: new Headers(headers) }, now)).toBe(expected);
});
