import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { shipped, shippedFolder } from '../../../../test/shipped-data.ts';
import { parseCsv } from '../text/csv.ts';
import { findBoards } from './find-boards.ts';
import { findNamedMajor, readVersion } from './read-version.ts';
import { search } from './search.ts';

/** The rows of a table as texts, so that expectations do not depend on the catalog under test. */
function rowsOf(file: string): Record<string, string>[] {
	const [head, ...lines] = parseCsv(readFileSync(join(shippedFolder, file), 'utf8'));
	return lines.map(({ cells }) => Object.fromEntries(head!.cells.map((name, at) => [name, cells[at]!])));
}

const boards = rowsOf('boards.csv');
/** The main identifier of a Mac: its board ID, also for the update identifier of a T2 Mac. */
const macOf = new Map(boards.map((row) => [row.board_id!, row.board_id!]));
for (const row of boards) if (row.update_id) macOf.set(row.update_id, row.board_id!);
// Two boards share an update identifier. The table of aliases decides which one their model identifier means.
for (const id of ['J140KAP', 'Mac-112818653D3AABFC']) macOf.set(id, 'Mac-827FAC58A8FDFA22');

const boardsOf = (text: string) => {
	const match = findBoards(shipped, text);
	return match.kind === 'boards' ? match.boards.map(({ id }) => id).join(' ') : match.kind;
};
const macs = (ids: Iterable<string>) => [...new Set([...ids].map((id) => macOf.get(id)!))].sort().join(' ');

/** `MacBook Pro (13-inch, Mid 2012)` as `13-inch MacBook Pro (Mid 2012)` and in other orders people write. */
function ordersOf(name: string): string[] {
	const [, family = name, inBrackets = ''] = /^(.*?) \((.*)\)$/.exec(name) ?? [];
	const [first = '', ...rest] = inBrackets.split(', ');
	if (inBrackets === '') return [name, name.toUpperCase(), `"${name.toLowerCase()}"`];
	return [
		name,
		`${first} ${family}${rest.length > 0 ? ` (${rest.join(', ')})` : ''}`,
		`${family.toLowerCase()} ${[...rest, first].join(' ').toLowerCase()}`,
	];
}

const named = Map.groupBy(
	boards.filter(({ name }) => name !== ''),
	({ name }) =>
		name!
			.toLowerCase()
			.split(/[\s(),]+/)
			.filter(Boolean)
			.sort()
			.join(' '),
);
const spellings = new Map<string, string>();
for (const rows of named.values()) {
	const expected = macs(rows.map((row) => row.board_id!));
	for (const { name } of rows) for (const text of ordersOf(name!)) spellings.set(text, expected);
}

describe('every name of every machine, in three orders', () => {
	test('there are more than a thousand spellings', () => {
		expect(spellings.size).toBeGreaterThan(1000);
	});

	test('finds exactly the boards with that name', () => {
		const wrong = [...spellings].filter(([text, expected]) => boardsOf(text) !== expected);
		expect(wrong.map(([text, expected]) => [text, expected, boardsOf(text)])).toEqual([]);
	});
});

test('every case number finds exactly its boards', () => {
	const numbers = Map.groupBy(rowsOf('case-numbers.csv'), (row) => row.case_number!);
	expect(numbers.size).toBe(106);
	for (const [number, rows] of numbers) {
		expect([number, boardsOf(number)]).toEqual([number, macs(rows.map((row) => row.board_id!))]);
		expect(boardsOf(number.toLowerCase())).toBe(boardsOf(number));
	}
});

test('every model identifier finds exactly its boards, and a T2 Mac once', () => {
	const models = Map.groupBy(
		boards.filter((row) => row.model_identifier !== ''),
		(row) => row.model_identifier!,
	);
	expect(models.size).toBeGreaterThan(200);
	for (const [model, rows] of models)
		expect([model, boardsOf(model)]).toEqual([model, macs(rows.map((row) => row.board_id!))]);
});

test('every build is read as itself, and is the first result, with its version', () => {
	const builds = rowsOf('builds.csv').filter((row) => row.kind !== 'server');
	expect(builds.length).toBeGreaterThan(700);
	for (const { build, version } of builds) {
		expect(readVersion(shipped, build!)).toMatchObject({ build: build!, version: version! });
		const [first] = search(shipped, build!, 0, 1).hits;
		expect(first?.subject.kind === 'build' && first.subject.build.build).toBe(build!);
	}
});

test('every name of a major version finds it, with and without system name and number', () => {
	for (const { major, system, name } of rowsOf('majors.csv')) {
		const texts = [
			`${system} ${major}`,
			...(name ? [name, `${system} ${name}`, `${system} ${name} ${major}`] : []),
		];
		for (const text of texts) {
			const [first] = search(shipped, text, 0, 1).hits;
			expect([text, first?.subject.kind === 'major' && first.subject.major.name]).toEqual([text, major!]);
			const direct = findNamedMajor(shipped, text);
			expect([text, direct.kind === 'found' && direct.value.name]).toEqual([text, major!]);
		}
	}
});

/** Written by hand: names as people type them, as Apple prints them, and as management services list them. */
test.each([
	['Mac mini (2024)', 'J773gAP J773sAP'],
	['Mac mini (2018)', 'Mac-7BA5B2DFE22DDD8C'],
	['Mac mini (M1, 2020)', 'J274AP'],
	['Mac mini M4 Pro', 'J773sAP'],
	['Mac mini Late 2012', 'Mac-031AEE4D24BFF0B1 Mac-F65AE981FFA204ED'],
	['Mac mini (2023)', 'J473AP J474sAP'],
	['MacBook Air (13-inch, M1, 2020)', 'J313AP'],
	['MacBook Air (13-inch, M2, 2022)', 'J413AP'],
	['13-inch MacBook Air M2', 'J413AP'],
	['M2 MacBook Air', 'J413AP J415AP'],
	['MacBook Air 15" M2', 'J415AP'],
	['MacBook Air (15-inch, 2023)', 'J415AP'],
	['MBA M1', 'J313AP'],
	['MacBook Air (Retina, 13-inch, 2018)', 'Mac-827FAC58A8FDFA22'],
	['MacBook Air 11-inch Mid 2012', 'Mac-66F35F19FE2A0D05'],
	['MacBook Pro (14-inch, 2021)', 'J314cAP J314sAP'],
	['MacBook Pro (16-inch, 2021)', 'J316cAP J316sAP'],
	['MacBook Pro (14-inch, 2023)', 'J414cAP J414sAP'],
	['MacBook Pro (14-inch, Nov 2023)', 'J504AP J514cAP J514mAP J514sAP'],
	['MacBook Pro (14-inch, November 2023)', 'J504AP J514cAP J514mAP J514sAP'],
	['MacBook Pro (14-inch, M3, Nov 2023)', 'J504AP'],
	['MacBook Pro (16-inch, M3 Pro or M3 Max, Nov 2023)', 'J516cAP J516mAP J516sAP'],
	['MacBook Pro (14-inch, M4 Pro or M4 Max, 2024)', 'J614cAP J614sAP'],
	['MacBook Pro (13-inch, M1, 2020)', 'J293AP'],
	['MacBook Pro 13 M1 2020', 'J293AP'],
	['MacBook Pro (13-inch, 2018, Four Thunderbolt 3 Ports)', 'Mac-827FB448E656EC26'],
	['MacBook Pro (13-inch, 2020, Two Thunderbolt 3 ports)', 'Mac-E7203C0F68AA0004'],
	['MacBook Pro (16-inch, 2019)', 'Mac-E1008331FDC96864'],
	['MacBook Pro (15-inch, 2018)', 'Mac-1E7E29AD0135F9BC Mac-937A206F2EE63C01'],
	['MacBook Pro (Retina, 15-inch, Mid 2015)', 'Mac-06F11F11946D27C5 Mac-06F11FD93F0323C5'],
	['15" Retina MacBook Pro Late 2013', 'Mac-2BD1B31983FE1663 Mac-3CBD00234E554E41'],
	['mbp 16 m1 max', 'J316cAP'],
	['iMac (24-inch, M1, 2021)', 'J456AP J457AP'],
	['iMac (24-inch, 2023, Two ports)', 'J433AP'],
	['iMac (24-inch, 2024, Four ports)', 'J624AP'],
	['iMac (Retina 5K, 27-inch, 2020)', 'Mac-CFF7D910A743CAAF'],
	['iMac 27-inch Late 2013', 'Mac-27ADBB7B4CEE8E61'],
	['iMac Pro (2017)', 'Mac-7BA5B2D9E42DDD94'],
	['iMac 2017', 'Mac-4B682C642B45593E Mac-77F17D7DA9285301 Mac-BE088AF8C5EB4FA2'],
	['Mac Studio (2022)', 'J375cAP J375dAP'],
	['Mac Studio (2023)', 'J475cAP J475dAP'],
	['Mac Studio (2025)', 'J575cAP J575dAP'],
	['Mac Studio M2 Ultra', 'J475dAP'],
	['Mac Pro (2019)', 'Mac-27AD2F918AE68F61'],
	['Mac Pro (Rack, 2019)', 'Mac-27AD2F918AE68F61'],
	['Mac Pro (2023)', 'J180dAP'],
	['Mac Pro Late 2013', 'Mac-F60DEB81FF30ACF6'],
	['Mac Pro Mid 2012', 'Mac-F221BEC8'],
	['MacBook (Retina, 12-inch, 2017)', 'Mac-EE2EBD4B90B839A8'],
	['MacBook Neo', 'J700AP'],
	['Apple M2', 'J413AP J415AP J473AP J493AP'],
	['Apple M1 Ultra', 'J375dAP'],
	['Apple MacBook Pro with M2 chip', 'J493AP'],
	['Macintosh SE', 'M5010'],
	['Mac SE/30', 'M5119'],
	['SE 30', 'M5119'],
	['Quadra 700', 'M5920'],
	['Mac Plus', 'M0001A'],
	['Macintosh LC', 'M0350'],
	['Power Mac G4 Cube', 'M7886'],
	['Power Macintosh 6100/60', 'M1596'],
	['PowerMac 8100/110', 'M1688'],
	['PowerBook Duo 280c', 'M7777'],
	['Color Classic II', 'M1600'],
])('%s is %s', (text, expected) => {
	expect(boardsOf(text)).toBe(expected);
});

test('each machine without a number is found by its name, with the reason', () => {
	const rows = rowsOf('numberless.csv');
	expect(rows).toHaveLength(17);
	for (const { name, reason } of rows) {
		const match = findBoards(shipped, name!);
		expect([name, match.kind === 'numberless' && match.machine.reason]).toEqual([name!, reason!]);
	}
	for (const text of [
		'PowerBook 2400c',
		'Power Macintosh 5500/250',
		'Twentieth Anniversary Mac',
		'Duo 2300c',
	])
		expect([text, boardsOf(text)]).toEqual([text, 'numberless']);
});
