import { parseBuild } from './build-number.ts';
import type { Board, Catalog, Cve, ElsewhereCve, Major, Release, Support, Variant } from './catalog.ts';
import { type Resolution, resolveBoard } from './resolve.ts';
import { compareVersions, parseVersion, type Version } from './version.ts';

/** Why there is no answer, with what helps to ask a better question. */
export type Miss =
	| Exclude<Resolution, { kind: 'board' }>
	| {
			readonly kind: 'no-version';
			readonly text: string;
			/** The lettered edition that the text names. */
			readonly variant: Variant | null;
			/** The release it is an edition of, if the board in question runs it or there is none. */
			readonly instead: string | null;
	  }
	| {
			readonly kind: 'unknown-major';
			readonly text: string;
			readonly major: string;
			readonly majors: readonly Major[];
	  }
	| { readonly kind: 'unsupported-major'; readonly board: Board; readonly major: Major }
	| {
			readonly kind: 'no-such-release';
			readonly text: string;
			/** The releases right before and right after it that the board was offered. */
			readonly before: Release | null;
			readonly after: Release | null;
	  }
	| {
			readonly kind: 'newer-than-known';
			readonly text: string;
			readonly support: Support;
	  }
	| { readonly kind: 'release-not-for-board'; readonly text: string; readonly support: Support };

/** A release of a board and the one that comes right after it there. */
export interface Step {
	readonly kind: 'step';
	readonly support: Support;
	readonly release: Release;
	/** The next offered release of the board in this major; the latest if there is none. */
	readonly next: Release;
}

export type Lookup<T> = { readonly kind: 'found'; readonly value: T } | Miss;

/** The major that a version of any length belongs to. */
export function findMajor(catalog: Catalog, text: string): Lookup<Major> {
	const value = catalog.majors.get(text);
	if (value) return { kind: 'found', value };
	const version = versionOf(catalog, text);
	return version ? majorOf(catalog, version, text) : notAVersion(catalog, text, null);
}

/** A board in a major, with its latest release; the version may be longer than the major. */
export function findSupport(catalog: Catalog, name: string, text: string): Lookup<Support> {
	const resolved = resolveBoard(catalog, name);
	if (resolved.kind !== 'board') return resolved;
	const major = findMajor(catalog, text);
	if (major.kind === 'no-version') return notAVersion(catalog, text, resolved.board);
	return major.kind === 'found' ? supportOf(resolved.board, major.value) : major;
}

/** A board and one exact release, with the one that follows it on that board. */
export function findStep(catalog: Catalog, name: string, text: string): Step | Miss {
	const resolved = resolveBoard(catalog, name);
	if (resolved.kind !== 'board') return resolved;
	const version = versionOf(catalog, text);
	if (!version) return notAVersion(catalog, text, resolved.board);
	const major = majorOf(catalog, version, text);
	if (major.kind !== 'found') return major;
	const support = supportOf(resolved.board, major.value);
	if (support.kind !== 'found') return support;
	const release = major.value.byVersion.get(version.canonical);
	if (!release) return missingRelease(support.value, version, text);
	return stepOf(support.value, release) ?? { kind: 'release-not-for-board', text, support: support.value };
}

/** The step from a release, or null when the board does not run it. */
export function stepOf(support: Support, release: Release): Step | null {
	if (!support.releases.includes(release)) return null;
	const next = releaseAbove(
		support.releases.filter(({ withdrawn }) => !withdrawn),
		release.parsed,
	);
	return { kind: 'step', support, release, next: next ?? support.latest };
}

/** Next: the first release of a list, in version order, that is above a version. */
export function releaseAbove(releases: readonly Release[], version: Version): Release | null {
	return releases.find(({ parsed }) => compareVersions(parsed, version) > 0) ?? null;
}

export function findBoard(catalog: Catalog, name: string): Lookup<Board> {
	const resolved = resolveBoard(catalog, name);
	return resolved.kind === 'board' ? { kind: 'found', value: resolved.board } : resolved;
}

/** Every Mac once, by its first identifier: the two identifiers of a T2 Mac are two boards. */
export function macsOf(catalog: Catalog): Board[] {
	return [...catalog.boards.values()].filter(({ id, identifiers }) => identifiers[0] === id);
}

/** The newest major a board runs. */
export function latestMajor(board: Board): Support {
	return [...board.support.values()].at(-1)!;
}

/** Every release a board runs, oldest version first. */
export function releasesOfBoard(board: Board): Release[] {
	return [...board.support.values()].flatMap((support) => support.releases);
}

/** The parsed version. A version that is spelled as in the tables was parsed when they were loaded. */
function versionOf(catalog: Catalog, text: string): Version | null {
	return catalog.releases.get(text)?.parsed ?? parseVersion(text);
}

function majorOf(catalog: Catalog, version: Version, text: string): Lookup<Major> {
	const value = catalog.majors.get(version.major);
	if (value) return { kind: 'found', value };
	const sameEra = [...catalog.majors.values()].filter(({ era }) => era === version.era);
	return { kind: 'unknown-major', text, major: version.major, majors: sameEra };
}

function supportOf(board: Board, major: Major): Lookup<Support> {
	const value = board.support.get(major.name);
	return value ? { kind: 'found', value } : { kind: 'unsupported-major', board, major };
}

function notAVersion(catalog: Catalog, text: string, board: Board | null): Miss {
	const variant = catalog.variants.get(text.toUpperCase()) ?? null;
	const release = catalog.releases.get(variant?.version ?? '');
	const runs = release && (board === null || board.support.get(release.major)?.releases.includes(release));
	return { kind: 'no-version', text, variant, instead: runs ? release.version : null };
}

/** Compares with the releases of the major, and suggests releases of the board. */
function missingRelease(support: Support, version: Version, text: string): Miss {
	const last = support.major.releases.at(-1)!;
	if (compareVersions(version, last.parsed) > 0) return { kind: 'newer-than-known', text, support };
	const offered = support.releases.filter((release) => !release.withdrawn);
	const after = releaseAbove(offered, version);
	const before = offered.findLast((release) => compareVersions(release.parsed, version) <= 0) ?? null;
	return { kind: 'no-such-release', text, before, after };
}

/** Made once for each catalog: it takes 1 ms, and a report needs it for every Mac whose build is not known. */
const majorsByTrain = new WeakMap<Catalog['builds'], ReadonlyMap<number, string>>();

/** The major version whose builds begin with a number; null if no known build does. No two major versions share a number. */
export function majorOfTrain(catalog: Catalog, train: number): string | null {
	let majors = majorsByTrain.get(catalog.builds);
	if (!majors) {
		majors = new Map(
			[...catalog.builds.values()].flatMap(({ build, version }) => {
				const parsed = parseBuild(build);
				return parsed ? [[parsed.train, catalog.releases.get(version)!.major] as const] : [];
			}),
		);
		majorsByTrain.set(catalog.builds, majors);
	}
	return majors.get(train) ?? null;
}

/** A CVE that a release of macOS fixes, also one before 11. */
export function findCve({ security }: Catalog, id: string): Cve | ElsewhereCve | null {
	const elsewhere = security.elsewhere.get(id);
	return security.cves.get(id) ?? (elsewhere?.systems.includes('macOS') ? elsewhere : null);
}
