import { expect, test } from 'bun:test';
import { mutantsOf } from './mutants.ts';

const changes = (source: string) => mutantsOf(source).map(({ line, was, is }) => [line, was, is]);

test('each operator, negation and truth is changed by itself', () => {
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

test('types, comments and texts are left alone', () => {
	expect(
		changes("// a < b\ntype A = true | false;\nconst a: Map<A, true> = 'x' + y;\nconst b = `b` + c;"),
	).toEqual([]);
});
