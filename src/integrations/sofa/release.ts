import type { Catalog, Major, Release } from '../../catalog/catalog.ts';
import { daysBetween } from '../../text/day.ts';
import { devicesOf } from './devices.ts';

/** A release with everything that both schemas of the feed say of it. */
export interface SofaRelease {
	readonly release: Release;
	readonly updateName: string;
	/** The build of the release itself; empty where none is known. */
	readonly build: string;
	readonly builds: readonly string[];
	/** RFC 3339 at midnight: the hour is not known. */
	readonly releaseDate: string;
	/** The vendor's article, or its list of all articles where there is none. */
	readonly securityInfo: string;
	readonly devices: readonly string[];
	readonly cves: readonly { readonly id: string; readonly exploited: boolean; readonly inKev: boolean }[];
	readonly daysSincePrevious: number;
	/** The release after it that replaces it; null for the newest. */
	readonly next: Release | null;
	/** Made for some of the boards of its major alone. */
	readonly deviceSpecific: boolean;
}

/** The releases of a major, newest first. */
export function sofaReleases(catalog: Catalog, major: Major): SofaRelease[] {
	const releases = major.releases.filter(({ withdrawn }) => !withdrawn);
	return releases.map((_, at) => sofaRelease(catalog, major, releases, at)).toReversed();
}

function sofaRelease(catalog: Catalog, major: Major, releases: readonly Release[], at: number): SofaRelease {
	const release = releases[at]!;
	const previous = releases[at - 1];
	const list = catalog.security.lists.get(release.version);
	const builds = release.builds.map(({ build }) => build);
	const main = release.builds.find(({ kind }) => kind === 'release') ?? release.builds[0];
	return {
		release,
		updateName: `${major.systemName.split(' ')[0]} ${[major.releaseName, release.version.replace(/^(\d+)\.0$/, '$1')].filter(Boolean).join(' ')}`,
		build: main?.build ?? '',
		builds,
		releaseDate: momentOf(release),
		securityInfo: articleOf(list?.article ?? ''),
		devices: devicesOf(major, release),
		cves: (list?.fixes ?? []).map(({ cve }) => {
			const exploitation = catalog.security.cves.get(cve)?.exploitation ?? null;
			return { id: cve, exploited: exploitation !== null, inKev: exploitation?.kevAdded != null };
		}),
		daysSincePrevious: previous ? Math.max(0, daysBetween(previous.released, release.released)) : 0,
		next: releases[at + 1] ?? null,
		deviceSpecific: release.scope !== null,
	};
}

export function momentOf({ released }: Release): string {
	return `${released}T00:00:00Z`;
}

/** Two kinds of numbers, two kinds of addresses. */
export function articleOf(article: string): string {
	if (article === '') return 'https://support.apple.com/en-us/100100';
	return article.startsWith('HT')
		? `https://support.apple.com/kb/${article}`
		: `https://support.apple.com/en-us/${article}`;
}
