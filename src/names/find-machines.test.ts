import { expect, test } from 'bun:test';
import { shipped } from '../../test/shipped-data.ts';
import { findMachines } from './find-machines.ts';

const boards = (text: string) => {
	const found = findMachines(shipped, text);
	return found?.kind === 'machines' ? found.machines.map(({ board }) => board.id) : null;
};

test('what is true of machines and in none of their names finds them', () => {
	expect(boards('68000 1986')).toEqual(['M0001A', 'M0001D', 'M0001E']);
});

test('words about ports are left out where no machine has them all, unless nothing is left', () => {
	expect(boards('iMac M3 two four ports')).toEqual(boards('iMac M3'));
	expect(boards('two four ports')).toBeNull();
});
