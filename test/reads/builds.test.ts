import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { startInProcess } from '../live.ts';
import { describedText } from '../openapi.ts';
import { shipped } from '../shipped-data.ts';

let started: Awaited<ReturnType<typeof startInProcess>>;
beforeAll(async () => {
	started = await startInProcess();
});
afterAll(() => started.stop());

/** Asks with the key, and validates the answer against the API description. */
async function ask(path: string) {
	const headers = { Authorization: started.key };
	const response = started.service.handle(new Request(`http://localhost${path}`, { headers }));
	return { status: response.status, record: JSON.parse(await describedText(path, response)) };
}

describe('a build', () => {
	test('has its version and the ten updates after it', async () => {
		const { record } = await ask('/builds/19H1217');
		expect(Object.keys(record).slice(0, 6)).toEqual([
			'build',
			'version',
			'released',
			'kind',
			'name',
			'later_updates',
		]);
		expect(record).toMatchObject({
			build: '19H1217',
			version: '10.15.7',
			released: '2021-05-24',
			kind: 'security update',
			name: 'Security Update 2021-003',
		});
		expect(record.later_updates).toHaveLength(10);
		expect(record.later_updates[0]).toEqual({
			build: '19H1323',
			released: '2021-07-21',
			kind: 'security update',
			name: 'Security Update 2021-004',
		});
		expect(record.later_updates.at(-1).build).toBe('19H2026');
	});

	test('is found in any letter case', async () => {
		for (const build of ['19h1217', '5l17B', '9a3115a'])
			expect((await ask(`/builds/${build}`)).record.build.toLowerCase()).toBe(build.toLowerCase());
	});

	test('without a day and without a name has null for both', async () => {
		expect((await ask('/builds/18E2035')).record).toMatchObject({ released: null, name: null });
	});

	test('from the factory names the boards that were sold with it', async () => {
		expect((await ask('/builds/20A2411')).record).toMatchObject({
			kind: 'factory',
			board_ids: ['J274AP', 'J293AP', 'J313AP'],
		});
	});

	test('that is unknown is 404 with the builds around it', async () => {
		const { status, record } = await ask('/builds/19H1218');
		expect(status).toBe(404);
		expect(record).toMatchObject({
			code: 'build-unknown',
			detail: 'no build "19H1218" is known',
			build_before: '19H1217',
			build_after: '19H1323',
		});
	});

	test('of the server edition is 404 and says so', async () => {
		const { status, record } = await ask('/builds/10H575');
		expect([status, record.code]).toEqual([404, 'build-unknown']);
		expect(record.detail).toBe('10H575 is a build of the server edition of 10.6.5, which is not included');
	});

	test('that is malformed is 404, with the form of a build', async () => {
		for (const text of ['14.7.2', 'Sonoma', '19H', 'x', '19H1217%20']) {
			const { status, record } = await ask(`/builds/${text}`);
			expect([text, status]).toEqual([text, text === '19H1217%20' ? 200 : 404]);
			if (status === 404) expect(record.detail).toEndWith('is not a build: expected for example 23H311');
		}
	});

	test('answers for builds of each table, and is listed by its release', async () => {
		const listed = new Map<string, string>();
		for (const { name } of shipped.majors.values()) {
			for (const { version, builds, responses } of (await ask(`/releases/${name}`)).record.releases)
				for (const { build } of [...builds, ...responses]) listed.set(build, version);
		}
		for (const { build, version, kind } of shipped.builds.values()) {
			const { status, record } = await ask(`/builds/${build}`);
			expect([build, status]).toEqual([build, kind === 'server' ? 404 : 200]);
			expect([build, listed.get(build)]).toEqual([build, record.version]);
			if (status === 200) expect([build, record.version]).toEqual([build, version]);
		}
		expect(listed.size).toBe(832);
	});
});

describe('advice for a build', () => {
	const board = 'Mac-7BA5B2DFE22DDD8C';
	const advice = async (what: string, query = '?as_of=2026-11-01') =>
		(await ask(`/advice/${board}:${encodeURIComponent(what)}${query}`)).record;

	test('counts the updates that do not change the version', async () => {
		expect(await advice('19H1217')).toMatchObject({
			version: '10.15.7',
			build: '19H1217',
			is_current: false,
			releases_behind: 1,
			updates_behind: 10,
			next_build: '19H1323',
			next_build_released: '2021-07-21',
			latest_build: '19H2026',
			latest_build_released: '2022-07-20',
			// Since 2021-07-21, not since 10.15.8 of 2026.
			days_behind: 1929,
		});
	});

	test('is the same with the version beside it, in every spelling', async () => {
		const alone = await advice('19H1217');
		for (const text of ['10.15.7 (19H1217)', 'macOS 10.15.7 (19H1217)', '10.15.7 19H1217', '19h1217'])
			expect(await advice(text)).toEqual(alone);
	});

	test('is the same under the other identifier of a T2 Mac', async () => {
		const { record } = await ask('/advice/J174AP:19H1217?as_of=2026-11-01');
		expect(record).toEqual({ ...(await advice('19H1217')), board_id: 'J174AP' });
	});

	test('says in words what is missing', async () => {
		expect((await advice('19H1217')).summary).toStartWith(
			'Update to 15.8.2. This Mac runs 10.15.7, which has been unsupported since 24 October 2022. ' +
				'Build 19H1217 lacks 10 updates to this version, up to Security Update 2022-005 (19H2026, 20 July 2022).',
		);
		expect((await advice('19H1217')).summary).toContain(
			'The next release, 10.15.8, had been out for 8 months on 1 November 2026.',
		);
		const { record } = await ask('/advice/Mac-F221BEC8:18G9216?as_of=2026-11-01');
		expect(record.summary).toBe(
			'Install Security Update 2021-005, then plan a replacement: this Mac gets no newer major version. ' +
				'This Mac runs 10.14.6, which has been unsupported since 25 October 2021. ' +
				'Build 18G9216 lacks an update to this version: Security Update 2021-005 (18G9323, 21 July 2021).',
		);
		expect((await advice('19H1922')).summary).toContain(
			'Build 19H1922 lacks an update to this version: Security Update 2022-005 (19H2026, 20 July 2022).',
		);
	});

	test('counts only what was out on that day', async () => {
		expect(await advice('19H1217', '?as_of=2021-09-20')).toMatchObject({
			is_current: false,
			releases_behind: 0,
			updates_behind: 2,
			days_behind: 61,
			standing: 'behind',
		});
		expect(await advice('19H1217', '?as_of=2021-06-01')).toMatchObject({
			is_current: true,
			updates_behind: 0,
			next_build: null,
			days_behind: 0,
			standing: 'current',
		});
	});

	test('ignores an unknown build; a build of another version overrides the version', async () => {
		expect(await advice('10.15.6 (19H1217)')).toMatchObject({ version: '10.15.7', updates_behind: 10 });
		for (const text of ['10.15.7 (19H9999)', '10.15.7'])
			expect(await advice(text)).toMatchObject({ updates_behind: null, next_build: null });
		expect((await advice('10.15.7')).build).toBeNull();
	});

	test('is 404 for an unknown build without a version', async () => {
		const { status, record } = await ask(`/advice/${board}:19H9999`);
		expect([status, record.code]).toEqual([404, 'build-unknown']);
	});
});
