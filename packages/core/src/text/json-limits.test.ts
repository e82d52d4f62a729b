import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { exceededLimit } from './json-limits.ts';

test.each([
	['[[1]]', { depth: 2, values: 9 }, null],
	['[[1]]', { depth: 1, values: 9 }, 'depth'],
	['[{"a":[1]}]', { depth: 2, values: 9 }, 'depth'],
	['[[],[],[]]', { depth: 2, values: 9 }, null],
	['[1,2,3]', { depth: 2, values: 4 }, null],
	['[1,2,3]', { depth: 2, values: 3 }, 'values'],
	['["[[[[,,,,{{"]', { depth: 1, values: 2 }, null],
	['["\\"[[[\\\\",[]]', { depth: 2, values: 4 }, null],
	['["\\\\",[[]]]', { depth: 2, values: 9 }, 'depth'],
	['', { depth: 0, values: 1 }, null],
] as const)('%p within %p exceeds %p', (json, limits, expected) => {
	expect(exceededLimit(json, limits)).toBe(expected);
});

test('the depth of any JSON is that of its parsed value', () => {
	const depthOf = (value: unknown): number =>
		typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;
	fc.assert(
		fc.property(fc.jsonValue({ maxDepth: 6 }), fc.boolean(), (value, isSpaced) => {
			const json = JSON.stringify(value, null, isSpaced ? '\t' : undefined);
			const depth = depthOf(value);
			const values = json.length + 1;
			expect(exceededLimit(json, { depth, values })).toBe(null);
			if (depth > 0) expect(exceededLimit(json, { depth: depth - 1, values })).toBe('depth');
		}),
	);
});
