import { afterAll, beforeAll, expect, test } from 'bun:test';
import { boardDetails } from '@pointrelease/core/src/api/reads/board.ts';
import { releasesOfMajor } from '@pointrelease/core/src/api/reads/releases.ts';
import { loadCatalog } from '../../src/data/load.ts';
import { type Live, startLive, testSettings } from '../live.ts';
import { describedText } from '../openapi.ts';
import { sized } from '../size.ts';

let live: Live;
beforeAll(async () => {
	live = await startLive();
});
afterAll(() => live.stop());

/** Asks with the key, and validates the answer against the API description. */
async function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
	const response = await fetch(`${live.address}${path}`, {
		method,
		headers: { Authorization: live.key, ...headers },
	});
	const body = method === 'GET' ? await describedText(path, response) : await response.text();
	const json = response.headers.get('content-type')?.endsWith('json') && body !== '';
	return { status: response.status, headers: response.headers, body, record: json ? JSON.parse(body) : null };
}

test('a board has its names, kind, identifiers and majors', async () => {
	const { record } = await ask('/boards/J313AP');
	expect(record).toMatchObject({
		board_id: 'J313AP',
		kind: 'apple-silicon',
		names: ['MacBook Air (M1, 2020)'],
		model_identifiers: ['MacBookAir10,1'],
		introduced: '2020-11-17',
		aliases: ['J313'],
		twin_board_ids: [],
	});
	expect(record.majors[0]).toMatchObject({ major: '11', first_version: '11.0', latest_version: '11.7.11' });
});

test('other names and other letter case find the same board', async () => {
	const { body } = await ask('/boards/J313AP');
	for (const name of ['j313ap', 'J313', 'MacBookAir10,1', 'macbookair10%2C1']) {
		expect((await ask(`/boards/${name}`)).body).toBe(body);
	}
});

test('every board and every major answers, and the lists contain them all', async () => {
	const catalog = loadCatalog(testSettings('').dataFolder);
	const [boards, majors] = [(await ask('/boards')).record, (await ask('/releases')).record];
	const listed = boards.boards.flatMap((board: { board_ids: string[] }) => board.board_ids);
	expect(listed.toSorted()).toEqual([...catalog.boards.keys()]);
	expect(boards.count).toBe(catalog.boards.size - 17);
	expect(majors.majors.map((major: { major: string }) => major.major)).toEqual([...catalog.majors.keys()]);
	// Every tenth board in a usual run.
	for (const id of [...catalog.boards.keys()].filter((_, at) => at % sized(10, 1) === 0)) {
		expect((await ask(`/boards/${id}`)).record.board_id).toBe(id);
		expect((await ask(`/boards/${id}/releases`)).record.board_id).toBe(id);
	}
	for (const name of catalog.majors.keys()) expect((await ask(`/releases/${name}`)).record.major).toBe(name);
});

test('releases are in version order with dates, builds, notes and named sources', async () => {
	const { record } = await ask('/releases/14');
	expect(record.releases[0]).toMatchObject({ version: '14.0', released: '2023-09-26', precision: 'day' });
	expect(record.releases.length).toBe(record.release_count);
	const used = record.releases.flatMap(({ sources }: { sources: string[] }) => sources);
	const named = record.sources.map(({ source }: { source: string }) => source);
	for (const token of used) expect(named).toContain(token.split(':')[0]);
	const { body } = await ask('/releases/14');
	for (const text of ['14.7.2', 'Sonoma', 'macOS 14', 'macOS Sonoma 14.7.2', '14.7.2 (23H311)', '23H311'])
		expect((await ask(`/releases/${encodeURIComponent(text)}`)).body).toBe(body);
});

test('a release has its builds with day, kind and name, and the day of its last patch', async () => {
	const { record } = await ask('/releases/10.14');
	const release = record.releases.find(({ version }: { version: string }) => version === '10.14.6');
	expect(release).toMatchObject({ released: '2019-07-22', last_patched: '2021-07-21' });
	expect(release.builds[0]).toEqual({ build: '18G84', released: '2019-07-22', kind: 'release', name: null });
	expect(release.builds.at(-1)).toEqual({
		build: '18G9323',
		released: '2021-07-21',
		kind: 'security update',
		name: 'Security Update 2021-005',
	});
	const ofBoard = (await ask('/boards/Mac-F221BEC8/releases')).record.releases;
	expect(ofBoard.find(({ version }: { version: string }) => version === '10.14.6')).toEqual(release);
	expect(ofBoard.find(({ version }: { version: string }) => version === '10.14.5').last_patched).toBeNull();
});

test('sources have names, and addresses where known', async () => {
	for (const path of ['/releases/7.5', '/boards/M0420/releases', '/boards/M0420']) {
		const { sources } = (await ask(path)).record;
		expect(sources).toContainEqual({
			source: 'appledb',
			name: 'AppleDB',
			url: 'https://github.com/littlebyteorg/appledb',
		});
	}
	expect((await ask('/releases/7.5')).record.sources).toContainEqual({
		source: 'press',
		name: 'news of the time',
		url: null,
	});
});

test('people get complete sentences or nothing, and no research notes', () => {
	const catalog = loadCatalog(testSettings('').dataFolder);
	const notes = new Set<string | null>();
	for (const major of catalog.majors.values())
		for (const { note } of releasesOfMajor(catalog, major, '2026-11-16').releases) notes.add(note);
	for (const board of catalog.boards.values()) {
		const { note, machines } = boardDetails(catalog, board, '2026-11-16');
		for (const one of [note, ...machines.map((machine) => machine.note)]) notes.add(one);
	}
	expect(notes).toContain(null);
	expect(notes).toContain('Not made for Intel Macs.');
	for (const note of notes) if (note !== null) expect(note).toMatch(/^[A-Z0-9].{5,118}\.$/);
});

test('no answer contains a build of the server edition', async () => {
	for (const major of ['10.1', '10.4', '10.5', '10.6', '10.7'])
		expect((await ask(`/releases/${major}`)).body).not.toContain('"server"');
});

for (const [path, parameter] of [
	['/search', 'q'],
	['/search?q=%20', 'q'],
	[`/search?q=${'x'.repeat(101)}`, 'q'],
	['/search?q=air&limit=0', 'limit'],
	['/search?q=air&offset=-1', 'offset'],
	['/search?q=air&offset=100001', 'offset'],
	['/advice/J293AP:14.7.2?as_of=2026-02-30', 'as_of'],
	['/advice/J293AP:14.7.2?as_of=yesterday', 'as_of'],
	['/advice/J293AP:14.7.2?as_of=', 'as_of'],
	['/advice/J293AP:14.7.2?defer_days=-1', 'defer_days'],
	['/advice/J293AP:14.7.2?defer_days=3651', 'defer_days'],
	['/advice/J293AP:14.7.2?behind=one', 'behind'],
] as const) {
	test(`${path.slice(0, 60)} is refused for its parameter ${parameter}`, async () => {
		const { status, record } = await ask(path);
		expect([status, record.code, record.parameter]).toEqual([400, 'bad-parameter', parameter]);
	});
}

test('a query with broken encoding is refused like such a path', async () => {
	for (const path of ['/search?q=%zz', '/search?q=air%ff', '/advice/J293AP:14.7.2?as_of=%', '/boards?%zz']) {
		const { status, record } = await ask(path);
		expect([path, status, record.code]).toEqual([path, 400, 'bad-encoding']);
	}
	expect((await ask('/search?q=MacBook%20Air+%28M1%29')).status).toBe(200);
});

for (const [path, code] of [
	['/boards/J999AP', 'board-unknown'],
	['/boards/J999AP/releases', 'board-unknown'],
	['/boards/ADP2,1', 'board-unknown'],
	['/releases/10.16', 'major-unknown'],
	['/releases/new', 'version-unknown'],
	['/advice/J999AP:14.7.2', 'board-unknown'],
	['/advice/J293AP:new', 'version-unknown'],
] as const) {
	test(`${path} is not found: ${code}`, async () => {
		const { status, record } = await ask(path);
		expect([status, record.code]).toEqual([404, code]);
	});
}

test('paths that only resemble a read do not exist', async () => {
	for (const path of ['/boards/', '/search/', '/advice/J293AP', '/advice/J293AP:14:7', '/releases/14/x']) {
		const response = await fetch(`${live.address}${path}`, { headers: { Authorization: live.key } });
		expect([path, response.status, JSON.parse(await response.text()).code]).toEqual([path, 404, 'not-found']);
	}
});

test('without a key every read is refused, and with another method it is not allowed', async () => {
	for (const path of [
		'/boards',
		'/boards/J313AP',
		'/releases/14',
		'/search?q=air',
		'/advice/J293AP:14.7.2',
	]) {
		expect((await fetch(`${live.address}${path}`)).status).toBe(403);
		expect((await ask(path, {}, 'POST')).status).toBe(405);
		const head = await ask(path, {}, 'HEAD');
		expect([head.status, head.body]).toEqual([200, '']);
		expect(head.headers.get('etag')).toBe((await ask(path)).headers.get('etag'));
	}
});

test('an unchanged answer is not sent again: by its tag, and by its date', async () => {
	for (const path of ['/boards/J313AP', '/search?q=air', '/advice/J293AP:14.7.2?as_of=2026-11-01']) {
		const { headers } = await ask(path);
		expect((await ask(path, { 'If-None-Match': headers.get('etag')! })).status).toBe(304);
		expect((await ask(path, { 'If-Modified-Since': headers.get('last-modified')! })).status).toBe(304);
		expect(headers.get('cache-control')).toBe('private, max-age=300');
	}
});
