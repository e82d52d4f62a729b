import { describe, expect, test } from 'bun:test';
import { askedService } from '../../../../../test/reads/asked-service.ts';

const { ask } = askedService();
const advice = async (board: string, on: string, asOf = '2026-03-18') =>
	(await ask(`/advice/${board}:${encodeURIComponent(on)}?as_of=${asOf}`)).record;
const exposure = async (board: string, on: string, asOf = '2026-03-18') =>
	(await ask(`/exposure/${board}:${encodeURIComponent(on)}?as_of=${asOf}`)).record;
const missing = async (board: string, on: string, asOf?: string): Promise<string[]> =>
	(await exposure(board, on, asOf)).missing.map(({ cve_id }: { cve_id: string }) => cve_id);

describe('the fixes of a security response', () => {
	test.each([
		['J293AP', '26.3.1 (a)', false],
		['J293AP', '26.3.1 (25D771280a)', false],
		['J293AP', '25D771280a', false],
		['J293AP', '25d771280A', false],
		['J293AP', '26.3.1 (a) (25D2128)', false],
		['J293AP', '26.3.1', true],
		['J293AP', '26.3.1 (25D2128)', true],
		['J700AP', '26.3.2', true],
		['J700AP', '26.3.2 (a)', false],
	])('count for %s on %s', async (board, on, isMissing) => {
		expect((await missing(board, on)).includes('CVE-2026-20643')).toBe(isMissing);
		expect((await advice(board, on)).missing_count).toBe(isMissing ? 1 : 0);
	});

	test('are in the release after it, and are unknown for an unknown response', async () => {
		expect((await advice('J700AP', '26.4', '2026-03-24')).missing_count).toBe(0);
		expect(await exposure('J293AP', '26.3.1 (b)')).toMatchObject({
			known: 'unknown',
			missing_count: null,
			missing: [],
		});
	});

	test('are missing from the day of the first response that has them', async () => {
		expect((await exposure('J293AP', '26.3.1', '2026-11-16')).missing).toContainEqual({
			cve_id: 'CVE-2026-20643',
			fixed_in: '26.3.1 (a)',
			fixed_on: '2026-03-17',
			fixed_in_build: '25D771280a',
			install: '26.3.1 (a)',
			install_safari: null,
			exploited: false,
			kev_added: null,
			kev_due: null,
			impact: null,
		});
		expect((await exposure('J293AP', '26.3.1', '2026-03-18')).exposed_days).toBe(1);
		expect(await missing('J293AP', '26.3.1', '2026-03-16')).toEqual([]);
	});
});

describe('advice on the installed release', () => {
	const standing = async (board: string, on: string, asOf?: string) => {
		const record = await advice(board, on, asOf);
		return [record.response, record.response_standing, record.latest_response, record.maybe_fixed_count];
	};

	test.each([
		['J293AP', '26.3.1 (a)', '2026-03-18', ['a', 'latest', 'a', 0]],
		['J293AP', '25D771280a', '2026-03-18', ['a', 'latest', 'a', 0]],
		['J293AP', '26.3.1', '2026-03-18', [null, 'not-reported', 'a', 1]],
		['J293AP', '26.3.1', '2026-03-16', [null, null, null, 0]],
		['J293AP', '26.3.1 (b)', '2026-03-18', [null, 'unknown', 'a', null]],
		['J293AP', '26.3.1 (25D771280b)', '2026-03-18', [null, 'unknown', 'a', null]],
		['J700AP', '26.3.1', '2026-03-18', [null, null, null, 0]],
		['J293AP', '13.4.1 (a)', '2023-07-13', ['a', 'behind', 'c', 0]],
		['J293AP', '13.4.1 (c)', '2023-07-13', ['c', 'latest', 'c', 0]],
		['J293AP', '13.4.1', '2023-07-11', [null, null, null, 0]],
		['J293AP', '26.4', '2026-11-16', [null, null, null, 0]],
	] as const)('%s on %s as of %s', async (board, on, asOf, expected) => {
		expect(await standing(board, on, asOf)).toEqual([...expected]);
	});

	test('names a response that is out, and says if the Mac did not report whether it is installed', async () => {
		expect((await advice('J293AP', '26.3.1')).summary).toContain(
			'Background Security Improvement 26.3.1 (a) was released on 2026-03-17. This Mac did not report whether it is installed, so its fixes count as missing.',
		);
		expect((await advice('J293AP', '13.4.1 (a)', '2023-07-13')).summary).toContain(
			'Rapid Security Response 13.4.1 (c) was released on 2023-07-12; this Mac has (a).',
		);
		expect((await advice('J293AP', '13.4.1 (b)', '2023-07-13')).summary).toContain(
			'This Mac reports a security response that is not known here, so its fixes are not counted.',
		);
		expect((await advice('J293AP', '26.3.1 (a)')).summary).not.toContain('Background');
	});

	test('a response is never latest, next or a target, and a Mac without it is current', async () => {
		expect(await advice('J293AP', '26.3.1')).toMatchObject({
			is_current: true,
			standing: 'current',
			next_version: null,
			latest_version: '26.3.1',
			target_version: '26.3.1',
		});
		expect(await advice('J293AP', '25D771280a')).toMatchObject({
			version: '26.3.1',
			build: '25D771280a',
			updates_behind: 0,
		});
	});
});

test('/builds describes a response, and names the responses to a build', async () => {
	const { record } = await ask('/builds/25D771280a');
	expect(record).toMatchObject({
		build: '25D771280a',
		version: '26.3.1',
		released: '2026-03-17',
		kind: 'bsi',
		name: 'Background Security Improvement 26.3.1 (a)',
		later_updates: [],
		response: {
			label: '26.3.1 (a)',
			letter: 'a',
			base_build: '25D2128',
			withdrawn: false,
			superseded_by: '26.4',
			article: 'https://support.apple.com/126604',
			cve_ids: ['CVE-2026-20643'],
		},
		responses: [],
	});
	expect(record.board_ids).toContain('J293AP');
	expect(record.board_ids).not.toContain('J700AP');
	expect((await ask('/builds/25D771400a')).record.board_ids).toEqual(['J700AP']);
	const base = (await ask('/builds/25D2128')).record;
	expect([base.response, base.responses.map(({ build }: { build: string }) => build)]).toEqual([
		null,
		['25D771280a'],
	]);
});

test('a release lists all its responses, and a board only those offered to it', async () => {
	const responsesOf = async (path: string, version: string) => {
		const { releases } = (await ask(path)).record;
		const listed = releases.find((release: { version: string }) => release.version === version);
		return listed.responses.map(({ label, build }: Record<string, string>) => `${label} ${build}`);
	};
	expect(await responsesOf('/releases/13', '13.4.1')).toEqual([
		'13.4.1 (a) 22F770820b',
		'13.4.1 (a) 22F770830b',
		'13.4.1 (c) 22F770820d',
		'13.4.1 (c) 22F770830e',
	]);
	expect(await responsesOf('/boards/J415AP/releases', '13.4.1')).toEqual([
		'13.4.1 (a) 22F770830b',
		'13.4.1 (c) 22F770830e',
	]);
	expect(await responsesOf('/boards/J700AP/releases', '26.3.1')).toEqual([]);
	expect(await responsesOf('/releases/26', '26.4')).toEqual([]);
});

test('/cves names the release and the response with a fix, if they were out on the day', async () => {
	expect((await ask('/cves/CVE-2026-20643')).record).toMatchObject({
		fixed_in: ['26.4'],
		fixed_in_responses: ['26.3.1 (a)', '26.3.2 (a)'],
	});
	expect((await ask('/cves/CVE-2026-20643?as_of=2026-03-18')).record).toMatchObject({
		fixed_in: [],
		fixed_in_responses: ['26.3.1 (a)', '26.3.2 (a)'],
		fixes: [],
	});
	expect((await ask('/cves/CVE-2026-20643?as_of=2026-03-16')).status).toBe(404);
	const { text } = await ask('/cves/CVE-2026-20643', { Accept: 'text/plain' });
	expect(text).toContain('fixed_in_builds=25D771280a,25D771400a\n');
	expect(text).toMatch(/^(?:[a-z_]+=[A-Za-z0-9.,_-]*\n)+$/);
});

test('/cves with a Mac says whether a response gave it the fix', async () => {
	const check = async (board: string, on: string) => {
		const { record } = await ask(`/cves/CVE-2026-20643/${board}:${encodeURIComponent(on)}?as_of=2026-03-25`);
		return [record.state, record.fixed_in, record.fixed_in_build];
	};
	expect(await check('J293AP', '26.3.1')).toEqual(['missing', '26.3.1 (a)', '25D771280a']);
	expect(await check('J293AP', '26.3.1 (a)')).toEqual(['fixed', '26.3.1 (a)', '25D771280a']);
	expect(await check('J700AP', '26.3.2')).toEqual(['missing', '26.3.2 (a)', '25D771400a']);
	expect(await check('J293AP', '26.4')).toEqual(['fixed', '26.4', null]);
	const lines = await ask('/cves/CVE-2026-20643/J293AP:26.3.1', { Accept: 'text/plain' });
	expect(lines.text).toContain('fixed_in=26.3.1\nfixed_on=2026-03-17\nfixed_in_build=25D771280a\n');
});

test('a response is found by its build and by its name', async () => {
	for (const query of ['25D771280a', 'Background Security Improvement 26.3.1']) {
		const { results } = (await ask(`/search?q=${encodeURIComponent(query)}`)).record;
		expect(results.map(({ build }: { build?: string }) => build)).toContain('25D771280a');
	}
});
