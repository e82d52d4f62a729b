import { expect, test } from 'bun:test';
import { findRecords, recordsAt } from './json-path.ts';

const mac = { name: 'a', hardware: { model_identifier: 'Mac14,2' }, os_version: '14.7.2' };

test('the computers are found wherever their list is', () => {
	expect(findRecords([{ groups: [{ name: 'x' }], results: { devices: [mac, mac] } }])).toEqual([
		'results',
		'devices',
		null,
	]);
	expect(findRecords([[mac]])).toEqual([null]);
	expect(findRecords([mac, mac])).toEqual([]);
	expect(findRecords([{ things: [{ a: 1 }] }])).toEqual(['things', null]);
	expect(findRecords([])).toEqual([]);
});

test('the last part of a name counts where the whole one is not known', () => {
	const plain = { label: 'a', info: { model_identifier: '?' } };
	expect(findRecords([{ first: [{ label: 'a' }], second: [plain] }])).toEqual(['second', null]);
});

test('eight steps lead to a list, and none further', () => {
	const nested = (steps: number): unknown => (steps === 0 ? [mac] : { in: nested(steps - 1) });
	expect(findRecords([nested(7)])).toHaveLength(8);
	expect(findRecords([nested(8)])).toEqual([]);
});

test('records are taken from every list on the way; what is not there gives none', () => {
	const pages = [{ list: [1, 2] }, { list: [3] }, { other: 1 }, null, 'text'];
	expect(recordsAt(pages, [null, 'list', null])).toEqual([1, 2, 3]);
	expect(recordsAt({ list: 1 }, ['list', null])).toEqual([]);
});
