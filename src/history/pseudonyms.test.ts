import { expect, test } from 'bun:test';
import { pseudonymWith } from './pseudonyms.ts';

test('a pseudonym depends on serial number and salt, and a salt has 64 hexadecimal digits', () => {
	const [salt, serial] = ['0123456789abcdef'.repeat(4), 'C02AAA'];
	const first = pseudonymWith(serial, salt);
	expect(first).toBe(new Bun.CryptoHasher('sha256').update(`6:${serial}64:${salt}`).digest('hex'));
	for (const [otherSerial, otherSalt] of [
		['AAA', salt],
		[`${serial} `, salt],
		[serial, salt.replace('0', '1')],
	] as const)
		expect(pseudonymWith(otherSerial, otherSalt)).not.toBe(first);
	for (const wrong of ['', salt.slice(1), `${salt}0`, salt.toUpperCase(), `${salt} C02AAA`])
		expect(() => pseudonymWith(serial, wrong)).toThrow('expected 64 hexadecimal digits');
});
