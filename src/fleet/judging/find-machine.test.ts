import { expect, test } from 'bun:test';
import { shipped } from '../../../test/shipped-data.ts';
import { findMachine, listOf, whyUnknown } from './find-machine.ts';
import { noCells } from './machine-cells.ts';

test('a name that contradicts the identifier is ignored', () => {
	const match = findMachine(shipped, { ...noCells, model: 'Mac14,2', model_name: 'Mac mini' }, true);
	expect(match.kind === 'boards' && match.boards.map(({ id }) => id)).toEqual(['J413AP']);
});

test('similar models are searched only on request', () => {
	const why = (guesses: boolean) => {
		const match = findMachine(shipped, { ...noCells, model: 'Mac14,22' }, guesses);
		return match.kind === 'boards' ? '' : whyUnknown(match, 'Mac14,22');
	};
	const unknown = 'No Mac is known as "Mac14,22".';
	expect(why(false)).toBe(unknown);
	expect(why(true)).toBe(`${unknown} Similar: J413AP, J474sAP, J180dAP, J375dAP, J414cAP.`);
});

test('a list has eight names and the number of further ones', () => {
	const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];
	expect(listOf(names.slice(0, 8))).toBe('a, b, c, d, e, f, g, h');
	expect(listOf(names)).toBe('a, b, c, d, e, f, g, h and 2 more');
});
