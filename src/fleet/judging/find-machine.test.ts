import { expect, test } from 'bun:test';
import { shipped } from '../../../test/shipped-data.ts';
import { findMachine, listOf, whyUnknown } from './find-machine.ts';
import { noCells } from './machine-cells.ts';

test('a name that contradicts the identifier is ignored', () => {
	const match = findMachine(shipped, { ...noCells, model: 'Mac14,2', model_name: 'Mac mini' }, true);
	expect(match.kind === 'boards' && match.boards.map(({ id }) => id)).toEqual(['J413AP']);
});

test('of two names for one board ID, the first selects the machine', () => {
	const [plain, withSensor] = ['iMac G5 (17-inch)', 'iMac G5 (17-inch, Ambient Light Sensor)'];
	const names = (model: string, model_name: string) => {
		const match = findMachine(shipped, { ...noCells, board: 'A1058', model, model_name }, true);
		return (
			match.kind === 'boards' && match.boards.flatMap(({ machines }) => machines.map(({ name }) => name))
		);
	};
	expect(names('', '')).toEqual([plain, withSensor]);
	expect(names(plain, withSensor)).toEqual([plain]);
	expect(names(withSensor, plain)).toEqual([withSensor]);
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
