import { expect, test } from 'bun:test';
import { askedService } from '../../../../../test/reads/asked-service.ts';

const { ask } = askedService();

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

test('a name with the words in a row comes before a name that merely contains them', async () => {
	for (const name of ['Mac Pro', 'Mac mini', 'iMac Pro']) {
		const { record } = await ask(`/search?q=${encodeURIComponent(name)}&limit=3`);
		for (const result of record.results) expect(result.name).toStartWith(name);
	}
});

test('a search also finds releases and builds, each with its kind', async () => {
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
		exact: true,
		verdict: { runs: null, last: '14.8.9', text: 'Unsupported since 14 September 2026, last is 14.8.9' },
	});
	expect(await first('macOS 14.7.2')).toMatchObject({ kind: 'release', version: '14.7.2', is_major: false });
	expect(await first('19H1217')).toMatchObject({ kind: 'build', build: '19H1217', version: '10.15.7' });
	expect(await first('MacBook Neo')).toMatchObject({
		kind: 'mac',
		board_id: 'J700AP',
		board_kind: 'apple-silicon',
	});
});

test('a search can be paged to its end', async () => {
	const targets: string[] = [];
	let total = Number.POSITIVE_INFINITY;
	while (targets.length < total) {
		const { record } = await ask(`/search?q=macbook&limit=100&offset=${targets.length}`);
		total = record.total;
		expect(record.offset).toBe(targets.length);
		targets.push(...record.results.map(({ board_id }: { board_id: string }) => board_id));
	}
	expect(new Set(targets).size).toBe(total);
	expect((await ask(`/search?q=macbook&offset=${total}`)).record).toMatchObject({ count: 0, total });
});

test('a search without results suggests other searches', async () => {
	expect((await ask('/search?q=Quadrra')).record).toMatchObject({ count: 0, suggestions: ['quadra'] });
	expect((await ask('/search?q=MacBook%20Air%20M1%20pink')).record.suggestions[0]).toBe('macbook air m1');
	expect((await ask('/search?q=J31AP')).record.suggestions).toContain('J313AP');
});

test('a limited search says how many results there are', async () => {
	const three = (await ask('/search?q=macbook&limit=3')).record;
	const usual = (await ask('/search?q=macbook')).record;
	expect([three.count, three.results.length, usual.count]).toEqual([3, 3, 20]);
	expect(three.total).toBe(usual.total);
	expect(three.total).toBeGreaterThan(100);
	expect((await ask('/search?q=M1%20Air')).record).toMatchObject({ count: 1, total: 1 });
});

test('the first result of a question has the Mac and the version of the question', async () => {
	const first = async (query: string) =>
		(await ask(`/search?q=${encodeURIComponent(query)}`)).record.results[0];
	expect(await first('CVE-2025-43300 Mac mini 2018')).toMatchObject({
		kind: 'cve',
		cve_id: 'CVE-2025-43300',
		board_id: 'Mac-7BA5B2DFE22DDD8C',
		mac: 'Mac mini (Late 2018)',
		version: null,
	});
	expect(await first('macOS 15.3 on my MacBook Air M1')).toMatchObject({
		board_id: 'J313AP',
		version: '15.3',
	});
	expect(await first('air m1 2020 sequoia')).toMatchObject({
		board_id: 'J313AP',
		version: null,
		asked_major: '15',
		asked_major_latest: '15.8.2',
	});
	expect(await first('Mac mini 2018 golden gate')).toMatchObject({
		name: 'Mac mini (Late 2018)',
		version: null,
		asked_major: '27',
		asked_major_latest: null,
	});
	expect(await first('end of support')).toEqual({
		kind: 'view',
		name: 'Macs by the end of their support',
		path: '/all?order=support',
		exact: true,
		verdict: { runs: null, last: null, text: 'Those whose last is 14, on 14 September 2026' },
	});
	expect(await first('end of support Sonoma')).toMatchObject({ version: '14', is_major: true });
	expect(await first('latest Sonoma')).toMatchObject({ version: '14.8.9', is_major: false });
	expect(await first('latest macOS')).toMatchObject({ version: '27.2' });
	expect(await first('26.7.2 build')).toMatchObject({ kind: 'release', version: '26.7.2' });
	expect(await first('14.7.2 build')).toMatchObject({ kind: 'build', build: '23H311' });
});

test('an exploited CVE that was fixed before 11, or that Apple lists for other systems only, is found and says so', async () => {
	const first = async (query: string) =>
		(await ask(`/search?q=${encodeURIComponent(query)}`)).record.results[0];
	expect(await first('CVE-2019-8526')).toMatchObject({
		kind: 'cve',
		exploited: true,
		fixed_in: [],
		fixed_before_11: ['10.14.4', 'Security Update 2019-002 High Sierra', 'Security Update 2019-002 Sierra'],
		other_systems: [],
		exact: true,
	});
	expect(await first('cve 2025 24200')).toMatchObject({
		cve_id: 'CVE-2025-24200',
		fixed_in: [],
		fixed_before_11: [],
		other_systems: ['iOS', 'iPadOS'],
		exact: true,
	});
	expect(await first('CVE-2025-24200 sequoia')).toMatchObject({ cve_id: 'CVE-2025-24200' });
	expect(await first('CVE-2025-43300')).toMatchObject({ fixed_before_11: [], other_systems: [] });
});

test('a base model comes before its special configurations', async () => {
	const { record } = await ask('/search?q=MacBook%20Pro%2016%202019');
	expect(record.results.map(({ name }: { name: string }) => name)).toEqual([
		'MacBook Pro (16-inch, 2019)',
		'MacBook Pro (16-inch, 2019, Radeon Pro 5600M Graphics)',
	]);
});
