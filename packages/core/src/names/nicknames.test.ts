import { describe, expect, test } from 'bun:test';
import { shipped } from '../../../../test/shipped-data.ts';
import { findingsAfter } from '../../../../test/small-data.ts';
import { findBoards } from './find-boards.ts';
import { search } from './search.ts';

/** The machines that a name means: `M5183: Power Mac G4 (PCI Graphics)`, or only the name if it has no number. */
function meant(text: string): string[] {
	const match = findBoards(shipped, text);
	if (match.kind === 'numberless') return [match.machine.name];
	if (match.kind !== 'boards') return [];
	return match.boards.flatMap(({ id, machines }) => machines.map(({ name }) => `${id}: ${name}`));
}

const boardsOf = (text: string) => [...new Set(meant(text).map((line) => line.split(':')[0]!))].sort();

describe('names that people use', () => {
	test.each([
		['Yikes!', ['M5183: Power Mac G4 (PCI Graphics)']],
		['sawtooth', ['M5183: Power Mac G4 (AGP Graphics)', 'M5183: Macintosh Server G4 (AGP Graphics)']],
		['Bondi Blue iMac', ['M4984: iMac (Rev. A, 233 MHz)', 'M4984: iMac (Rev. B, 233 MHz)']],
		['Pismo', ['M7572: PowerBook G3 (FireWire, Pismo)']],
		['Lombard', ['M5343: PowerBook G3 (Bronze Keyboard, Lombard)']],
		['Wall Street', ['M4753: PowerBook G3 Series (Wallstreet, May 1998)']],
		['Mac Pro trashcan', ['Mac-F60DEB81FF30ACF6: Mac Pro (Late 2013)']],
		['Molar Mac', ['M4787: Power Macintosh G3 All-in-One']],
		['Fat Mac', ['M0001W: Macintosh 512K']],
		['TAM', ['Twentieth Anniversary Macintosh']],
		['20th Anniversary Macintosh', ['Twentieth Anniversary Macintosh']],
		['Twentieth Anniversary Macintosh', ['Twentieth Anniversary Macintosh']],
		['Macintosh XL', ['Macintosh XL (Lisa 2/10 with MacWorks)']],
		['Macintosh XL MacWorks', ['Macintosh XL (Lisa 2/10 with MacWorks)']],
		['PowerBook 2400', ['PowerBook 2400c (180 and 240 MHz)']],
	])('%s means %p', (text, machines) => {
		expect(meant(text)).toEqual(machines);
	});

	test.each([
		['tray-loading iMac', ['M4984']],
		['slot-loading iMac', ['M5521']],
		['Power Mac G3 Blue and White', ['M5183']],
		['Power Mac G4 MDD', ['M8570']],
		['Mirrored Drive Doors', ['M8570']],
		['Quicksilver', ['M8493']],
		['Digital Audio', ['M5183']],
		['TiBook', ['A1001', 'A1025', 'M5884', 'M8407']],
		['Clamshell iBook', ['M2453', 'M6411']],
		['Ice iBook', ['A1005', 'A1007', 'M6497', 'M8413']],
		['iLamp', ['A1065', 'M6498']],
		['Luxo', ['A1065', 'M6498']],
		['Sunflower', ['A1065', 'M6498']],
		[
			'cheese grater',
			[
				'A1047',
				'A1093',
				'A1117',
				'A1177',
				'Mac-27AD2F918AE68F61',
				'Mac-F221BEC8',
				'Mac-F4208DA9',
				'Mac-F4208DC8',
				'Mac-F42C88C8',
			],
		],
	])('%s means the Macs %p', (text, boards) => {
		expect(boardsOf(text)).toEqual(boards);
	});

	test('a search by nickname shows Apple’s names, and all Macs with the nickname', () => {
		const hitNames = (text: string) => search(shipped, text).hits.map(({ name }) => name);
		expect(hitNames('Sawtooth')).toEqual(['Power Mac G4 (AGP Graphics)']);
		expect(hitNames('cheesegrater Mac Pro').at(0)).toBe('Mac Pro (2019)');
		expect([hitNames('TiBook').length, hitNames('Spartacus')]).toEqual([
			4,
			['Twentieth Anniversary Macintosh'],
		]);
	});

	test('a nickname for a machine that the board does not have, or for no machine, is reported', () => {
		const row = 'MacBook Pro with Touch Bar,J293AP,,list,';
		expect(findingsAfter(['names.csv', row, 'Old One,J293AP,A machine,list,'])).toEqual([
			'names.csv:2: machine: "A machine": expected a machine of J293AP, or nothing',
		]);
		expect(findingsAfter(['names.csv', row, 'TAM,,,list,'])).toEqual([
			'names.csv:2: machine: "": expected a machine of numberless.csv',
		]);
		expect(findingsAfter(['names.csv', row, 'TAM,,Twentieth Anniversary Macintosh,list,'])).toEqual([]);
	});
});
