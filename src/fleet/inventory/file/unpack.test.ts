import { expect, test } from 'bun:test';
import { growsTooMuch, packingOf } from './unpack.ts';

test.each([
	[[0x50, 0x4b, 3, 4], 'zip'],
	[[0x50, 0x4b, 5, 6], 'zip'],
	[[0x50, 0x4b, 1, 2], null],
	[[0x50, 0x41, 3, 4], null],
	[[0x1f, 0x8b], 'gzip'],
	[[0x1f, 0x41], null],
	[[0x41, 0x8b], null],
])('%j begins %s', (bytes, packing) => {
	expect(packingOf(Uint8Array.from(bytes))).toBe(packing as ReturnType<typeof packingOf>);
});

test('an archive may grow to 64 MiB, and beyond that 250-fold', () => {
	const free = 64 * 1024 * 1024;
	expect([growsTooMuch(free, 1), growsTooMuch(free + 1, 1)]).toEqual([false, true]);
	expect([growsTooMuch(free + 250, free / 250 + 1), growsTooMuch(free + 251, free / 250 + 1)]).toEqual([
		false,
		true,
	]);
});
