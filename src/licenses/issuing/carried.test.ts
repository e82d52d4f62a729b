import { expect, test } from 'bun:test';
import { readRevoked } from './carried.ts';

const now = new Date('2026-11-16T12:00:00.000Z');

test.each([
	['', null],
	['no', null],
	[' NO ', null],
	['yes', '2026-11-16T12:00:00.000Z'],
	['Yes', '2026-11-16T12:00:00.000Z'],
	['2026-01-31', '2026-01-31T00:00:00.000Z'],
	['2026-01-31T10:20:30.123Z', '2026-01-31T10:20:30.123Z'],
])('revoked %p is read as %p', (text, moment) => expect(readRevoked(text, now)).toBe(moment));

test.each([
	'1',
	'0',
	'true',
	'false',
	'revoked',
	'May',
	'2026',
	'2026-02-30',
	'31.01.2026',
	'01/31/2026',
	'2026-01-31 10:00',
	'2026-01-31T25:00:00Z',
	'n',
	'y',
	'-',
])('revoked %p is refused', (text) =>
	expect(() => readRevoked(text, now)).toThrow(/^the column revoked holds yes, no, a day/),
);
