import { expect, test } from 'bun:test';
import { searchResults } from '@pointrelease/core/src/api/reads/search.ts';
import { shipped } from '../../../../test/shipped-data.ts';
import { addressOf, meantResult } from './search-result.ts';
import { namedMacs } from './which-mac.tsx';

const enter = (query: string) => {
	const meant = meantResult(searchResults(shipped, query, { limit: 50 }));
	return meant && addressOf(meant);
};

test.each([
	// The only result, or the only one that the text is all of.
	['air m1 14.7.2', '/mac/J313AP?on=14.7.2'],
	['LC', '/mac/M0350'],
	['14.8.9', '/release/14.8.9'],
	['CVE-2025-43300', '/cve/CVE-2025-43300'],
	// Nobody said that 15 is installed.
	['can my imac pro run macOS 15', '/mac/Mac-7BA5B2D9E42DDD94?runs=15'],
	['can my m1 air run sequoia', '/mac/J313AP?runs=15'],
])('Enter on “%s” opens %s', (query, address) => {
	expect(enter(query)).toBe(address);
});

test.each([
	'can my 2017 iMac run macOS 15',
	'iMac 2017',
	'Mac mini M4',
	'A1278',
	'serial C02XK0ADJG5H',
	'Quadrra',
	'14.8.6',
	'CVE-2025-43300 iMac 2017',
])('Enter on “%s” stays on the list', (query) => {
	expect(enter(query)).toBeNull();
});

test('a name of several Macs leaves the choice to the person; the whole name of one means it', () => {
	const named = (query: string) => namedMacs(searchResults(shipped, query, { limit: 50 }));
	expect(named('air m1 14.7.2')).toMatchObject({
		mac: { board_id: 'J313AP', version: '14.7.2' },
		choices: [],
	});
	expect(named('LC')).toMatchObject({ mac: { name: 'Macintosh LC' }, choices: [] });
	const { mac, choices } = named('iMac 2017');
	expect([mac, choices.length]).toEqual([null, 4]);
	expect(named('sonoma')).toEqual({ mac: null, choices: [] });
});
