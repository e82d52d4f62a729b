import { afterAll, beforeAll, expect, test } from 'bun:test';
import { loadCatalog } from '../../src/catalog/load.ts';
import { type Live, startLive, testSettings } from '../live.ts';
import { responseFault, templateOf } from '../openapi.ts';

let live: Live;
beforeAll(async () => {
	live = await startLive();
});
afterAll(() => live.stop());

/** Asks with the key, and holds whatever comes back against the API description. */
async function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
	const response = await fetch(`${live.address}${path}`, {
		method,
		headers: { Authorization: live.key, ...headers },
	});
	const body = await response.text();
	if (method === 'GET') {
		const fault = responseFault(templateOf(path)!, response.status, response.headers, body);
		if (fault) throw new Error(`${path} does not fit the description: ${fault}`);
	}
	const json = response.headers.get('content-type')?.endsWith('json') && body !== '';
	return { status: response.status, headers: response.headers, body, record: json ? JSON.parse(body) : null };
}

test('a board tells its names, kind, identifiers and majors', async () => {
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

test('a T2 Mac names its twin, and the twin names it', async () => {
	const { record } = await ask('/boards/J140KAP');
	const [twin] = record.twin_board_ids;
	expect(twin).toStartWith('Mac-');
	expect((await ask(`/boards/${twin}`)).record.twin_board_ids).toContain('J140KAP');
});

test('other names and other letter case find the same board', async () => {
	const { body } = await ask('/boards/J313AP');
	for (const name of ['j313ap', 'J313', 'MacBookAir10,1', 'macbookair10%2C1']) {
		expect((await ask(`/boards/${name}`)).body).toBe(body);
	}
});

test('every board and every major answers, and the lists count them', async () => {
	const catalog = loadCatalog(testSettings('').dataFolder);
	const [boards, majors] = [(await ask('/boards')).record, (await ask('/releases')).record];
	const listed = boards.boards.flatMap((board: { board_ids: string[] }) => board.board_ids);
	expect(listed.toSorted()).toEqual([...catalog.boards.keys()]);
	expect(boards.count).toBe(catalog.boards.size - 17);
	expect(majors.majors.map((major: { major: string }) => major.major)).toEqual([...catalog.majors.keys()]);
	for (const id of catalog.boards.keys()) {
		expect((await ask(`/boards/${id}`)).record.board_id).toBe(id);
		expect((await ask(`/boards/${id}/releases`)).record.board_id).toBe(id);
	}
	for (const name of catalog.majors.keys()) expect((await ask(`/releases/${name}`)).record.major).toBe(name);
});

test('releases come in version order with dates, builds, notes and named sources', async () => {
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

test('a release has its builds with day, kind and name, and the day it was last patched', async () => {
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

test('sources have names, and addresses where there are some', async () => {
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

test('people read finished sentences or nothing, and no notes of research', async () => {
	const catalog = loadCatalog(testSettings('').dataFolder);
	const notes = new Set<string | null>();
	for (const name of catalog.majors.keys())
		for (const { note } of (await ask(`/releases/${name}`)).record.releases) notes.add(note);
	for (const id of catalog.boards.keys()) {
		const { note, machines } = (await ask(`/boards/${id}`)).record;
		for (const one of [note, ...machines.map((machine: { note: string | null }) => machine.note)])
			notes.add(one);
	}
	expect(notes).toContain(null);
	expect(notes).toContain('Not made for Intel Macs.');
	for (const note of notes) if (note !== null) expect(note).toMatch(/^[A-Z0-9].{5,118}\.$/);
});

test('builds of the server edition are in no answer', async () => {
	for (const major of ['10.1', '10.4', '10.5', '10.6', '10.7'])
		expect((await ask(`/releases/${major}`)).body).not.toContain('"server"');
});

for (const [query, first] of [
	['M1 Air', 'J313AP'],
	['air m1', 'J313AP'],
	['J313', 'J313AP'],
	['macbookair10,1', 'J313AP'],
	['Quadra 700', 'M5920'],
	['M0001A', 'M0001A'],
	['13" pro m1 2020', 'J293AP'],
	['macbook pro 13” m1', 'J293AP'],
	['macbook pro 13inch m1', 'J293AP'],
] as const) {
	test(`a search for ${query} finds ${first} first`, async () => {
		const { record } = await ask(`/search?q=${encodeURIComponent(query)}`);
		expect(record.results[0].board_id).toBe(first);
		expect(record.suggestions).toEqual([]);
	});
}

test('words in a row find what is called so before what merely holds them', async () => {
	for (const name of ['Mac Pro', 'Mac mini', 'iMac Pro']) {
		const { record } = await ask(`/search?q=${encodeURIComponent(name)}&limit=3`);
		for (const result of record.results) expect(result.name).toStartWith(name);
	}
});

test('both identifiers of a T2 Mac say that it is one, and name each other', async () => {
	const [own, update, plain] = await Promise.all(
		['Mac-E1008331FDC96864', 'J152FAP', 'Mac-F42786C8'].map(
			async (id) => (await ask(`/boards/${id}`)).record,
		),
	);
	expect(own).toMatchObject({ kind: 'intel', has_t2: true, twin_board_ids: ['J152FAP'] });
	expect(update).toMatchObject({ kind: 't2', has_t2: true, twin_board_ids: ['Mac-E1008331FDC96864'] });
	expect(plain).toMatchObject({ kind: 'intel', has_t2: false, twin_board_ids: [] });
});

test('a T2 Mac is listed once, by all and by search, with all of its identifiers', async () => {
	const ofMac = ['Mac-827FAC58A8FDFA22', 'Mac-112818653D3AABFC', 'J140KAP'];
	const { boards } = (await ask('/boards')).record;
	const same = boards.filter(({ board_ids }: { board_ids: string[] }) => board_ids.includes('J140KAP'));
	expect(same).toHaveLength(1);
	expect(same[0]).toMatchObject({ board_id: ofMac[0], board_ids: ofMac });
	for (const query of ['MacBookAir8,1', 'J140KAP', 'Mac-112818653D3AABFC']) {
		const { results } = (await ask(`/search?q=${query}`)).record;
		expect(results[0]).toMatchObject({ kind: 'mac', board_id: ofMac[0], board_ids: ofMac });
	}
});

test('a search finds releases and builds too, each with its kind', async () => {
	const first = async (query: string) =>
		(await ask(`/search?q=${encodeURIComponent(query)}`)).record.results[0];
	expect(await first('Sonoma')).toEqual({
		kind: 'release',
		version: '14',
		major: '14',
		is_major: true,
		name: 'macOS 14 Sonoma',
		released: '2023-09-26',
		latest_version: '14.8.9',
		latest_released: '2026-08-06',
	});
	expect(await first('macOS 14.7.2')).toMatchObject({ kind: 'release', version: '14.7.2', is_major: false });
	expect(await first('19H1217')).toMatchObject({ kind: 'build', build: '19H1217', version: '10.15.7' });
	expect(await first('MacBook Neo')).toMatchObject({
		kind: 'mac',
		board_id: 'J700AP',
		board_kind: 'apple-silicon',
	});
});

test('a machine without a number says what it ran and why no number is known', async () => {
	const { results } = (await ask('/search?q=PowerBook%202400c')).record;
	expect(results).toHaveLength(1);
	expect(results[0]).toMatchObject({
		kind: 'mac',
		board_id: null,
		board_ids: [],
		without_number: { first_version: '7.6', last_version: '9.1' },
	});
	const { status, record } = await ask('/boards/PowerBook%202400c');
	expect([status, record.code, record.machine.last_version]).toEqual([404, 'board-unknown', '9.1']);
});

test('a search can be paged to its end', async () => {
	const found: string[] = [];
	let total = Number.POSITIVE_INFINITY;
	while (found.length < total) {
		const { record } = await ask(`/search?q=macbook&limit=100&offset=${found.length}`);
		total = record.total;
		expect(record.offset).toBe(found.length);
		found.push(...record.results.map(({ board_id }: { board_id: string }) => board_id));
	}
	expect(new Set(found).size).toBe(total);
	expect((await ask(`/search?q=macbook&offset=${total}`)).record).toMatchObject({ count: 0, total });
});

test('a machine that shares its number tells what it runs itself', async () => {
	const { record } = await ask('/boards/M3076');
	const machine = (name: string) => record.machines.find((one: { name: string }) => one.name === name);
	expect(machine('Macintosh Quadra 630')).toMatchObject({ first_version: '7.5', last_version: '8.1' });
	expect(machine('Power Macintosh 6300/120')).toMatchObject({ first_version: '7.5.1', last_version: '9.1' });
	const pro = (await ask('/boards/Mac-F221BEC8')).record.machines;
	expect(pro[0]).toMatchObject({ first_version: '10.5.6', last_version: '10.11.6' });
	expect(pro[1]).toMatchObject({ first_version: null, last_version: '10.14.6' });
	const [only] = (await ask('/boards/J313AP')).record.machines;
	expect(only).toMatchObject({ first_version: '11.0', last_version: '27.2' });
});

test('a name of several boards is answered when all of them give the same answer, and they are listed', async () => {
	const releases = (await ask('/boards/A2442/releases')).record;
	expect(releases).toMatchObject({ board_id: 'J314cAP', board_ids: ['J314cAP', 'J314sAP'] });
	expect(releases.count).toBe((await ask('/boards/J314cAP/releases')).record.count);
	const advice = (await ask('/advice/A2442:14.7.2?as_of=2026-11-01')).record;
	expect(advice).toMatchObject({ board_ids: ['J314cAP', 'J314sAP'], next_version: '14.7.3' });
	const named = (await ask('/advice/MacBook%20Pro%20(16-inch%2C%202019):15.3?as_of=2026-11-01')).record;
	expect(named.board_ids).toEqual(['Mac-E1008331FDC96864', 'J152FAP']);
	const { status, record } = await ask('/advice/A1418:10.13.6?as_of=2026-11-01');
	expect([status, record.code, record.candidates.length]).toEqual([404, 'board-ambiguous', 9]);
	expect((await ask('/boards/A2442')).record.code).toBe('board-ambiguous');
});

test('every number on a case is answered, or lists its boards with name and year', async () => {
	const catalog = loadCatalog(testSettings('').dataFolder);
	const numbers = new Set([...catalog.boards.values()].flatMap(({ caseNumbers }) => caseNumbers));
	expect(numbers.size).toBe(106);
	for (const number of numbers) {
		const boards = catalog.names.get(number.toLowerCase())!;
		const items = await ask(`/items/${number}`);
		if (boards.length === 1) expect([items.status, items.record.board_id]).toEqual([200, boards[0]!.id]);
		else expect([items.status, items.record.boards.length]).toEqual([404, boards.length]);
		for (const path of [`/boards/${number}`, `/boards/${number}/releases`, `/advice/${number}:10.13.6`]) {
			const { status, record } = await ask(path);
			const ids = status === 200 ? record.board_ids : record.candidates;
			for (const { id } of boards) expect([path, ids.includes(id)]).toEqual([path, true]);
		}
	}
});

test('a name that is no identifier says what it means, not what is spelt like it', async () => {
	const { record } = await ask('/items/MacBook%20Air%20M2:14');
	expect(record).toMatchObject({ code: 'board-unknown', suggestions: ['J413AP', 'J415AP'] });
	expect((await ask('/items/Sonoma')).record).toMatchObject({ code: 'board-unknown' });
	expect((await ask('/items/Sonoma')).record.suggestions[0]).toBe('14');
});

test('a search that finds nothing suggests what to type', async () => {
	expect((await ask('/search?q=Quadrra')).record).toMatchObject({ count: 0, suggestions: ['quadra'] });
	expect((await ask('/search?q=MacBook%20Air%20M1%20pink')).record.suggestions[0]).toBe('macbook air m1');
	expect((await ask('/search?q=J31AP')).record.suggestions).toContain('J313AP');
});

test('a search is limited when asked to be, and says how much there is', async () => {
	const three = (await ask('/search?q=macbook&limit=3')).record;
	const usual = (await ask('/search?q=macbook')).record;
	expect([three.count, three.results.length, usual.count]).toEqual([3, 3, 20]);
	expect(three.total).toBe(usual.total);
	expect(three.total).toBeGreaterThan(100);
	expect((await ask('/search?q=M1%20Air')).record).toMatchObject({ count: 1, total: 1 });
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

test('a query whose encoding is broken is refused as a path is, where a query counts', async () => {
	for (const path of ['/search?q=%zz', '/search?q=air%ff', '/advice/J293AP:14.7.2?as_of=%']) {
		const { status, record } = await ask(path);
		expect([path, status, record.code]).toEqual([path, 400, 'bad-encoding']);
	}
	for (const path of ['/search?q=MacBook%20Air+%28M1%29', '/boards?%zz'])
		expect([path, (await ask(path)).status]).toEqual([path, 200]);
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

test('paths that only look like a read name nothing', async () => {
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

test('the same answer is not sent twice: by its tag, and by its date', async () => {
	for (const path of ['/boards/J313AP', '/search?q=air', '/advice/J293AP:14.7.2?as_of=2026-11-01']) {
		const { headers } = await ask(path);
		expect((await ask(path, { 'If-None-Match': headers.get('etag')! })).status).toBe(304);
		expect((await ask(path, { 'If-Modified-Since': headers.get('last-modified')! })).status).toBe(304);
		expect(headers.get('cache-control')).toBe('private, max-age=300');
	}
});
