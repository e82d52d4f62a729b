import { expect, test } from 'bun:test';
import { shipped } from '../../../test/shipped-data.ts';
import { findMachine, listOf, whyUnknown } from './find-machine.ts';
import { noCells } from './machine-cells.ts';

test('a name that contradicts the identifier changes nothing', () => {
	const match = findMachine(shipped, { ...noCells, model: 'Mac14,2', model_name: 'Mac mini' }, true);
	expect(match.kind === 'boards' && match.boards.map(({ id }) => id)).toEqual(['J413AP']);
});

test('similar ones are guessed only where that is asked for', () => {
	const why = (guesses: boolean) => {
		const match = findMachine(shipped, { ...noCells, model: 'Mac14,22' }, guesses);
		return match.kind === 'boards' ? '' : whyUnknown(match, 'Mac14,22');
	};
	const unknown = 'No Mac is known as "Mac14,22".';
	expect(why(false)).toBe(unknown);
	expect(why(true)).toBe(`${unknown} Similar: J413AP, J474sAP, J180dAP, J375dAP, J414cAP.`);
});

test('eight names are listed, and how many more there are', () => {
	const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];
	expect(listOf(names.slice(0, 8))).toBe('a, b, c, d, e, f, g, h');
	expect(listOf(names)).toBe('a, b, c, d, e, f, g, h and 2 more');
});
