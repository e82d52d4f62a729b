import { expect, test } from 'bun:test';
import { gunzipSync } from 'node:zlib';
import { askedService } from '../../../../../test/reads/asked-service.ts';

const { send, ask } = askedService();

test('/exposure has exactly these members, in this order', async () => {
	const { record } = await ask('/exposure/J293AP:14.8.8?as_of=2026-11-01');
	expect(record).toEqual({
		board_id: 'J293AP',
		board_ids: ['J293AP'],
		version: '14.8.8',
		major: '14',
		as_of: '2026-11-01',
		known: 'complete',
		missing_count: 1,
		exploited_missing_count: 1,
		exposed_days: 87,
		missing: [
			{
				cve_id: 'CVE-2026-65400',
				fixed_in: '14.8.9',
				fixed_on: '2026-08-06',
				fixed_in_build: null,
				install: '14.8.9',
				install_safari: null,
				exploited: true,
				kev_added: '2026-08-18',
				kev_due: '2026-08-21',
				impact:
					'An attacker on the network may be able to authenticate to Screen Sharing without valid credentials',
			},
		],
		fixed_elsewhere_count: 243,
		fixed_elsewhere_exploited_count: 1,
		fixed_elsewhere_exploited: ['CVE-2026-86950'],
		not_stated_count: 593,
		not_stated_exploited_count: 10,
		not_stated_exploited: [
			'CVE-2024-44308',
			'CVE-2024-44309',
			'CVE-2025-24201',
			'CVE-2025-31200',
			'CVE-2025-31201',
			'CVE-2025-6558',
			'CVE-2025-31277',
			'CVE-2025-14174',
			'CVE-2025-43529',
			'CVE-2026-20700',
		],
		safari: null,
		latest_safari: '26.6.1',
		latest_safari_released: '2026-08-18',
		safari_ended: true,
		safari_missing_count: null,
		safari_missing_exploited_count: null,
		safari_not_reported_count: 218,
		safari_not_reported_exploited_count: 7,
		response: null,
		response_standing: null,
		latest_response: null,
		latest_response_build: null,
		latest_response_released: null,
		maybe_fixed_count: 0,
		doubt: null,
		summary:
			'14.8.8 is missing 1 fix from later releases of 14, 1 of them for exploited vulnerabilities; the first has been out for 87 days. 243 more CVEs, 1 of them exploited, are fixed only in newer versions, and 14 has had no release since. 593 more CVEs, 10 of them exploited, are fixed in newer versions and not listed for 14: Apple has not said whether 14 is affected.',
	});
});

test('a day before the catalog added it, the CVE was not known to be exploited', async () => {
	const { record } = await ask('/exposure/J293AP:14.8.8?as_of=2026-08-17');
	expect(record.missing[0]).toMatchObject({ exploited: false, kev_added: null, kev_due: null });
	expect((await ask('/exposure/J293AP:14.8.8?as_of=2026-08-05')).record).toMatchObject({
		missing_count: 0,
		exposed_days: 0,
		missing: [],
	});
});

test('before 11 nothing is known, and the counts are null', async () => {
	const { record } = await ask('/exposure/Mac-E1008331FDC96864:10.15.7');
	expect(record).toMatchObject({
		known: 'unknown',
		missing_count: null,
		exploited_missing_count: null,
		exposed_days: null,
		missing: [],
		fixed_elsewhere_count: null,
		fixed_elsewhere_exploited_count: null,
		fixed_elsewhere_exploited: [],
		not_stated_count: null,
		not_stated_exploited_count: null,
		not_stated_exploited: [],
	});
});

test('an unknown release and a major version alone have unknown exposure', async () => {
	for (const version of ['26.4.9', '15.70', '26', '26.9'])
		expect((await ask(`/exposure/J293AP:${version}`)).record).toMatchObject({
			known: 'unknown',
			missing_count: null,
			missing: [],
			summary: `${version} is not a release that is known here, so nothing can be said about what it is missing.`,
		});
});

test('a version may be written as inventories write it', async () => {
	const plain = (await ask('/exposure/J293AP:14.7.2')).text;
	for (const spelling of ['macOS%2014.7.2', '23H311', '14.7.2%20(23H311)'])
		expect((await ask(`/exposure/J293AP:${spelling}`)).text).toBe(plain);
});

test('a name of several Macs is answered if all have the same answer, which then lists them', async () => {
	// The MacBook Pro with M1 and the one with M2 have this number on their cases.
	const { record } = await ask('/exposure/A2338:14.7.2');
	expect(record).toMatchObject({ board_id: 'J293AP', board_ids: ['J293AP', 'J493AP'], missing_count: 652 });
	expect((await ask('/advice/A2338:14.7.2')).record).toMatchObject({
		board_id: 'J293AP',
		board_ids: ['J293AP', 'J493AP'],
		missing_count: 652,
	});
	// Three iMacs have this number, two of them with a T2 and so two identifiers. One does not run 26: the fixes of 15 are
	// the same for all, but the newest release is not.
	expect((await ask('/exposure/A2115:15.3')).record.board_ids).toHaveLength(5);
	expect((await ask('/advice/A2115:15.3')).record.code).toBe('board-ambiguous');
});

test('the problem says what is missing', async () => {
	const code = async (path: string) => (await ask(path)).record.code;
	expect(await code('/exposure/J999AP:14.7.2')).toBe('board-unknown');
	expect(await code('/exposure/J293AP:10.15.7')).toBe('major-not-supported');
	expect(await code('/exposure/J293AP:99.0')).toBe('major-unknown');
	expect(await code('/exposure/J293AP:14.x')).toBe('version-unknown');
	expect(await code('/exposure/J293AP:23H999')).toBe('build-unknown');
	expect(await code('/exposure/J293AP:14.7.2?as_of=x')).toBe('bad-parameter');
	expect(await code('/exposure/J293AP')).toBe('not-found');
});

test('the counts come as lines, with the exploited CVEs', async () => {
	const { text } = await ask('/exposure/J293AP:14.7.2?as_of=2026-11-01', { Accept: 'text/plain' });
	expect(text).toBe(
		`board_id=J293AP
board_ids=J293AP
version=14.7.2
major=14
as_of=2026-11-01
known=complete
missing_count=652
exploited_missing_count=6
exposed_days=643
fixed_elsewhere_count=243
fixed_elsewhere_exploited_count=1
fixed_elsewhere_exploited=CVE-2026-86950
not_stated_count=593
not_stated_exploited_count=10
not_stated_exploited=CVE-2024-44308,CVE-2024-44309,CVE-2025-24201,CVE-2025-31200,CVE-2025-31201,CVE-2025-6558,CVE-2025-31277,CVE-2025-14174,CVE-2025-43529,CVE-2026-20700
safari=
latest_safari=26.6.1
latest_safari_released=2026-08-18
safari_ended=true
safari_missing_count=
safari_missing_exploited_count=
safari_not_reported_count=218
safari_not_reported_exploited_count=7
response=
response_standing=
latest_response=
latest_response_build=
latest_response_released=
maybe_fixed_count=0
exploited_missing=CVE-2025-43200,CVE-2025-24085,CVE-2025-43300,CVE-2025-43510,CVE-2025-43520,CVE-2026-65400
`,
	);
});

test('a long answer is compressed for clients that accept it, each encoding with its own tag', async () => {
	const path = '/exposure/J293AP:15.0?as_of=2026-11-01';
	const plain = await ask(path);
	const forms = ['br', 'gzip'].map((encoding) => send(path, { 'Accept-Encoding': encoding }));
	const tags = [plain.headers, ...forms.map(({ headers }) => headers)].map((headers) => headers.get('etag'));
	expect(new Set(tags).size).toBe(3);
	expect(forms.map(({ headers }) => headers.get('content-encoding'))).toEqual(['br', 'gzip']);
	for (const { headers } of [plain, ...forms]) expect(headers.get('vary')).toBe('Accept, Accept-Encoding');
	expect(gunzipSync(new Uint8Array(await forms[1]!.arrayBuffer())).toString()).toBe(plain.text);
	const again = (encoding: string, tag: string) =>
		send(path, { 'Accept-Encoding': encoding, 'If-None-Match': tag }).status;
	expect([again('br', tags[1]!), again('gzip', tags[2]!), again('identity', tags[0]!)]).toEqual([
		304, 304, 304,
	]);
	expect([again('gzip', tags[1]!), again('br;q=0, gzip', tags[1]!), again('br', tags[0]!)]).toEqual([
		200, 200, 200,
	]);
});

test('every long list is compressed, and short ones are not', async () => {
	for (const path of [
		'/boards',
		'/releases',
		'/releases/14',
		'/boards/J293AP/releases',
		'/releases/26.6/cves',
	]) {
		const response = send(path, { 'Accept-Encoding': 'gzip, deflate, br' });
		expect([path, response.headers.get('content-encoding')]).toEqual([path, 'br']);
		expect(response.headers.get('vary')).toBe('Accept-Encoding');
	}
	expect(
		send('/releases/26.7.1/cves', { 'Accept-Encoding': 'br' }).headers.get('content-encoding'),
	).toBeNull();
});

test('a board says how long it gets updates, and a major how it is supported', async () => {
	expect((await ask('/boards/Mac-E1008331FDC96864')).record).toMatchObject({
		last_major: '26',
		gets_updates: true,
		ended_on: null,
		estimated_end: '2028-09',
	});
	expect((await ask('/boards/Mac-06F11FD93F0323C5')).record).toMatchObject({
		last_major: '12',
		gets_updates: false,
		ended_on: '2024-09-16',
		estimated_end: null,
	});
	expect((await ask('/releases/14')).record).toMatchObject({
		support: 'ended',
		ended_on: '2026-09-14',
		estimated_end: null,
		basis: 'the third newer major version, 27, came out on 2026-09-14',
	});
	const { record } = await ask('/releases');
	expect(record.majors.at(-1)).toMatchObject({ major: '27', support: 'current', estimated_end: '2029-09' });
});

test('a version with a letter that the build contradicts is the same in /advice and /exposure', async () => {
	const path = 'J700AP:26.3.1 (a) (25D2140)?as_of=2026-11-01';
	const [advice, exposure] = [await ask(`/advice/${path}`), await ask(`/exposure/${path}`)];
	const doubt =
		'Version 26.3.1 and build 25D2140 contradict each other. Build 25D2140 is 26.3.2, so 26.3.2 counts, without (a).';
	const facts = {
		version: '26.3.2',
		doubt,
		response: null,
		response_standing: 'not-reported',
		missing_count: 569,
	};
	expect([advice.record, exposure.record]).toMatchObject([facts, facts]);
	expect(exposure.record.summary).toContain(doubt);
	expect(advice.record.maybe_fixed_count).toBe(exposure.record.maybe_fixed_count);
});
