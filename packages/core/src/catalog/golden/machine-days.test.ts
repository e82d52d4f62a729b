import { describe, expect, test } from 'bun:test';
import { shipped } from '../../../../../test/shipped-data.ts';
import type { Machine } from '../machine.ts';

const boards = [...shipped.boards.values()];
const machines = boards.flatMap((board) => board.machines.map((machine) => ({ board, machine })));

/** Machines that are named after another year than that of their introduction. */
const namedForAnotherYear = new Map([
	['Mac Pro (Rack, 2019)', 'announced with the tower in 2019, sold from January 2020 on'],
	['MacBook Pro (16-inch, 2019, Radeon Pro 5600M Graphics)', 'an option of June 2020 for the model of 2019'],
]);

const seasons = ['Early', 'Mid', 'Late'];

/** `2011 2` of `iMac (21.5-inch, Late 2011)`: sorts names in the order in which Apple gave them. */
function seasonOf({ name }: Machine): string | null {
	const [, season, year] = /\b(Early|Mid|Late) (\d{4})\b/.exec(name) ?? [];
	return season ? `${year} ${seasons.indexOf(season)}` : null;
}

describe('each machine has its own day', () => {
	test('a machine was introduced in the year of its name', () => {
		const mismatches = machines.filter(({ machine: { name, introduced } }) => {
			const years: string[] = name.match(/\b(?:19|20)\d\d\b/g) ?? [];
			return years.length > 0 && !years.includes(introduced.slice(0, 4));
		});
		expect(new Set(mismatches.map(({ machine }) => machine.name))).toEqual(
			new Set(namedForAnotherYear.keys()),
		);
	});

	test.each(boards.filter((board) => board.machines.length > 1).map((board) => [board.id, board] as const))(
		'the machines of %s are listed as the seasons in their names follow each other',
		(_, board) => {
			const named = board.machines.map(seasonOf).filter((season) => season !== null);
			expect(named).toEqual(named.toSorted());
			expect(board.introduced).toBe(board.machines.map(({ introduced }) => introduced).toSorted()[0]!);
		},
	);

	test('a model number has the first of a month as its day only if Low End Mac gives it', () => {
		const firsts = machines.filter(
			({ board, machine }) =>
				board.kind === 'model-number' &&
				machine.introduced.endsWith('-01') &&
				machine.introducedPrecision === 'day',
		);
		expect(firsts).not.toBeEmpty();
		for (const { machine } of firsts) expect(machine.sources).toContain('lowendmac');
	});

	test('two machines of one year have days of their own', () => {
		const days = shipped.boards.get('Mac-942B5BF58194151B')?.machines.map(({ introduced }) => introduced);
		expect(days).toEqual(['2011-05-03', '2011-08-08']);
	});
});
