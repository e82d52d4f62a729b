import type { Release } from '../../catalog/catalog.ts';
import { daysBetween } from '../../text/day.ts';
import { counted } from '../../text/numbers.ts';
import { momentOf, type SofaRelease } from './sofa-release.ts';

/** A release of the second schema; devices are omitted if they are those of `latest`. */
export function releaseOfV2(feed: SofaRelease, all: readonly SofaRelease[], latest: SofaRelease | null) {
	const { release, cves } = feed;
	const exploited = cves.filter(({ exploited }) => exploited).map(({ id }) => id);
	const hasSameDevices = latest !== null && latest.devices.join() === feed.devices.join();
	const refer = (other: Release) => referenceTo(other, release, all);
	const universal = feed.deviceSpecific ? nextForAll(feed, all) : null;
	return {
		UpdateName: feed.updateName,
		ProductName: 'macOS',
		ProductVersion: release.version,
		Build: feed.build,
		AllBuilds: feed.builds,
		ReleaseDate: feed.releaseDate,
		ReleaseType: 'OS',
		SecurityInfo: feed.securityInfo,
		SecurityInfoContext: contextOf(feed),
		...(!hasSameDevices && { SupportedDevices: feed.devices }),
		CVEs: Object.fromEntries(
			cves.map(({ id, exploited, inKev }) => [
				id,
				exploited
					? {
							NISTURL: `https://nvd.nist.gov/vuln/detail/${id}`,
							ActivelyExploited: true,
							...(inKev && { InKEV: true }),
						}
					: {},
			]),
		),
		ActivelyExploitedCVEs: exploited,
		UniqueCVEsCount: cves.length,
		DaysSincePreviousRelease: feed.daysSincePrevious,
		DeviceScope: feed.deviceSpecific ? 'device-specific' : 'universal',
		...(feed.next && { SupersededBy: refer(feed.next) }),
		...(universal && { MergedInto: refer(universal.release) }),
		UpdateSummary: summaryOf(cves.length, exploited.length),
	};
}

function referenceTo(other: Release, from: Release, all: readonly SofaRelease[]) {
	return {
		ProductVersion: other.version,
		Build: all.find(({ release }) => release === other)?.build ?? '',
		ReleaseDate: momentOf(other),
		DaysLater: Math.max(0, daysBetween(from.released, other.released)),
	};
}

/** The next release that has all of its devices; `all` is newest first. */
function nextForAll(feed: SofaRelease, all: readonly SofaRelease[]): SofaRelease | null {
	const later = all.slice(0, all.indexOf(feed)).toReversed();
	const holds = ({ devices }: SofaRelease) => feed.devices.every((device) => devices.includes(device));
	return later.find((candidate) => !candidate.deviceSpecific && holds(candidate)) ?? null;
}

function contextOf({ release, cves, next }: SofaRelease): string {
	const fixes = cves.length === 0 ? 'No published fix is known for it.' : `It fixes ${count(cves.length)}.`;
	const after = next
		? ` ${next.version} followed on ${next.released}.`
		: ' It is the latest of its major version.';
	return `macOS ${release.version} came out on ${release.released}. ${fixes}${after}`;
}

/** The tables have no severities: those counts are zero. */
function summaryOf(total: number, exploited: number) {
	const stats = { Critical: 0, Exploited: exploited, High: 0, Low: 0, Medium: 0, Remote: 0, Total: total };
	if (exploited > 0)
		return {
			Priority: 'critical',
			Summary: `Fixes ${count(exploited)} that attackers use`,
			Recommendation: 'Install it now: it fixes exploited vulnerabilities',
			Stats: stats,
		};
	return total > 0
		? {
				Priority: 'high',
				Summary: `Fixes ${count(total)}`,
				Recommendation: 'Install it: it fixes vulnerabilities',
				Stats: stats,
			}
		: {
				Priority: 'low',
				Summary: 'No published fixes',
				Recommendation: 'Install it when convenient',
				Stats: stats,
			};
}

function count(number: number): string {
	return counted(number, 'published vulnerability', 'published vulnerabilities');
}

/** Clients of the first schema require an expiry day, although none uses it. The tables have no such days. */
const noExpiry = '9999-12-31T00:00:00Z';

export function latestOfV1(feed: SofaRelease) {
	return {
		ProductVersion: feed.release.version,
		Build: feed.build,
		ReleaseDate: feed.releaseDate,
		ExpirationDate: noExpiry,
		SupportedDevices: feed.devices,
		SecurityInfo: feed.securityInfo,
		...cvesOf(feed),
	};
}

export function releaseOfV1(feed: SofaRelease) {
	return {
		UpdateName: feed.updateName,
		ProductName: 'macOS',
		ProductVersion: feed.release.version,
		ReleaseDate: feed.releaseDate,
		ReleaseType: 'OS',
		SecurityInfo: feed.securityInfo,
		SupportedDevices: feed.devices,
		...cvesOf(feed),
		DaysSincePreviousRelease: feed.daysSincePrevious,
	};
}

function cvesOf({ cves }: SofaRelease) {
	return {
		CVEs: Object.fromEntries(cves.map(({ id, exploited }) => [id, exploited])),
		ActivelyExploitedCVEs: cves.filter(({ exploited }) => exploited).map(({ id }) => id),
		UniqueCVEsCount: cves.length,
	};
}
