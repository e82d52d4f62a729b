import { expect, test } from 'bun:test';
import Ajv from 'ajv';
import { shipped } from '../../../../../test/shipped-data.ts';
import schema from '../../../../../test/sofa/sofa-v2.schema.json' with { type: 'json' };
import { listedMajors, type SofaSchema, sofaDocument, usualEnded } from './sofa-document.ts';

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

/** The document as it is served: through JSON, with a digest of its content. */
function documentOf(schema: SofaSchema, ended = usualEnded) {
	const document = sofaDocument(shipped, schema, listedMajors(shipped, ended, '2026-11-17'));
	return JSON.parse(JSON.stringify({ UpdateHash: '0'.repeat(64), ...document }));
}

test('majors from 11 on are listed, newest first, unless all their releases were withdrawn', () => {
	const names = listedMajors(shipped, 99, '2026-11-17').map(({ name }) => name);
	expect(names).toEqual(['27', '26', '15', '14', '13', '12', '11']);
	const major = shipped.majors.get('15')!;
	const releases = major.releases.map((release) => ({ ...release, withdrawn: true }));
	const majors = new Map([...shipped.majors, ['15', { ...major, releases }]]);
	const others = listedMajors({ ...shipped, majors }, 99, '2026-11-17').map(({ name }) => name);
	expect(others).toEqual(['27', '26', '14', '13', '12', '11']);
});

test('the second schema is valid by the schema that SOFA publishes', () => {
	const validate = new Ajv({ strict: false, validateFormats: false }).compile(schema);
	for (const ended of [0, 2, 99]) {
		const feed = documentOf('v2', ended);
		validate(feed);
		expect(validate.errors).toBeNull();
	}
});

test('Background Security Improvements are as in SOFA’s feed, with T2 Macs under both identifiers', () => {
	const feed = documentOf('v2') as {
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

test('every device of a release is in the map of devices', () => {
	const feed = documentOf('v2') as unknown as Feed & { Devices: Record<string, unknown> };
	const named = feed.OSVersions.flatMap(({ Latest, SecurityReleases }) =>
		[Latest, ...SecurityReleases].flatMap(({ SupportedDevices }) => SupportedDevices ?? []),
	);
	expect([...new Set(named)].filter((device) => !(device in feed.Devices))).toEqual([]);
});

test('the first schema has all members that its clients require', () => {
	const feed = documentOf('v1') as unknown as Feed;
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
	// Admins try tools in virtual machines first.
	expect(feed.Models['VirtualMac2,1']).toMatchObject({ OSVersions: [27, 26, 15, 14, 13] });
});

test('days do not move, and boards and fixes are those of the tables', () => {
	const feed = documentOf('v1', 3) as unknown as Feed;
	const releases = new Map(
		feed.OSVersions.flatMap(({ SecurityReleases }) => SecurityReleases).map((release) => [
			release.ProductVersion,
			release,
		]),
	);
	const days = ['12.6', '13.0.1', '13.3.1'].map((version) => releases.get(version)!.ReleaseDate.slice(0, 10));
	expect(days).toEqual(['2022-09-12', '2022-11-09', '2023-04-07']);
	// It is preinstalled on six more Macs, and was never offered to them.
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
