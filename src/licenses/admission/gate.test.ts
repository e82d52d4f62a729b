import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { newKey } from '../key.ts';
import { always } from '../license.ts';
import { digestOf, Gate } from './gate.ts';

const today = 20_000;

test('a gate admits the keys that were set and refuses all others, in any order of changes', () => {
	const keys = Array.from({ length: 60 }, newKey);
	const change = fc.record({
		key: fc.nat(keys.length - 1),
		lastDay: fc.constantFrom(0, today - 1, today, today + 1, always),
	});
	fc.assert(
		fc.property(fc.array(change, { maxLength: 200 }), (changes) => {
			const gate = new Gate();
			const expected = new Map<number, number>();
			for (const { key, lastDay } of changes) {
				gate.set(digestOf(keys[key]!), key + 1, lastDay);
				expected.set(key, lastDay);
			}
			expect(gate.size).toBe(expected.size);
			keys.forEach((key, index) => {
				const valid = (expected.get(index) ?? 0) >= today;
				expect(gate.admit(key, today)).toBe(valid ? index + 1 : -1);
			});
		}),
		{ numRuns: 50 },
	);
});

test('a key works through its last day and not on the next', () => {
	const gate = new Gate();
	gate.set(digestOf('AAAA-BBBB-CCCC-0000'), 7, today);
	expect(gate.admit('AAAA-BBBB-CCCC-0000', today)).toBe(7);
	expect(gate.admit('AAAA-BBBB-CCCC-0000', today + 1)).toBe(-1);
});

test('nothing but the exact key is admitted', () => {
	const gate = new Gate();
	gate.set(digestOf('AAAA-BBBB-CCCC-0000'), 1, always);
	gate.set(digestOf('-------------------'), 2, 0);
	const wrong = [
		null,
		'',
		'aaaa-bbbb-cccc-0000',
		' AAAA-BBBB-CCCC-0000',
		'AAAA-BBBB-CCCC-0000 ',
		'Bearer AAAA-BBBB-CCCC-0000',
		'QUFBQS1CQkJCLUNDQ0MtMDAwMA==',
		'AAAA-BBBB-CCCC-000Ā',
		'-------------------',
	];
	for (const header of wrong) expect(gate.admit(header, today)).toBe(-1);
	expect(gate.admit('AAAA-BBBB-CCCC-0000', today)).toBe(1);
});

test('a gate that grew from one license to 20,000 still admits all of them', () => {
	const gate = new Gate();
	const keys = Array.from({ length: 20_000 }, newKey);
	for (const [index, key] of keys.entries()) gate.set(digestOf(key), index + 1, always);
	expect(gate.size).toBe(20_000);
	expect(keys.every((key, index) => gate.admit(key, today) === index + 1)).toBe(true);
	expect(Array.from({ length: 5000 }, newKey).some((key) => gate.admit(key, today) >= 0)).toBe(false);
});

test('keys whose digests begin alike are distinguished by the whole digest', () => {
	const gate = new Gate();
	const digests = [0, 1, 2].map((last) => {
		const digest = digestOf('AAAA-BBBB-CCCC-0000').slice();
		digest[31] = (digest[31]! + last) & 0xff;
		return digest;
	});
	for (const [at, digest] of digests.toReversed().entries()) gate.set(digest, 3 - at, always);
	expect(gate.size).toBe(3);
	expect(gate.admit('AAAA-BBBB-CCCC-0000', today)).toBe(1);
	gate.set(digests[0]!, 1, 0);
	expect([gate.size, gate.admit('AAAA-BBBB-CCCC-0000', today)]).toEqual([3, -1]);
});

test('only an expired key of the last call has a last day', () => {
	const gate = new Gate();
	gate.set(digestOf('AAAA-BBBB-CCCC-0000'), 1, today - 1);
	gate.set(digestOf('AAAA-BBBB-CCCC-1111'), 2, 0);
	const endedAfter = (key: string | null) => [gate.admit(key, today), gate.ended];
	expect(endedAfter('AAAA-BBBB-CCCC-0000')).toEqual([-1, today - 1]);
	for (const key of ['AAAA-BBBB-CCCC-1111', 'AAAA-BBBB-CCCC-2222', null, 'A'.repeat(500)])
		expect(endedAfter(key)).toEqual([-1, 0]);
});
