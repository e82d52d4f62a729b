import { expect, test } from 'bun:test';
import { shipped } from '../../../../../test/shipped-data.ts';
import { assemble } from '../../catalog/assemble.ts';
import { tablesOf } from '../../catalog/make-catalog.ts';
import { boardDetails } from './board.ts';

test('a new column of the table of boards appears in the record of a machine under its own name', () => {
	const tables = tablesOf(shipped);
	const boards = tables.boards.map((row) => ({
		...row,
		storage: row.board_id === 'M0001A' ? 'floppy disk' : '',
	}));
	const catalog = assemble({ ...tables, boards }, shipped.dataVersion);
	const machine = (board: string) =>
		boardDetails(catalog, catalog.boards.get(board)!, '2026-11-16').machines[0]!;
	expect(machine('M0001A')).toMatchObject({ storage: 'floppy disk' });
	expect(machine('J293AP')).toMatchObject({ storage: null });
	expect(Object.keys(machine('J293AP'))).toEqual([
		'name',
		'model_identifier',
		'processor',
		'introduced',
		'introduced_precision',
		'first_version',
		'first_released',
		'last_version',
		'last_released',
		'first_mac_os_x',
		'confidence',
		'note',
		'storage',
	]);
});
test('a board names the major versions after its newest one', () => {
	const newer = (board: string) =>
		boardDetails(shipped, shipped.boards.get(board)!, '2026-11-16').newer_majors;
	expect(newer('Mac-BE088AF8C5EB4FA2')).toEqual(['14', '15', '26', '27']);
	expect(newer('J293AP')).toEqual([]);
	expect(newer('M0001A').at(-1)).toBe('27');
});
