import { expect, test } from 'bun:test';
import { shipped } from '../../../../../test/shipped-data.ts';
import { searchResults } from './search.ts';

// Searches of Mac admins, with the name of the first result and the version with which it opens.
test.each([
	['macbook air 2020', 'MacBook Air (M1, 2020)'],
	['macbook pro 2019 16', 'MacBook Pro (16-inch, 2019)'],
	['MacBook Pro M3 Pro', 'MacBook Pro (14-inch, M3 Pro, Nov 2023)'],
	['M1 Max 14 inch', 'MacBook Pro (14-inch, M1 Max, 2021)'],
	['mac studio m2 ultra', 'Mac Studio (M2 Ultra, 2023)'],
	['imac 2017 5k', 'iMac (Retina 5K, 27-inch, 2017)'],
	['m4 mini', 'Mac mini (M4, 2024)'],
	['mbp 2018', 'MacBook Pro (13-inch, 2018)'],
	['mba m2', 'MacBook Air (M2, 2022)'],
	['mac pro trash can', 'Mac Pro (Late 2013)'],
	['cheese grater mac pro', 'Mac Pro (2019)'],
	['MacBook 12 inch', 'MacBook (Retina, 12-inch, 2017)'],
	['macbook air 11 2015', 'MacBook Air (11-inch, Early 2015)'],
	['MacBookPro17,1', 'MacBook Pro (13-inch, M1, 2020)'],
	['sequoia', 'macOS 15 Sequoia'],
	['macos 15', 'macOS 15 Sequoia'],
	['mac os sierra', 'macOS 10.12 Sierra'],
	['Golden Gate', 'macOS 27 Golden Gate'],
	['sonoma 14.6.1', 'macOS 14.6.1'],
	['build 23G93', '14.6.1'],
	['24G84 build', '15.6'],
	['security update 2021-004', 'Security Update 2021-004 on 10.15.7'],
	['10.15.7 supplemental', 'Supplemental Update 2 on 10.15.7'],
	['13.4.1 (c)', 'macOS 13.4.1'],
	['big sur latest', 'macOS 11.7.11'],
	['latest macOS 15', 'macOS 15.8.2'],
	['latest version of macos', 'macOS 27.2'],
	['what is the newest macOS for imac 2017', 'iMac (21.5-inch, 2017)'],
	['last macos for 2012 mac mini', 'Mac mini (Late 2012, Core i5)'],
	['max os for imac 2011', 'iMac (27-inch, Mid 2011)'],
	['does macbook air 2018 support sonoma', 'MacBook Air (Retina, 13-inch, 2018)'],
	['mac mini 2014 monterey', 'Mac mini (Late 2014)'],
	['CVE-2024-44308', 'CVE-2024-44308'],
	['cve-2024-44308 sequoia', 'CVE-2024-44308'],
	['CVE-2024-44308 on macOS 14.7', 'CVE-2024-44308'],
	['is m1 air affected by cve-2025-43300', 'CVE-2025-43300, MacBook Air (M1, 2020)'],
	['end of support monterey', 'macOS 12 Monterey'],
	['ventura eol', 'macOS 13 Ventura'],
	['is ventura still supported', 'macOS 13 Ventura'],
	['macos 14 support', 'macOS 14 Sonoma'],
	['unsupported macs', 'Macs by the end of their support'],
	['macs that lose support in 2027', 'Macs by the end of their support'],
	['iMac Pro end of life', 'iMac Pro (Retina 5K, 27-inch, Late 2017)'],
	["what's new in 15.3", 'macOS 15.3'],
	['15.3 release date', 'macOS 15.3'],
	['when was sonoma released', 'macOS 14 Sonoma'],
	['which macs support tahoe', 'Macs that run macOS 26 Tahoe'],
	['oldest mac that runs sequoia', 'Macs that run macOS 15 Sequoia'],
	['sonoma compatibility', 'Macs that run macOS 14 Sonoma'],
	['minimum mac for macos 26', 'Macs that run macOS 26 Tahoe'],
])('“%s” finds %s first', (query, name) => {
	const [first] = searchResults(shipped, query, 1).results;
	const mac = first && 'mac' in first && first.mac ? `, ${first.mac}` : '';
	const version = first && first.kind !== 'release' && 'version' in first ? first.version : null;
	expect([first?.name, version].filter(Boolean).join(' on ') + mac).toBe(name);
});

test.each([
	['macbok air m1', 'macbook air m1'],
	['mackbook pro 2020', 'macbook pro 2020'],
	['snow lepard', 'snow leopard'],
	['14.8.6', '14.8.5'],
])('“%s” finds nothing and suggests %s', (query, suggestion) => {
	const { total, suggestions } = searchResults(shipped, query, 1);
	expect([total, suggestions[0]]).toEqual([0, suggestion]);
});

test('a question for the Macs of a major version leads to the view of all Macs, filtered', () => {
	const [first] = searchResults(shipped, 'which macs run Sonoma', 1).results;
	expect(first).toEqual({
		kind: 'view',
		name: 'Macs that run macOS 14 Sonoma',
		path: '/all?runs=14',
		exact: true,
	});
});

test.each(['iMac 2017 macOS 15', 'can my 2017 iMac run macOS 15'])(
	'“%s” says of each Mac whether it runs 15, and that none has a version',
	(query) => {
		const macs = searchResults(shipped, query, 20).results.map((result) =>
			'asked_major' in result
				? [result.name, result.asked_major, result.asked_major_latest, result.version]
				: result,
		);
		expect(macs).toEqual([
			['iMac (21.5-inch, 2017)', '15', null, null],
			['iMac (Retina 4K, 21.5-inch, 2017)', '15', null, null],
			['iMac (Retina 5K, 27-inch, 2017)', '15', null, null],
			['iMac Pro (Retina 5K, 27-inch, Late 2017)', '15', '15.8.2', null],
		]);
	},
);

test('a version in the search is that of the Mac, and its major version is asked about', () => {
	const [first] = searchResults(shipped, 'air m1 14.7.2', 1).results;
	expect(first).toMatchObject({ version: '14.7.2', asked_major: '14', asked_major_latest: '14.8.9' });
	const [plain] = searchResults(shipped, 'air m1', 1).results;
	expect(plain).toMatchObject({ version: null, asked_major: null, asked_major_latest: null });
});

// The only result that the whole text names, which Enter opens among others.
test.each([
	['LC', 'Macintosh LC'],
	['mac pro late 2013', 'Mac Pro (Late 2013)'],
	['mac pro late 2013 sonoma', 'Mac Pro (Late 2013)'],
	['MacBookPro17,1', 'MacBook Pro (13-inch, M1, 2020)'],
	['j293ap', 'MacBook Pro (13-inch, M1, 2020)'],
	['A2337', 'MacBook Air (M1, 2020)'],
	['Sonoma', 'macOS 14 Sonoma'],
	['macOS 15', 'macOS 15 Sequoia'],
	['15', 'macOS 15 Sequoia'],
	['14.8.9', 'macOS 14.8.9'],
	['cve 2025-43300', 'CVE-2025-43300'],
	['CVE-2024-44308 sequoia', 'CVE-2024-44308'],
	['latest sonoma', 'macOS 14.8.9'],
	['end of support sonoma', 'macOS 14 Sonoma'],
	["what's new in 15.3", 'macOS 15.3'],
	['23H311', null],
	['unsupported macs', 'Macs by the end of their support'],
])('“%s” is exact for %s alone', (query, name) => {
	const exact = searchResults(shipped, query, 100).results.filter((result) => result.exact);
	expect(exact.map((result) => result.name)).toEqual([name]);
});

test.each([
	'iMac 2017',
	'Mac mini M4',
	'iMac',
	'MacBook Pro',
	'Mac Pro',
	'PowerBook',
	'safari 18',
	'18',
	'CVE-2025-433',
	'iMac 2017 macOS 15',
	'CVE-2025-43300 iMac 2017',
])('“%s” is exact for none of its results', (query) => {
	expect(searchResults(shipped, query, 100).results.filter((result) => result.exact)).toEqual([]);
});

test('a number on the case of several Macs is exact for all of them', () => {
	const { results } = searchResults(shipped, 'A1278', 20);
	expect(results.map((result) => result.exact)).toEqual([true, true, true, true, true]);
});
