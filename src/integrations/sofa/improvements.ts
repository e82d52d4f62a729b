import type { Major, Release, SecurityResponse } from '../../catalog/catalog.ts';
import { isOfferedResponse } from '../../catalog/security-response.ts';
import { daysBetween } from '../../text/day.ts';
import { deviceOf } from './devices.ts';
import { articleOf, momentOf } from './release.ts';

/**
 * The Background Security Improvements of each major that has some, newest version first. The Rapid Security Responses of 2023
 * had no place in the feed.
 */
export function improvementsOf(majors: readonly Major[]) {
	const found = majors.map((major) => [major.name, ofMajor(major)] as const);
	return Object.fromEntries(found.filter(([, entries]) => entries.length > 0));
}

function ofMajor(major: Major) {
	return major.releases.toReversed().flatMap((release) =>
		release.responses
			.filter(({ kind, withdrawn }) => kind === 'bsi' && !withdrawn)
			.toReversed()
			.map((response) => entryOf(major, release, response)),
	);
}

function entryOf(major: Major, release: Release, response: SecurityResponse) {
	const { version, letter, build, baseBuild, released, supersededBy } = response;
	const next = supersededBy === null ? undefined : major.byVersion.get(supersededBy);
	const running = major.boards.filter(({ support }) => support.get(major.name)!.releases.includes(release));
	return {
		Version: version,
		VersionExtra: `(${letter})`,
		Build: build,
		PostingDate: released,
		DocumentationID: null,
		PrerequisiteVersion: null,
		PrerequisiteBuild: baseBuild,
		SupportedDevices: running
			.filter((board) => isOfferedResponse(response, board))
			.map(deviceOf)
			.sort(),
		SecurityInfo: articleOf(response.article),
		CVEs: response.cves,
		DeviceScope: response.scope === 'all' ? 'universal' : 'device-specific',
		...(next && {
			SupersededBy: {
				ProductVersion: next.version,
				Build: next.builds.find(({ kind }) => kind === 'release')?.build ?? '',
				ReleaseDate: momentOf(next),
				DaysLater: daysBetween(released, next.released),
			},
		}),
	};
}
