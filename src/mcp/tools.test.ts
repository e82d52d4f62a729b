import { expect, test } from 'bun:test';
import { fromJsonSchema } from '@modelcontextprotocol/server';
import type { Board } from '@pointrelease/core/src/catalog/catalog.ts';
import { shipped as catalog } from '../../test/shipped-data.ts';
import { cases } from '../../test/size.ts';
import { Failure } from '../process/failure.ts';
import { embeddedSource } from './source.ts';
import { type Arguments, inputSchema } from './tool.ts';
import { tools } from './tools.ts';

const source = embeddedSource(catalog, { today: () => '2026-11-16', policies: new Map() });

const takes = new Map(tools.map((tool) => [tool.name, fromJsonSchema(inputSchema(tool))]));

/** What an agent gets: the answer, once the arguments were compared with the tool's input and the answer with its shape. */
async function call(name: string, input: Arguments): Promise<Record<string, unknown>> {
	const tool = tools.find((tool) => tool.name === name)!;
	const { issues = null } = takes.get(name)!['~standard'].validate(input) as { issues?: unknown };
	expect({ input, issues }).toEqual({ input, issues: null });
	const answer = (await tool.answer(source, input)) as Record<string, unknown>;
	expect({ input, issues: tool.output.safeParse(answer).error?.issues }).toEqual({
		input,
		issues: undefined,
	});
	return answer;
}

/** The first and the last board of every kind, and one that shares its number with others. */
const boards: readonly Board[] = [
	...new Set(
		[...Map.groupBy(catalog.boards.values(), ({ kind }) => kind).values()].flatMap((ofKind) => [
			ofKind[0]!,
			ofKind.at(-1)!,
		]),
	),
];

const majors = [...catalog.majors.keys()];

/** The last release of each major of those boards, and of every other major on a board that runs it; in a full run the first, too. */
const asked = [
	...boards.flatMap(({ support }) => [...support.values()]),
	...[...catalog.majors.values()]
		.filter(({ name }) => !boards.some(({ support }) => support.has(name)))
		.map(({ name, boards: runs }) => runs[0]!.support.get(name)!),
].flatMap(({ board, releases }) =>
	cases([releases.at(-1)!], [...new Set([releases[0]!, releases.at(-1)!])]).map(({ version, major }) => ({
		mac: board.id,
		version,
		major,
	})),
);

test('boards of every kind are asked about', () => {
	expect([...new Set(boards.map(({ kind }) => kind))].toSorted()).toEqual(
		[...new Set([...catalog.boards.values()].map(({ kind }) => kind))].toSorted(),
	);
	expect(boards.some(({ introduced }) => introduced === '')).toBe(true);
	expect(new Set(asked.map(({ major }) => major))).toEqual(new Set(majors));
});

test('find_mac answers for a name of each kind of Mac and for each major, with each limit', async () => {
	const queries = [...boards.flatMap(({ id, machines }) => [id, machines[0]!.name]), ...majors];
	for (const query of queries)
		for (const limit of [{}, { limit: 1 }, { limit: 100 }])
			await call('find_mac', { query: query.slice(0, 100), ...limit });
});

test('about_mac answers for Macs of every kind', async () => {
	for (const { id } of boards) expect(await call('about_mac', { mac: id })).toHaveProperty('majors');
});

test.each([
	{},
	{ behind: 1, grace_days: 14, exploited_grace_days: 7, defer_days: 90, exclude: ['26.6', '15.7'] },
	{ as_of: '2024-02-29', defer_major_days: 30 },
])('standing answers for Macs of every kind on each of their majors, with %p', async (policy) => {
	for (const { mac, version } of asked) await call('standing', { mac, version, ...policy });
});

test.each([
	'26',
	'26.9',
	'15.70',
	'14.7.2.1',
	'99.1',
	'macOS Sonoma 14.7.2',
	'23H311',
	'26.3.1 (a)',
	'27.9Z99',
])('standing answers or explains %p', async (version) => {
	for (const { id } of boards)
		await call('standing', { mac: id, version }).catch((thrown) => expect(thrown).toBeInstanceOf(Failure));
});

test('next_release answers for Macs of every kind on each of their majors', async () => {
	for (const { mac, version } of asked)
		expect(await call('next_release', { mac, version })).toHaveProperty('requested_version_proximo');
});

test('exposure answers for Macs of every kind on each of their majors, with each limit', async () => {
	for (const { mac, version } of asked)
		for (const limit of [{}, { limit: 0 }, { limit: 100 }]) {
			const { missing } = await call('exposure', { mac, version, ...limit });
			expect((missing as []).length).toBeLessThanOrEqual(limit.limit ?? 25);
		}
});

test('cve answers alone and for Macs of every kind on each of their majors', async () => {
	const cves = [...catalog.security.cves.values()];
	for (const { id } of [cves[0]!, cves.at(-1)!, cves.find(({ exploitation }) => exploitation)!]) {
		await call('cve', { cve: id });
		for (const { mac, version } of asked) await call('cve', { cve: id, mac, version });
	}
});

test('releases answers for each major and for Macs of every kind, with each limit', async () => {
	const lists = [...majors.map((major) => ({ major })), ...boards.map(({ id }) => ({ mac: id }))];
	for (const list of lists)
		for (const limit of [{}, { limit: 1 }, { limit: 100 }]) {
			const { releases, count, rest } = await call('releases', { ...list, ...limit });
			expect((releases as []).length + Number(rest)).toBe(Number(count));
		}
});

test('macs_of_release answers for each major, with each limit and without the next major', async () => {
	for (const [at, version] of majors.entries())
		for (const limit of [{}, { limit: 1 }, { limit: 400 }]) {
			const { macs, mac_count, rest } = await call('macs_of_release', { version, ...limit });
			expect((macs as []).length + Number(rest)).toBe(Number(mac_count));
			const butNot = majors[at + 1];
			if (butNot) await call('macs_of_release', { version, but_not: butNot, ...limit });
		}
});

test('macs_of_release answers with an empty list if every Mac runs the other major', async () => {
	const none = await call('macs_of_release', { version: '0.97', but_not: '1.0' });
	expect(none).toMatchObject({ compatible_board_ids: [], count: 0, macs: [], mac_count: 0, rest: 0 });
});

test('macs_of_release lists the newest Mac first, and Macs without a known day last', async () => {
	const { macs } = (await call('macs_of_release', { version: '26', limit: 400 })) as {
		macs: { introduced: string | null; board_ids: string[] }[];
	};
	const days = macs.map(({ introduced }) => introduced ?? '');
	expect(days).toEqual(days.toSorted().reverse());
	expect(macs.at(-1)).toMatchObject({ introduced: null, board_ids: ['VMM-x86_64'] });
});

test.each([
	['14.7.2', '14.7.2'],
	['macOS 14.7.2', '14.7.2'],
	['macOS Sonoma 14.7.2', '14.7.2'],
	['14.7.2 (23H311)', '14.7.2'],
	['23H311', '14.7.2'],
	['140702', '14.7.2'],
	['14.0', '14.0.0'],
	['14.0.0', '14.0.0'],
	['26.3.1 (a)', '26.3.1'],
])('next_release understands %p as the neighboring tools do', async (version, requested) => {
	const record = await call('next_release', { mac: 'MacBookPro17,1', version });
	expect(record).toMatchObject({ resolved_board_id: 'J293AP', requested_version: requested });
});

test.each([
	['14', '14 is a major version: use the release that the Mac runs, such as 14.8.9'],
	['99', 'there is no major version 99'],
	['14.7.2.1', 'there is no release 14.7.2.1'],
	['14.99', '14.99.0 is newer than any known release of 14; the latest for J293AP is 14.8.9'],
	['24Z999', 'no build "24Z999" is known'],
	[
		'Sonoma',
		'"Sonoma" is not a version: expected a major version or a release such as 14, 14.7.2, 10.15.7 or 9.2.2',
	],
])('next_release says what is wrong with %p', async (version, reason) => {
	const thrown = await call('next_release', { mac: 'J293AP', version }).catch((thrown) => thrown);
	expect(thrown).toBeInstanceOf(Failure);
	expect(thrown.message.split('\n')[0]).toBe(reason);
});

test.each(['standing', 'next_release', 'exposure', 'cve'])(
	'%s wants the Mac and its version apart',
	async (name) => {
		const input = { mac: 'J293AP:14', version: '14.7.2', ...(name === 'cve' && { cve: 'CVE-2025-43300' }) };
		const thrown = await call(name, input).catch((thrown) => thrown);
		expect(thrown).toBeInstanceOf(Failure);
		expect(thrown.message).toBe('mac is "J293AP:14": give the Mac and its version apart');
	},
);
