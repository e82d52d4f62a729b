import { isResponseShaped, parseBuild } from '../catalog/build-number.ts';
import type { Board, Catalog, Release, SecurityResponse } from '../catalog/catalog.ts';
import { majorOfTrain } from '../catalog/lookup.ts';
import type { InstalledSafari } from '../catalog/safari.ts';
import { isOfferedResponse } from '../catalog/security-response.ts';
import { parseVersion } from '../catalog/version.ts';

/** What a Mac runs, after a contradiction between its version and its build is resolved. */
export interface Installed {
	readonly version: string;
	readonly build: string | null;
	/** The letter of a security response, as reported. */
	readonly supplement?: string | null;
	/** The inventory reports builds of security responses, and this one is a base build: no response is installed. */
	readonly hasNoResponse?: boolean;
	/** How version and build contradict each other, in a sentence; null if they do not. */
	readonly doubt?: string | null;
	/** The Safari that was reported with it. */
	readonly safari?: InstalledSafari | null;
	/** The first day on which the Mac is known: enrolled, or first seen. A policy may give new Macs time. */
	readonly known?: string | null;
	/** Neither version nor build is proven, so the version may be wrong. */
	readonly isUnsure?: boolean;
}

/** A known build decides which release is installed, even if the reported version differs. Null without a version. */
export function installedOf(
	catalog: Catalog,
	{
		version,
		build,
		supplement = null,
		hasNoResponse = false,
	}: Omit<Installed, 'version'> & { readonly version: string | null },
): Installed | null {
	if (version === null) return null;
	const built = build === null ? undefined : catalog.builds.get(build)?.version;
	if (built === undefined) {
		const doubt = build === null ? null : doubtOf(catalog, version, build);
		return { version, build, supplement, hasNoResponse, doubt, isUnsure: doubt !== null };
	}
	if (built === version) return { version, build, supplement, hasNoResponse, doubt: null };
	// The reported letter belongs to the other release.
	const without = supplement === null ? '' : `, without (${supplement})`;
	return {
		version: built,
		build,
		supplement: null,
		hasNoResponse,
		doubt: `Version ${version} and build ${build} contradict each other. Build ${build} is ${built}, so ${built} counts${without}.`,
	};
}

/** An unknown build, such as a beta, belongs to the major whose builds start with the same number. */
function doubtOf(catalog: Catalog, version: string, build: string): string | null {
	const train = parseBuild(build)?.train;
	const built = train === undefined ? null : majorOfTrain(catalog, train);
	const major = parseVersion(version)?.major;
	if (built === null || major === undefined || built === major) return null;
	return `Version ${version} and build ${build} contradict each other. Builds that begin with ${train} are of macOS ${built}.`;
}

/** The build and the letter that a Mac reports. */
interface ReportedResponse {
	readonly build: string | null;
	/** The letter of `26.3.1 (a)`; null if none was reported. */
	readonly supplement?: string | null | undefined;
	readonly hasNoResponse?: boolean | undefined;
}

/**
 * Whether a Mac has the newest security response of its release (`latest`), is known to lack it (`behind`), or has a response
 * that is not in the tables (`unknown`). Many inventories store the base build and no letter: then it may be installed
 * nevertheless (`not-reported`).
 */
export type ResponseStanding = 'latest' | 'behind' | 'not-reported' | 'unknown';

export interface ResponseState {
	readonly installed: SecurityResponse | null;
	/** The newest one for the release on this Mac that was out on the day and not withdrawn. */
	readonly latest: SecurityResponse | null;
	/** Null if the release has none for this Mac and none was reported. */
	readonly standing: ResponseStanding | null;
}

export function responseState(
	board: Board,
	release: Release | null,
	{ build, supplement = null, hasNoResponse = false }: ReportedResponse,
	asOf: string,
): ResponseState {
	const all = release?.responses ?? [];
	const offered = all.filter((response) => isOfferedResponse(response, board));
	const latest = offered.findLast(({ released, withdrawn }) => !withdrawn && released <= asOf) ?? null;
	const installed = reportedResponse([...offered, ...all], { build, supplement });
	const standing =
		hasNoResponse && latest && !installed ? 'behind' : standingOf(installed, latest, build, supplement);
	return { installed, latest, standing };
}

/** A letter or a build proves the response, even on a Mac that no list names for it. */
function reportedResponse(
	responses: readonly SecurityResponse[],
	{ build, supplement = null }: ReportedResponse,
): SecurityResponse | null {
	return (
		responses.find((response) => response.build === build) ??
		responses.find(({ letter }) => letter === supplement) ??
		null
	);
}

function standingOf(
	installed: SecurityResponse | null,
	latest: SecurityResponse | null,
	build: string | null,
	supplement: string | null,
): ResponseStanding | null {
	if (installed) return latest && installed.letter < latest.letter ? 'behind' : 'latest';
	if (supplement !== null || (build !== null && isResponseShaped(build))) return 'unknown';
	return latest ? 'not-reported' : null;
}

/** Whether a build is a beta: it ends in a lower-case letter, and is neither a release nor a security response. */
export function isBeta(catalog: Catalog, build: string | null): boolean {
	if (build === null || catalog.builds.has(build) || isResponseShaped(build)) return false;
	return /^[a-z]$/.test(parseBuild(build)?.suffix ?? '');
}
