import { expect, test } from 'bun:test';
import { budgets } from '../budgets.ts';
import { checkGrowth, packingOf } from './unpack.ts';

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

test('an archive may grow to 64 MiB, beyond that 250-fold, and never above its budget', () => {
	const free = 64 * 1024 * 1024;
	const grows = (grown: number, read: number) => () => checkGrowth(grown, read);
	expect(grows(free, 1)).not.toThrow();
	expect(grows(free + 250, free / 250 + 1)).not.toThrow();
	for (const tooMuch of [grows(free + 1, 1), grows(free + 251, free / 250 + 1)])
		expect(tooMuch).toThrow(
			'the archive grows more than 250-fold when it is unpacked, more than an inventory does',
		);
	const half = budgets.unpacked / 2;
	expect(grows(budgets.unpacked, half)).not.toThrow();
	expect(grows(budgets.unpacked + 1, half)).toThrow(
		'the file unpacks to more than 256 MiB, the most that is read: export fewer columns, or fewer Macs at a time',
	);
});
