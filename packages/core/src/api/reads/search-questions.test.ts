import { expect, test } from 'bun:test';
import { shipped } from '../../../../../test/shipped-data.ts';
import { searchResults } from './search.ts';

const today = '2026-11-19';

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
	['macs that lose support in 2027', 'Macs whose support ends in 2027'],
	['iMac Pro end of life', 'iMac Pro (Retina 5K, 27-inch, Late 2017)'],
	["what's new in 15.3", 'macOS 15.3'],
	['15.3 release date', 'macOS 15.3'],
	['when was sonoma released', 'macOS 14 Sonoma'],
	['which macs support tahoe', 'Macs that run macOS 26 Tahoe'],
	['oldest mac that runs sequoia', 'Macs that run macOS 15 Sequoia'],
	['sonoma compatibility', 'Macs that run macOS 14 Sonoma'],
	['minimum mac for macos 26', 'Macs that run macOS 26 Tahoe'],
])('“%s” finds %s first', (query, name) => {
	const [first] = searchResults(shipped, query, { limit: 1, today }).results;
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
	const { total, suggestions } = searchResults(shipped, query, { limit: 1, today });
	expect([total, suggestions[0]]).toEqual([0, suggestion]);
});

test('a question for the Macs of a major version leads to the view of all Macs, filtered', () => {
	const [first] = searchResults(shipped, 'which macs run Sonoma', { limit: 1, today }).results;
	expect(first).toEqual({
		kind: 'view',
		name: 'Macs that run macOS 14 Sonoma',
		path: '/all?runs=14',
		exact: true,
		verdict: { runs: null, last: null, text: 'Oldest: iMac Pro (Retina 5K, 27-inch, Late 2017)' },
	});
});

test.each(['iMac 2017 macOS 15', 'can my 2017 iMac run macOS 15'])(
	'“%s” says of each Mac whether it runs 15, and that none has a version',
	(query) => {
		const macs = searchResults(shipped, query, { limit: 20, today }).results.map((result) =>
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
	const [first] = searchResults(shipped, 'air m1 14.7.2', { limit: 1, today }).results;
	expect(first).toMatchObject({ version: '14.7.2', asked_major: '14', asked_major_latest: '14.8.9' });
	const [plain] = searchResults(shipped, 'air m1', { limit: 1, today }).results;
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
	const exact = searchResults(shipped, query, { limit: 100, today }).results.filter((result) => result.exact);
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
	expect(
		searchResults(shipped, query, { limit: 100, today }).results.filter((result) => result.exact),
	).toEqual([]);
});

test('a number on the case of several Macs is exact for all of them', () => {
	const { results } = searchResults(shipped, 'A1278', { limit: 20, today });
	expect(results.map((result) => result.exact)).toEqual([true, true, true, true, true]);
});

// What people ask, the first result and its answer.
test.each([
	[
		'can i install sequoia on my imac 2017',
		'iMac (21.5-inch, 2017)',
		false,
		'13.7.8',
		'No: its last is 13.7.8',
	],
	['iMac Pro macOS 15', 'iMac Pro (Retina 5K, 27-inch, Late 2017)', true, '15.8.2', 'Yes, 15.8.2'],
	[
		'air m1 ventura',
		'MacBook Air (M1, 2020)',
		true,
		'13.7.8',
		'Yes, 13.7.8, unsupported since 15 September 2025',
	],
	['mac mini m4 sonoma', 'Mac mini (M4, 2024)', false, '27.2', 'No: its first is 15.0'],
	['mac mini m4 pro 15.0', 'Mac mini (M4 Pro, 2024)', false, '15.8.2', 'No: 15.0 was not made for this Mac'],
	['air m1 15.70', 'MacBook Air (M1, 2020)', null, '15.8.2', '15.70 is not a known release'],
	[
		'air m1 14.7.2',
		'MacBook Air (M1, 2020)',
		true,
		'14.8.9',
		'Runs 14.7.2, latest of 14 is 14.8.9, unsupported since 14 September 2026',
	],
	['air m1 15.8.2', 'MacBook Air (M1, 2020)', true, '15.8.2', 'Runs 15.8.2, the latest of 15'],
	['imac 2017 5k', 'iMac (Retina 5K, 27-inch, 2017)', null, '13.7.8', 'Unsupported since 15 September 2025'],
	['air m1', 'MacBook Air (M1, 2020)', null, '27.2', 'Supported, up to 27.2'],
	[
		'what should i install on my imac 2017',
		'iMac (21.5-inch, 2017)',
		null,
		'13.7.8',
		'Its last is 13.7.8, unsupported since 15 September 2025',
	],
	['how to update mac studio m2 ultra', 'Mac Studio (M2 Ultra, 2023)', null, '27.2', 'Its latest is 27.2'],
	['oldest macos for mac mini m4', 'Mac mini (M4, 2024)', null, '27.2', 'Its first is 15.0'],
	['what runs on powerbook g4', 'PowerBook G4 (15-inch Double-Layer SD)', null, '10.5.8', 'Unsupported'],
	['Performa 5300CD 8.1', 'Macintosh Performa 5300CD', null, '9.1', 'Its last is 9.1'],
	['Performa 5300CD tiger', 'Macintosh Performa 5300CD', false, '9.1', 'No: its last is 9.1'],
	[
		'which macs lost support this year',
		'Macs whose support ends in 2026',
		null,
		null,
		'Those whose last is 14, on 14 September 2026',
	],
	[
		'which macs lose support next year',
		'Macs whose support ends in 2027',
		null,
		null,
		'Those whose last is 15, expected in September 2027',
	],
	[
		'unsupported in 1990',
		'Macs whose support ends in 1990',
		null,
		null,
		'No end of support is known for 1990',
	],
	[
		'macos 26 requirements',
		'Macs that run macOS 26 Tahoe',
		null,
		null,
		'Oldest: MacBook Pro (16-inch, 2019)',
	],
	[
		'can my mac run 27',
		'Macs that run macOS 27 Golden Gate',
		null,
		null,
		'Oldest: Mac mini (M1, Late 2020), MacBook Pro (13-inch, M1, 2020), MacBook Air (M1, 2020)',
	],
	['which macs did 27 drop', 'Macs that macOS 27 Golden Gate dropped', null, null, 'Macs whose last is 26'],
	[
		'newest mac',
		'All Macs by age',
		null,
		null,
		'Newest: Mac mini (M5 Pro), Mac mini (M6), Mac Studio (M5 Ultra) and 1 more. Oldest: Macintosh 128K, Macintosh 128K (international)',
	],
	['what should i install', 'macOS 27.2', null, '27.2', 'The latest of 27'],
	['tahoe', 'macOS 26 Tahoe', null, '26.7.2', 'Latest is 26.7.2, support expected until September 2028'],
	[
		'14.7.2',
		'macOS 14.7.2',
		null,
		'14.8.9',
		'The latest of 14 is 14.8.9, unsupported since 14 September 2026',
	],
	['23H311', null, null, '14.8.9', 'Build of 14.7.2, the latest of 14 is 14.8.9'],
	['CVE-2025-24200', 'CVE-2025-24200', null, null, 'Apple lists it for iOS, iPadOS only'],
	['CVE-2025-43300 imac 2017', 'CVE-2025-43300', null, null, 'Fixed in 13.7.8'],
	['CVE-2025-43300 air m1 tahoe', 'CVE-2025-43300', null, null, 'Fixed: 26 includes the fix'],
	['CVE-2025-43300 imac 2017 15.5', 'CVE-2025-43300', null, null, 'Fixed in 15.6.1'],
])('“%s” is answered by %s: %p, %p, %p', (query, name, runs, last, text) => {
	const [first] = searchResults(shipped, query, { limit: 1, today }).results;
	expect([first?.name ?? null, first?.verdict]).toEqual([name, { runs, last, text }]);
});

test.each([
	['macOS on 1 July 2012', 'Mac OS X 10.7.4', 'The latest of 10.7 on 1 July 2012'],
	['which macOS was on sale on July 1st, 2012?', 'Mac OS X 10.7.4', 'The latest of 10.7 on 1 July 2012'],
	['latest macos 2012-07-01', 'Mac OS X 10.7.4', 'The latest of 10.7 on 1 July 2012'],
	['latest snow leopard on 1 jan 2011', 'Mac OS X 10.6.5', 'The latest of 10.6 on 1 January 2011'],
	['imac 2017 sonoma on 3 Sept 2018', undefined, undefined],
	['air m1 on 1 dec 2021', 'MacBook Air (M1, 2020)', 'Supported, up to 12.0.1'],
])('“%s” is answered as of that day: %p', (query, name, text) => {
	const { as_of: day, results } = searchResults(shipped, query, { limit: 1, today });
	expect(day).toMatch(/^20(?:1[128]|21)-\d\d-\d\d$/);
	expect([results[0]?.name, results[0]?.verdict.text]).toEqual([name, text]);
});

test('no day is read where none is, or where it is still to come', () => {
	for (const query of ['MacBook Pro (Mid 2012)', 'air m1', 'macOS on 1 July 2031', 'macOS on 31 June 2012'])
		expect([query, searchResults(shipped, query, { limit: 1, today }).as_of]).toEqual([query, null]);
});
