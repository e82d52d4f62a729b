import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import Ajv from 'ajv';
import { type ServiceProcess, startService } from '../service-process.ts';
import schema from './sofa-v2.schema.json' with { type: 'json' };

const v1 = '/sofa/v1/macos_data_feed.json';
const v2 = '/sofa/v2/macos_data_feed.json';

const basic = (user: string, password: string) => `Basic ${btoa(`${user}:${password}`)}`;

interface Release {
	ProductVersion: string;
	ReleaseDate: string;
	SupportedDevices: string[];
	CVEs: Record<string, boolean>;
	ActivelyExploitedCVEs: string[];
	UniqueCVEsCount: number;
	DaysSincePreviousRelease: number;
	SecurityInfo: string;
	UpdateName: string;
}

interface Feed {
	UpdateHash: string;
	OSVersions: {
		OSVersion: string;
		Latest: Release & { Build: string; ExpirationDate: string };
		SecurityReleases: Release[];
		SupportedModels: { Model: string; URL: string; Identifiers: Record<string, string> }[];
	}[];
	Models: Record<string, { MarketingName: string; SupportedOS: string[]; OSVersions: number[] }>;
	XProtectPayloads: Record<string, string>;
	XProtectPlistConfigData: Record<string, string>;
	InstallationApps: Record<string, unknown>;
}

describe('with SOFA_FEED=key', () => {
	let service: ServiceProcess;
	beforeAll(async () => {
		service = await startService({ env: { SOFA_FEED: 'key' } });
	});
	afterAll(() => service.remove());
	const ask = (path: string, authorization: string | null, headers: Record<string, string> = {}) =>
		fetch(service.address + path, {
			headers: { ...(authorization && { Authorization: authorization }), ...headers },
		});

	test('the key opens it, as it is or as the password of HTTP Basic', async () => {
		for (const path of [v1, v2])
			for (const authorization of [service.key, basic('any', service.key), basic('', service.key)])
				expect((await ask(path, authorization)).status).toBe(200);
	});

	test('nothing else opens it, and Basic opens nothing else', async () => {
		for (const wrong of [
			null,
			'AAAA-BBBB-CCCC-DDDD',
			basic('any', 'AAAA-BBBB-CCCC-DDDD'),
			'Basic !!!',
			basic(service.key, ''),
		])
			expect((await ask(v1, wrong)).status).toBe(403);
		expect((await ask('/items/14', basic('any', service.key))).status).toBe(403);
		expect((await ask('/sofa/v3/macos_data_feed.json', service.key)).status).toBe(404);
	});

	test('the second schema holds to the one that SOFA publishes', async () => {
		const validate = new Ajv({ strict: false, validateFormats: false }).compile(schema);
		for (const ended of [0, 2, 99]) {
			const feed = await (await ask(`${v2}?ended=${ended}`, service.key)).json();
			validate(feed);
			expect(validate.errors).toBeNull();
		}
	});

	test('Background Security Improvements are there as SOFA has them, T2 Macs under both identifiers', async () => {
		const feed = (await (await ask(v2, service.key)).json()) as {
			BackgroundSecurityImprovements: Record<string, Record<string, unknown>[]>;
		};
		expect(Object.keys(feed.BackgroundSecurityImprovements)).toEqual(['26']);
		const [neo, all] = feed.BackgroundSecurityImprovements['26']!;
		const superseded = { ProductVersion: '26.4', ReleaseDate: '2026-03-24T00:00:00Z', DaysLater: 7 };
		expect(neo).toEqual({
			Version: '26.3.2',
			VersionExtra: '(a)',
			Build: '25D771400a',
			PostingDate: '2026-03-17',
			DocumentationID: null,
			PrerequisiteVersion: null,
			PrerequisiteBuild: '25D2140',
			SupportedDevices: ['J700AP'],
			SecurityInfo: 'https://support.apple.com/en-us/126604',
			CVEs: ['CVE-2026-20643'],
			DeviceScope: 'device-specific',
			SupersededBy: { ...superseded, Build: '25E246' },
		});
		const { SupportedDevices, ...rest } = all!;
		expect(rest).toMatchObject({ Version: '26.3.1', Build: '25D771280a', DeviceScope: 'universal' });
		const devices = SupportedDevices as string[];
		// 62 in SOFA's feed; here also the six `Mac-...` board IDs of T2 Macs that run 26.
		expect(devices.filter((device) => !device.startsWith('Mac-'))).toHaveLength(62);
		expect(devices).not.toContain('J700AP');
	});

	test('every device that a release names is in the map of devices', async () => {
		const feed = (await (await ask(v2, service.key)).json()) as Feed & { Devices: Record<string, unknown> };
		const named = feed.OSVersions.flatMap(({ Latest, SecurityReleases }) =>
			[Latest, ...SecurityReleases].flatMap(({ SupportedDevices }) => SupportedDevices ?? []),
		);
		expect([...new Set(named)].filter((device) => !(device in feed.Devices))).toEqual([]);
	});

	test('the first schema has everything that its clients cannot do without', async () => {
		const feed = (await (await ask(v1, service.key)).json()) as Feed;
		expect(feed.UpdateHash).toMatch(/^[0-9a-f]{64}$/);
		expect(feed.OSVersions.map(({ OSVersion }) => OSVersion)).toEqual([
			'Golden Gate 27',
			'Tahoe 26',
			'Sequoia 15',
			'Sonoma 14',
			'Ventura 13',
		]);
		const moment = /^\d{4}-\d\d-\d\dT00:00:00Z$/;
		for (const { Latest, SecurityReleases, SupportedModels } of feed.OSVersions) {
			expect(Latest.ProductVersion).toBe(SecurityReleases[0]!.ProductVersion);
			expect([Latest.ReleaseDate, Latest.ExpirationDate].every((text) => moment.test(text))).toBe(true);
			for (const release of SecurityReleases) {
				expect(release.ReleaseDate).toMatch(moment);
				expect(release.SecurityInfo).toMatch(/^https:\/\/support\.apple\.com\//);
				expect(release.SupportedDevices.length).toBeGreaterThan(0);
				expect(Object.keys(release.CVEs)).toHaveLength(release.UniqueCVEsCount);
				expect(Number.isInteger(release.DaysSincePreviousRelease)).toBe(true);
			}
			expect(SupportedModels.every(({ Model, URL, Identifiers }) => Model && URL === '' && Identifiers)).toBe(
				true,
			);
		}
		expect(feed.XProtectPayloads).toEqual({
			'com.apple.XProtectFramework.XProtect': '',
			'com.apple.XprotectFramework.PluginService': '',
			ReleaseDate: '1970-01-01T00:00:00Z',
		});
		expect(Object.keys(feed.InstallationApps)).toEqual(['LatestUMA', 'AllPreviousUMA', 'LatestMacIPSW']);
		expect(feed.Models['Mac14,2']).toEqual({
			MarketingName: 'MacBook Air (M2, 2022)',
			SupportedOS: ['Golden Gate 27', 'Tahoe 26', 'Sequoia 15', 'Sonoma 14', 'Ventura 13'],
			OSVersions: [27, 26, 15, 14, 13],
		});
		// Tools are tried in virtual machines before they go anywhere else.
		expect(feed.Models['VirtualMac2,1']).toMatchObject({ OSVersions: [27, 26, 15, 14, 13] });
	});

	test('days do not move, and boards and fixes are those of the tables', async () => {
		const feed = (await (await ask(`${v1}?ended=3`, service.key)).json()) as Feed;
		const releases = new Map(
			feed.OSVersions.flatMap(({ SecurityReleases }) => SecurityReleases).map((release) => [
				release.ProductVersion,
				release,
			]),
		);
		const days = ['12.6', '13.0.1', '13.3.1'].map((version) =>
			releases.get(version)!.ReleaseDate.slice(0, 10),
		);
		expect(days).toEqual(['2022-09-12', '2022-11-09', '2023-04-07']);
		// Six more Macs have it from the factory, and were never offered it.
		expect(releases.get('26.3.2')!.SupportedDevices).toEqual(['J700AP']);
		const [earlier, later] = ['26.2', '26.3'].map((version) => Object.keys(releases.get(version)!.CVEs));
		for (const cve of ['CVE-2025-14174', 'CVE-2025-43529']) {
			expect(earlier).toContain(cve);
			expect(later).not.toContain(cve);
		}
		expect(releases.get('26.6.1')!.ActivelyExploitedCVEs).toEqual(['CVE-2026-65400']);
		const devices = releases.get('15.7.9')!.SupportedDevices;
		expect(devices).toContain('J152FAP');
		expect(devices).toContain('Mac-937A206F2EE63C01');
		expect(devices).not.toContain('J152fAP');
	});

	test('is compressed, and has one weak tag for HEAD and GET in every encoding, so that nothing is sent twice', async () => {
		const packed = await ask(v1, service.key, { 'Accept-Encoding': 'gzip' });
		expect(packed.headers.get('content-encoding')).toBe('gzip');
		expect(packed.headers.get('vary')).toBe('Accept-Encoding');
		const tag = packed.headers.get('etag')!;
		expect(tag).toMatch(/^W\/"[^"]+"$/);
		for (const encoding of ['identity', 'gzip', 'br'])
			for (const method of ['HEAD', 'GET']) {
				const headers = { Authorization: service.key, 'Accept-Encoding': encoding };
				const first = await fetch(service.address + v1, { method, headers });
				expect([encoding, method, first.status, first.headers.get('etag')]).toEqual([
					encoding,
					method,
					200,
					tag,
				]);
				for (const known of [tag, tag.slice(2), `"other", ${tag}`, '*']) {
					const again = await fetch(service.address + v1, {
						method,
						headers: { ...headers, 'If-None-Match': known },
					});
					expect([encoding, method, known, again.status]).toEqual([encoding, method, known, 304]);
				}
				const other = await fetch(service.address + v1, {
					method,
					headers: { ...headers, 'If-None-Match': '"other"' },
				});
				expect(other.status).toBe(200);
			}
		// The second schema is another document.
		expect((await ask(v1.replace('v1', 'v2'), service.key)).headers.get('etag')).not.toBe(tag);
	});

	test('the extension of osquery downloads it once: it asks for the tag with HEAD, and gets what it does not have', async () => {
		let cached: string | null = null;
		let downloads = 0;
		for (let run = 0; run < 5; run++) {
			// Go's client asks for gzip by itself with GET, and not with HEAD.
			const head = await fetch(service.address + v1, {
				method: 'HEAD',
				headers: { Authorization: service.key, 'Accept-Encoding': 'identity' },
			});
			if (head.headers.get('etag') === cached) continue;
			const got = await ask(v1, service.key, { 'Accept-Encoding': 'gzip' });
			cached = got.headers.get('etag');
			downloads++;
		}
		expect(downloads).toBe(1);
	});

	test('a number of ended majors that is none is refused', async () => {
		const response = await ask(`${v1}?ended=x`, service.key);
		expect(response.status).toBe(400);
		expect(await response.json()).toMatchObject({ code: 'bad-parameter', parameter: 'ended' });
	});

	test('another method is refused', async () => {
		const response = await fetch(service.address + v1, {
			method: 'POST',
			headers: { Authorization: service.key },
		});
		expect(response.status).toBe(405);
	});
});

test('with SOFA_FEED=public nobody needs a key for it, and for everything else as before', async () => {
	const service = await startService({ env: { SOFA_FEED: 'public' } });
	try {
		expect((await service.get(v1, '')).status).toBe(200);
		expect((await service.get(v2, '')).status).toBe(200);
		expect((await service.get('/items/14', '')).status).toBe(403);
	} finally {
		await service.remove();
	}
});

test('without the setting there is no such feed', async () => {
	const service = await startService();
	try {
		expect((await service.get(v1)).status).toBe(404);
		expect((await service.get(v1, '')).status).toBe(403);
	} finally {
		await service.remove();
	}
});
