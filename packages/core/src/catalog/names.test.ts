import { expect, test } from 'bun:test';
import { smallData } from '../../../../test/small-data.ts';
import { isKind } from './identifier.ts';
import { systemNames } from './names.ts';
import { readTables } from './tables/tables.ts';

test('a major has the name that it was sold under, and is macOS while no table names it', () => {
	const { tables } = readTables(smallData());
	expect(['7.5', '10.4', '11', '12'].map((major) => systemNames(tables, major))).toEqual([
		{ systemName: 'System 7.5', releaseName: '' },
		{ systemName: 'Mac OS X 10.4', releaseName: 'Tiger' },
		{ systemName: 'macOS 11', releaseName: 'Big Sur' },
		{ systemName: 'macOS 12', releaseName: '' },
	]);
});

test('isKind accepts each kind of board and nothing else', () => {
	const kinds: string[] = ['apple-silicon', 'intel', 't2', 'model-number', 'virtual-machine', 'other'];
	expect([...kinds, 'all', 'J293AP', ''].filter(isKind)).toEqual<string[]>(kinds);
});
