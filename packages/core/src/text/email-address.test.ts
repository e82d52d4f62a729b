import { expect, test } from 'bun:test';
import { addressesIn, typedAddress, withoutAddresses } from './email-address.ts';

test.each([
	['asked by you@example.com, twice', 'asked by (address), twice', ['you@example.com']],
	['550 5.1.1 <jane@example.com> user unknown', '550 5.1.1 <(address)> user unknown', ['jane@example.com']],
	['Write to jane@example.com.', 'Write to (address)', ['jane@example.com']],
	['jane@example.com: no such user', '(address): no such user', ['jane@example.com']],
	['"jane doe"@example.com', '(address)', ['"jane doe"@example.com']],
	['"jane \\" doe"@example.com said "no"', '(address) said "no"', ['"jane \\" doe"@example.com']],
	['(a@b.c;d@e.f)', '((address);(address))', ['a@b.c', 'd@e.f']],
	[' zoë@bücher.example\n', ' (address)\n', ['zoë@bücher.example']],
	['nobody @ home, "quoted"', 'nobody @ home, "quoted"', []],
])('the addresses in %p', (text, without, addresses) => {
	expect([withoutAddresses(text), addressesIn(text)]).toEqual([without, addresses]);
});

test.each([
	[' jane@example.com ', 'jane@example.com'],
	['Jane Doe <jane@example.com>', 'jane@example.com'],
	['"Doe, Jane" <jane@example.com>', 'jane@example.com'],
	['<jane@example.com>', 'jane@example.com'],
	['a@example.com, <jane@example.com', 'a@example.com, <jane@example.com'],
	['<a@example.com> <b@example.com>', '<a@example.com> <b@example.com>'],
])('the address that %p names', (typed, address) => {
	expect(typedAddress(typed)).toBe(address);
});
