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

test('a million licenses take less than 150 MB of memory', async () => {
	const script = `
		import { Gate } from ${JSON.stringify(`${import.meta.dir}/gate.ts`)};
		Bun.gc(true);
		const before = process.memoryUsage.rss();
		const gate = new Gate(1_000_000);
		const digest = new Uint8Array(32);
		for (let number = 1; number <= 1_000_000; number++) {
			Bun.SHA256.hash(String(number), digest);
			gate.set(digest, number, 0xffffffff);
		}
		console.log(gate.size, Math.round((process.memoryUsage.rss() - before) / 1e6));`;
	const child = Bun.spawn([process.execPath, '-e', script], { stdout: 'pipe' });
	const [size, megabytes] = (await new Response(child.stdout).text()).split(' ').map(Number);
	expect(size).toBe(1_000_000);
	expect(megabytes).toBeLessThan(150);
});
