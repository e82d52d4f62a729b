import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { RepeatedSerials } from './repeated-serials.ts';

test('repeated serial numbers are found in any case, except placeholders', () => {
	const serials = new RepeatedSerials();
	for (const serial of ['C02ABCDEFGHJ', 'c02abcdefghk', 'N/A', '', 'C02ABCDEFGHK', 'N/A', '', 'C02ABCDEFGHL'])
		serials.see(serial);
	expect([...serials.repeated]).toEqual(['C02ABCDEFGHK']);
});

test('20,000 different serial numbers are not confused', () => {
	const serials = new RepeatedSerials();
	for (let at = 0; at < 20_000; at++) serials.see(`C02${at.toString(36).toUpperCase().padStart(9, '0')}`);
	expect([...serials.repeated]).toEqual([]);
	serials.see('C02000000000');
	serials.see('C020000000zz');
	expect([...serials.repeated]).toEqual(['C02000000000', 'C020000000ZZ']);
});

test('the same serial numbers repeat as with a list', () => {
	const serial = fc.stringMatching(/^[A-Z][0-9]{1,2}$/);
	fc.assert(
		fc.property(fc.array(serial), (all) => {
			const serials = new RepeatedSerials();
			for (const each of all) serials.see(each);
			const expected = all.filter((each, at) => all.indexOf(each) < at);
			expect(serials.repeated).toEqual(new Set(expected));
		}),
	);
});
