import { expect, test } from 'bun:test';
import { repeatedName } from './repeated-name.ts';

test.each([
	['{"a": 1, "b": {"a": 2}, "c": [{"a": 3}, {"a": 4}]}', null],
	['{"a": 1, "b": {"c": ["c", "c"], "d": "c:"}, "a" : 2}', 'a'],
	['{"x": {"plink": 1, "pl\\u0069nk": 2}}', 'plink'],
	['{"a": "\\"a\\":", "b": "{"}', null],
	['"a"', null],
])('the name that occurs twice in %p', (json, name) => {
	JSON.parse(json);
	expect(repeatedName(json)).toBe(name);
});
