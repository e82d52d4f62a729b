import { majorLifecycle } from '../../advice/lifecycle.ts';
import type { Catalog, Major } from '../../catalog/catalog.ts';
import { latestOfV1, releaseOfV1, releaseOfV2 } from './schemas.ts';
import {
	devicesMap,
	improvementsOf,
	isShown,
	modelsOf,
	type SofaRelease,
	sofaReleases,
	supportedModels,
	titleOf,
} from './sofa-release.ts';

export type SofaSchema = 'v1' | 'v2';

/** How many unsupported majors are listed by default, for Macs that still run them. */
export const usualEnded = 2;
/** Security data begins with 11. */
const firstMajor = 11;

/**
 * The feed in SOFA's shape, without the digest of its content. Members that the tables cannot fill (XProtect,
 * installers, expiry) are present and empty, because clients decode them.
 */
export function sofaDocument(catalog: Catalog, schema: SofaSchema, majors: readonly Major[]) {
	const versions = majors.map((major) => osVersion(catalog, major, schema));
	if (schema === 'v1')
		return {
			OSVersions: versions,
			XProtectPayloads: {
				'com.apple.XProtectFramework.XProtect': '',
				'com.apple.XprotectFramework.PluginService': '',
				ReleaseDate: never,
			},
			XProtectPlistConfigData: { 'com.apple.XProtect': '', ReleaseDate: never },
			Models: modelsOf(catalog, majors),
			InstallationApps: {
				LatestUMA: { title: '', version: '', build: '', apple_slug: '', url: '' },
				AllPreviousUMA: [],
				LatestMacIPSW: {
					macos_ipsw_url: '',
					macos_ipsw_build: '',
					macos_ipsw_version: '',
					macos_ipsw_apple_slug: '',
				},
			},
		};
	return {
		SchemaVersion: '2026.04.11.2',
		Version: '2.0',
		LastCheck: catalog.changed,
		OSVersions: versions,
		Models: modelsOf(catalog, majors),
		Devices: devicesMap(majors),
		XProtectPayloads: {},
		XProtectPlistConfigData: {},
		BackgroundSecurityImprovements: improvementsOf(majors),
		InstallationApps: {},
	};
}

/** A placeholder for unknown moments that clients require. */
const never = '1970-01-01T00:00:00Z';

/** The majors of a feed, newest first: all supported ones, and a number of unsupported ones. */
export function listedMajors(catalog: Catalog, ended: number, today: string): Major[] {
	const majors = [...catalog.majors.values()]
		.filter(({ name, releases }) => Number(name) >= firstMajor && releases.some(isShown))
		.toReversed();
	const hasEnded = ({ name }: Major) => majorLifecycle(catalog, name, today)?.state === 'ended';
	return [...majors.filter((major) => !hasEnded(major)), ...majors.filter(hasEnded).slice(0, ended)];
}

function osVersion(catalog: Catalog, major: Major, schema: SofaSchema) {
	const releases = sofaReleases(catalog, major);
	const latest = releases[0]!;
	return {
		OSVersion: titleOf(major),
		Latest: schema === 'v1' ? latestOfV1(latest) : releaseOfV2(latest, releases, null),
		SecurityReleases: releases.map((release: SofaRelease) =>
			schema === 'v1' ? releaseOfV1(release) : releaseOfV2(release, releases, latest),
		),
		SupportedModels: supportedModels(catalog, major),
	};
}
