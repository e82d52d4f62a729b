import { expect, test } from 'bun:test';
import { shipped } from '../../../test/shipped-data.ts';
import { nameOfMac } from './page.ts';

test('only an identifier in the spelling of the tables gives the name of a Mac', () => {
	const name = 'MacBook Pro (13-inch, M1, 2020)';
	for (const segment of ['J293AP', 'MacBookPro17,1', 'MacBookPro17%2C1'])
		expect([segment, nameOfMac(shipped, segment)]).toEqual([segment, name]);
	for (const segment of ['j293ap', 'J293A%50', '%4A293AP', 'J293', 'J999AP', '', '%zz', 'x'.repeat(10_000)])
		expect([segment, nameOfMac(shipped, segment)]).toEqual([segment, null]);
});
