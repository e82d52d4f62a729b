import type { SofaRelease } from './release.ts';

/** A client of the first schema cannot do without a day; the tables have none, and nobody acts on it. */
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
