import { expect, test } from 'bun:test';
import { selectOperation } from './operation.ts';

test('the shape of the item selects the operation', () => {
	const select = (...segments: string[]) => selectOperation(['items', ...segments]);
	expect(select('14')).toEqual({ name: 'latest-of-major', version: '14' });
	expect(select('0.97')).toEqual({ name: 'latest-of-major', version: '0.97' });
	expect(select('14.7.2')).toEqual({ name: 'latest-of-major', version: '14.7.2' });
	expect(select('J293AP')).toEqual({ name: 'majors-of-board', board: 'J293AP' });
	expect(select('J293AP:14')).toEqual({ name: 'latest-of-board', board: 'J293AP', version: '14' });
	expect(select('J293AP:14.7')).toEqual({ name: 'latest-of-board', board: 'J293AP', version: '14.7' });
	expect(select('M0001A:6.0')).toEqual({ name: 'latest-of-board', board: 'M0001A', version: '6.0' });
	expect(select('J293AP:14.7.2')).toEqual({ name: 'next-of-board', board: 'J293AP', version: '14.7.2' });
	expect(select('10.15.7', 'board_ids')).toEqual({ name: 'boards-of-version', version: '10.15.7' });
});

test('anything else names nothing', () => {
	for (const segments of [
		[],
		[''],
		['items'],
		['items', ''],
		['items', 'a.b'],
		['items', ':14'],
		['items', 'J293AP:'],
		['items', '_'],
		['items', '14', 'x'],
		['items', '', 'board_ids'],
		['items', '14', 'board_ids', ''],
	]) {
		expect(selectOperation(segments)).toBeNull();
	}
});
