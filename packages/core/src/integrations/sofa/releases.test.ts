import { expect, test } from 'bun:test';
import { shipped } from '../../../../../test/shipped-data.ts';
import { releaseOfV2 } from './schemas.ts';
import { devicesMap, sofaReleases } from './sofa-release.ts';

const releasesOf = (major: string) => sofaReleases(shipped, shipped.majors.get(major)!);
const inV2 = (version: string) => {
	const all = releasesOf(version.split('.')[0]!);
	return releaseOfV2(all.find(({ release }) => release.version === version)!, all, null);
};

test('a release of the second schema, member by member', () => {
	const { CVEs, SupportedDevices, ...rest } = inV2('14.6');
	expect(rest).toEqual({
		UpdateName: 'macOS Sonoma 14.6',
		ProductName: 'macOS',
		ProductVersion: '14.6',
		Build: '23G80',
		AllBuilds: ['23G80'],
		ReleaseDate: '2024-07-29T00:00:00Z',
		ReleaseType: 'OS',
		SecurityInfo: 'https://support.apple.com/en-us/120911',
		SecurityInfoContext:
			'macOS 14.6 came out on 2024-07-29. It fixes 80 published vulnerabilities. 14.6.1 followed on 2024-08-07.',
		ActivelyExploitedCVEs: [],
		UniqueCVEsCount: 80,
		DaysSincePreviousRelease: 77,
		DeviceScope: 'universal',
		SupersededBy: {
			ProductVersion: '14.6.1',
			Build: '23G93',
			ReleaseDate: '2024-08-07T00:00:00Z',
			DaysLater: 9,
		},
		UpdateSummary: {
			Priority: 'high',
			Summary: 'Fixes 80 published vulnerabilities',
			Recommendation: 'Install it: it fixes vulnerabilities',
			Stats: { Critical: 0, Exploited: 0, High: 0, Low: 0, Medium: 0, Remote: 0, Total: 80 },
		},
	});
	expect(Object.keys(CVEs)).toHaveLength(80);
	expect(SupportedDevices).toContain('J293AP');
});

test('a release for a single Mac is merged into the next release for all Macs', () => {
	const next = {
		ProductVersion: '26.4',
		Build: '25E246',
		ReleaseDate: '2026-03-24T00:00:00Z',
		DaysLater: 14,
	};
	expect(inV2('26.3.2')).toMatchObject({
		SupportedDevices: ['J700AP'],
		DeviceScope: 'device-specific',
		DaysSincePreviousRelease: 6,
		SupersededBy: next,
		MergedInto: next,
		SecurityInfo: 'https://support.apple.com/en-us/100100',
		UpdateSummary: { Priority: 'low', Summary: 'No published fixes' },
	});
});

test('a release for some Macs merges only into one that has all of them', () => {
	const all = releasesOf('26').map((each) =>
		each.release.version === '26.3.2' ? { ...each, devices: ['J700AP', 'J999AP'] } : each,
	);
	const feed = all.find(({ release }) => release.version === '26.3.2')!;
	expect(releaseOfV2(feed, all, null)).not.toHaveProperty('MergedInto');
});

test('a device has a model identifier if the tables have one', () => {
	const { J293AP: mac, 'VMM-x86_64': virtual } = devicesMap([shipped.majors.get('26')!]);
	expect([mac, virtual]).toEqual([
		{ DeviceID: 'MacBookPro17,1', MarketingName: 'MacBook Pro (13-inch, M1, 2020)' },
		{ MarketingName: 'Intel virtual machine' },
	]);
});

test('exploited vulnerabilities are counted, and those in CISA’s catalog are named', () => {
	const [newest] = releasesOf('14');
	const fixes = [
		{ id: 'CVE-1', exploited: true, inKev: true },
		{ id: 'CVE-2', exploited: true, inKev: false },
		{ id: 'CVE-3', exploited: false, inKev: false },
	];
	const record = releaseOfV2({ ...newest!, cves: fixes, next: null }, [newest!], newest!);
	expect(record.CVEs).toEqual({
		'CVE-1': {
			NISTURL: 'https://nvd.nist.gov/vuln/detail/CVE-1',
			ActivelyExploited: true,
			InKEV: true,
		},
		'CVE-2': { NISTURL: 'https://nvd.nist.gov/vuln/detail/CVE-2', ActivelyExploited: true },
		'CVE-3': {},
	});
	expect(record.ActivelyExploitedCVEs).toEqual(['CVE-1', 'CVE-2']);
	expect(record.UpdateSummary).toMatchObject({
		Priority: 'critical',
		Summary: 'Fixes 2 published vulnerabilities that attackers use',
		Stats: { Exploited: 2, Total: 3 },
	});
	expect(record.SecurityInfoContext).toEndWith('It is the latest of its major version.');
	expect(record).not.toHaveProperty('SupportedDevices');
	expect(record).not.toHaveProperty('SupersededBy');
});

test('the build of a release is the released one, else the first, else empty', () => {
	const builds = (major: string, version: string) => {
		const { build, builds: all } = releasesOf(major).find(({ release }) => release.version === version)!;
		return [build, ...all];
	};
	expect(builds('11', '11.3')).toEqual(['20E232', '20E217', '20E232']);
	expect(builds('11', '11.0')).toEqual(['20A2411', '20A2411']);
	const { build } = sofaReleases(shipped, {
		...shipped.majors.get('11')!,
		releases: [{ ...shipped.releases.get('11.3')!, builds: [] }],
	})[0]!;
	expect(build).toBe('');
});
