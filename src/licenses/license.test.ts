import { expect, test } from 'bun:test';
import { Failure } from '../process/failure.ts';
import { checkEmail, checkExpires, checkNote, newId, readId, statusOf } from './license.ts';

const noon = Date.parse('2026-06-15T12:00:00Z');

test('a license is revoked, expired or active, in this order', () => {
	const moment = '2026-01-01T00:00:00Z';
	expect(statusOf({ expires: null, revoked: null }, noon)).toBe('active');
	expect(statusOf({ expires: '2026-06-15', revoked: null }, noon)).toBe('active');
	expect(statusOf({ expires: '2026-06-14', revoked: null }, noon)).toBe('expired');
	expect(statusOf({ expires: '2026-06-14', revoked: moment }, noon)).toBe('revoked');
});

test('an ID may be written in lower case, with O for 0 and I or L for 1', () => {
	expect(readId('7kq2m9xa')).toBe('7KQ2M9XA');
	expect(readId('OIL00000')).toBe('01100000');
	expect(readId('7KQ2M9X')).toBeNull();
	expect(readId('7KQ2M9XU')).toBeNull();
	for (let draw = 0; draw < 1000; draw++) {
		const id = newId();
		expect(readId(id)).toBe(id);
	}
});

test('an address that could forge a mail header is refused', () => {
	expect(checkEmail(' you+mac@example.com ')).toBe('you+mac@example.com');
	expect(checkEmail('jürgen@exämple.de')).toBe('jürgen@exämple.de');
	for (const text of [
		'',
		'you',
		'a@b@c',
		'a@b\r\nBcc: c@d',
		'a b@c',
		'a@b,c@d',
		'<a@b>',
		`${'a'.repeat(250)}@b.com`,
	])
		expect(() => checkEmail(text)).toThrow(Failure);
});

test('expiry must be a real day, and a note must be short text', () => {
	expect(checkExpires('2027-02-28')).toBe('2027-02-28');
	expect(() => checkExpires('2027-02-29')).toThrow('"2027-02-29" is not a day of the form YYYY-MM-DD');
	expect(checkNote('order 7')).toBe('order 7');
	expect(() => checkNote('\x1b[2J')).toThrow(Failure);
	expect(() => checkNote('x'.repeat(501))).toThrow(Failure);
});
