import { expect, test } from 'bun:test';
import { marked, mutantsOf } from './mutants.ts';

const changes = (source: string) => mutantsOf(source).map(({ line, was, is }) => [line, was, is]);

test('each mutant changes one operator, negation or boolean', () => {
	expect(
		changes('export const f = (a: number) =>\n\ta <= 3 && !isOdd(a) ? a + 1 : list.some(even);'),
	).toEqual([
		[2, '&&', '||'],
		[2, '<=', '<'],
		[2, '!', ''],
		[2, '+', '-'],
		[2, 'some', 'every'],
	]);
	const [first] = mutantsOf('const a = b === c;');
	expect(first!.text).toBe('const a = b !== c;');
});

test('types, comments, strings and numbers do not change', () => {
	expect(
		changes(
			"// a < b\ntype A = true | false;\nconst a: Map<A, true> = 'x' + y;\nconst b = c + `b` + c;\nconst size = 60 * 64 * 1024;",
		),
	).toEqual([]);
});

test('a comparison with a string is not a concatenation', () => {
	expect(changes("const a = b === 'c';")).toEqual([[1, '===', '!==']]);
});

test('a marked program behaves the same and records which places run', () => {
	const reached: number[] = [];
	Object.assign(globalThis, { markMutant: (_: string, number: number) => reached.push(number) });
	const source = '((list) => list?.some((a) => a > 2 && !(a > 3)) ? Math.max(1, 2) : true)([1, 3])';
	const { log } = new Function('globalThis', `return { log: ${marked(source, 'a.ts')} }`)(globalThis);
	expect(log).toBe(2);
	// some, twice a > 2 of its &&, ! and a > 3, max; not the true at the end.
	expect(reached).toEqual([0, 1, 2, 1, 2, 3, 4, 5]);
	expect(mutantsOf(source).map(({ was }) => was)).toEqual(['some', '&&', '>', '!', '>', 'max', 'true']);
});
