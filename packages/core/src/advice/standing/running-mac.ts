import type { Board, Catalog, Cve, Release, Support } from '../../catalog/catalog.ts';
import { parseVersion, type Version } from '../../catalog/version.ts';
import { type CveCheck, checkCve, unknownCheck } from '../exposure/cve-check.ts';
import {
	countExposure,
	type Exposure,
	type ExposureCounts,
	exposureOf,
	nothingKnown,
	nothingMissing,
} from '../exposure/exposure.ts';
import type { Running } from '../exposure/fixes.ts';
import { type Installed, type ResponseState, responseState } from '../installed.ts';
import { releaseNamed, standingOfVersion, type VersionStanding } from './version-standing.ts';

/** What runs on a Mac, as far as its report shows. */
export interface RunningMac extends Running {
	readonly version: Version;
	readonly versionStanding: VersionStanding;
	/** The release of that number, whether or not it was out on the day. */
	readonly named: Release | null;
	/** Null also for a release that was not out yet. */
	readonly release: Release | null;
	/** The board in that major; null if it does not run it. */
	readonly support: Support | null;
	readonly responseState: ResponseState;
	/** Whether its fixes are known: it reports a release, and no unknown security response. */
	readonly hasKnownFixes: boolean;
}

/** Null for a text that is not a version. */
export function runningMac(
	catalog: Catalog,
	board: Board,
	installed: Installed,
	asOf: string,
): RunningMac | null {
	const version = catalog.releases.get(installed.version)?.parsed ?? parseVersion(installed.version);
	if (!version) return null;
	const named = releaseNamed(catalog.majors.get(version.major) ?? null, version);
	const release = named && named.released <= asOf ? named : null;
	const support = board.support.get(version.major) ?? null;
	const versionStanding = standingOfVersion(catalog, { version, build: installed.build }, support, asOf);
	const state = responseState(board, release, installed, asOf);
	return {
		version,
		versionStanding,
		named,
		release,
		support,
		response: state.installed,
		safari: installed.safari ?? null,
		responseState: state,
		hasKnownFixes: isKnownRelease(versionStanding) && state.standing !== 'unknown',
	};
}

function isKnownRelease(standing: VersionStanding): boolean {
	return ['known', 'withdrawn', 'not-for-board'].includes(standing);
}

/** How many fixes a Mac lacks. Not known for a version that no release has, and for a board that does not run the major. */
export function macExposureCounts(catalog: Catalog, mac: RunningMac, asOf: string): ExposureCounts {
	const { support, hasKnownFixes } = mac;
	return support && hasKnownFixes ? countExposure(catalog, support, mac, asOf) : nothingKnown;
}

/** The same with every missing fix. */
export function macExposure(catalog: Catalog, mac: RunningMac, asOf: string): Exposure {
	const { support, hasKnownFixes } = mac;
	return support && hasKnownFixes ? exposureOf(catalog, support, mac, asOf) : nothingMissing;
}

/** Whether a Mac has the fix of a CVE. If it reports an unknown security response, that may have a fix that is otherwise missing. */
export function cveOnMac(catalog: Catalog, mac: RunningMac, cve: Cve, asOf: string): CveCheck {
	const {
		support,
		responseState: { standing },
	} = mac;
	if (!support || !isKnownRelease(mac.versionStanding)) return unknownCheck;
	const check = checkCve(catalog, { support, running: mac, cve, asOf });
	return standing === 'unknown' && check.state === 'missing' ? unknownCheck : check;
}
