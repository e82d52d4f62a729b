import { expect, test } from 'bun:test';
import { parsePrefix } from './json-prefix.ts';

test.each([
	['', []],
	['{"a":1}', [{ a: 1 }]],
	['{"a":1}\n{"a":2}', [{ a: 1 }, { a: 2 }]],
	// Cut short: closed behind the last whole part.
	['[', [[]]],
	['[1', [[]]],
	['[1,2', [[1]]],
	['{"a":[1,{"b":2,"c":', [{ a: [1, { b: 2 }] }]],
	['{"a":{"b":1},"c', [{ a: { b: 1 } }]],
	['{"a":1},{"b":[2', [{ a: 1 }, { b: [] }]],
	['{"a":1},', [{ a: 1 }]],
	// Marks in texts are text, and so is a quote behind a backslash.
	['["]",",{","\\"]",3', [[']', ',{', '"]']]],
	['["a","b', [['a']]],
	['["a","b\\', [['a']]],
	// What is too much or broken is left out.
	['}]{"a":1}', [{ a: 1 }]],
	['{a:1}[2]', [[2]]],
	['1,2', []],
])('%s', (text, values) => {
	expect(parsePrefix(text)).toEqual(values);
});

test('what lies deeper than 64 is cut off there', () => {
	const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
	expect(parsePrefix(`${nested(64)}[1]`)).toEqual([JSON.parse(nested(64)), [1]]);
	expect(parsePrefix(`${nested(66)}[1]`)).toEqual([JSON.parse(nested(65))]);
});
