import { expect, test } from 'bun:test';
import { createAddresses } from '../../packages/client/src/addresses.ts';

const minutes = 60_000;

test('the first address is asked first, then the others as they are listed', () => {
	expect(createAddresses(['a', 'b', 'c'], () => 0).inOrder()).toEqual(['a', 'b', 'c']);
});

test('the address that answered is asked first for five minutes, however often it answers', () => {
	let now = 0;
	const addresses = createAddresses(['a', 'b', 'c'], () => now);
	addresses.answered('b');
	now = 5 * minutes - 1;
	addresses.answered('b');
	expect(addresses.inOrder()).toEqual(['b', 'a', 'c']);
	now = 5 * minutes;
	expect(addresses.inOrder()).toEqual(['a', 'b', 'c']);
	addresses.answered('b');
	expect(addresses.inOrder()).toEqual(['b', 'a', 'c']);
});

test('if another one answers within that time, it is asked first', () => {
	let now = 0;
	const addresses = createAddresses(['a', 'b', 'c'], () => now);
	addresses.answered('b');
	now = 4 * minutes;
	addresses.answered('c');
	now = 8 * minutes;
	expect(addresses.inOrder()).toEqual(['c', 'a', 'b']);
	addresses.answered('a');
	expect(addresses.inOrder()).toEqual(['a', 'b', 'c']);
});
