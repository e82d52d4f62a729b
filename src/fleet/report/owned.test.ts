import { expect, test } from 'bun:test';
import { openInventory } from '../inventory/open-inventory.ts';
import { notInInventory, ownedColumns, readOwned } from './owned.ts';

async function owned(text: string) {
	const bytes = (async function* () {
		yield new TextEncoder().encode(text);
	})();
	const inventory = await openInventory(bytes, {}, { anyColumns: true, keep: ownedColumns });
	return readOwned(inventory, '2026-11-18');
}

test('the Macs of a list of owned devices have the day of the order and the status', async () => {
	const table = [
		'Serial Number,Device Model,Order Date,Status',
		'C02AAAAAAA01,"Mac14,2",03/14/2024,ASSIGNED',
		'F2LBBBBBBB02,"iPhone14,2",03/15/2024,ASSIGNED',
		'C02CCCCCCC03,,,UNASSIGNED',
	].join('\n');
	expect(await owned(table)).toEqual([
		{ serial: 'C02AAAAAAA01', model: 'Mac14,2', ordered: '2024-03-14', status: 'ASSIGNED' },
		{ serial: 'C02CCCCCCC03', model: null, ordered: null, status: 'UNASSIGNED' },
	]);
});

test('a list of serial numbers needs no column names: its first line is a Mac', async () => {
	const serials = ['C02AAAAAAA01', 'C02BBBBBBB02', 'C02CCCCCCC03'];
	const macs = await owned(`${serials.join('\n')}\n`);
	expect(macs.map(({ serial }) => serial)).toEqual(serials);
});

test('serial numbers are found by their cells under any column name, which is not taken for one', async () => {
	const macs = await owned('Nummer,Bought\nC02AAAAAAA01,2024-01-01\nC02BBBBBBB02,2024-01-02\n');
	expect(macs.map(({ serial }) => serial)).toEqual(['C02AAAAAAA01', 'C02BBBBBBB02']);
});

test('Macs that are released, or were never assigned, are not missing', () => {
	const mac = (serial: string, status: string | null) => ({ serial, model: null, ordered: null, status });
	const macs = [
		mac('b', 'ASSIGNED'),
		mac('A', null),
		mac('c', 'UNASSIGNED'),
		mac('d', 'Released'),
		mac('e', 'never assigned'),
		mac('f', 'ASSIGNED'),
		mac('b', 'ASSIGNED'),
	];
	expect(notInInventory(macs, new Set(['F'])).map(({ serial }) => serial)).toEqual(['A', 'b']);
});
