import type { Board, Build, Catalog, Release } from '@pointrelease/core/src/catalog/catalog.ts';
import { isOfferedResponse } from '@pointrelease/core/src/catalog/security-response.ts';
import { parseVersion } from '@pointrelease/core/src/catalog/version.ts';

/** How much of the shipped tables a run learned. */
export interface Score {
	/** Releases to learn. */
	readonly releases: number;
	readonly learnt: number;
	/** Learned releases with the right day. */
	readonly dates: number;
	/** Pairs of a release or security response and a board: to learn, and learned. */
	readonly pairs: number;
	readonly pairsLearnt: number;
	/** Macs to learn, and Macs learned with their kind. */
	readonly macs: number;
	readonly macsLearnt: number;
	/** Pairs of a release and a CVE in SOFA by then: all, learned, and wrong. */
	readonly fixes: number;
	readonly fixesLearnt: number;
	readonly fixesWrong: number;
	/** Learned releases, boards and pairs that never existed. */
	readonly false: number;
	/** Items held for review. */
	readonly quarantined: number;
	/** The most polls of Apple between the first list with a release and the service showing it. */
	readonly polls: number;
	/** Days times boards times majors with a wrong latest release, and all of them. */
	readonly wrongDays: number;
	readonly boardDays: number;
	/** Missing and wrong facts. */
	readonly wrong: readonly string[];
}

/** Fixes of releases, as `27.2 CVE-2026-112512`. */
export function fixesIn({ security }: Catalog, releases: readonly Release[]): Set<string> {
	return new Set(
		releases.flatMap(({ version }) =>
			(security.lists.get(version)?.fixes ?? []).map(({ cve }) => `${version} ${cve}`),
		),
	);
}

/** The fixes in a document of SOFA. */
export function fixesTold(document: string): Set<string> {
	const { OSVersions: majors } = JSON.parse(document) as {
		OSVersions: { SecurityReleases: { ProductVersion: string; CVEs?: Record<string, unknown> }[] }[];
	};
	return new Set(
		majors
			.flatMap(({ SecurityReleases }) => SecurityReleases)
			.flatMap(({ ProductVersion, CVEs = {} }) => {
				const version = parseVersion(ProductVersion);
				const name = version?.components.length === 1 ? `${ProductVersion}.0` : version?.canonical;
				return Object.keys(CVEs).map((cve) => `${name} ${cve}`);
			}),
	);
}

/**
 * Impossible to learn later: Apple offered 26.3.1 to this Mac for six days of March 2026, and then listed it without
 * this Mac. Apple's list decides.
 */
export const offeredBriefly: ReadonlySet<string> = new Set(['26.3.1 J700AP']);

/** Boards of releases, as `27.2 J293AP`, and of responses, as `25D771280a J293AP`, for Macs that existed on a day. */
export function pairsIn({ boards }: Catalog, day: string): Set<string> {
	const pairs = new Set<string>();
	for (const board of boards.values()) {
		if (board.introduced > day) continue;
		for (const { releases } of board.support.values())
			for (const { version, responses } of releases) {
				pairs.add(`${version} ${board.id}`);
				for (const response of responses)
					if (isOfferedResponse(response, board)) pairs.add(`${response.build} ${board.id}`);
			}
	}
	return pairs;
}

/**
 * Factory-only builds of which AppleDB did not yet give the day: it is the only feed that has them, sometimes a week after
 * the Macs shipped.
 */
export function factoryBuildsToCome({ boards }: Catalog, files: ReadonlyMap<string, string>): Set<string> {
	const isTold = ({ build }: Build) => {
		const file = files.get(`/ios/macOS;${build}.json`);
		return file !== undefined && Boolean(JSON.parse(file).released);
	};
	const pairs = new Set<string>();
	for (const { id, support } of boards.values())
		for (const { releases, offered } of support.values())
			for (const release of releases) {
				if (offered.includes(release)) continue;
				const ownBuilds = release.builds.filter(({ scope }) => typeof scope !== 'string' && scope.has(id));
				if (ownBuilds.length > 0 && !ownBuilds.some(isTold)) pairs.add(`${release.version} ${id}`);
			}
	return pairs;
}

/** The releases after one day and until another. */
export function releasesBetween(truth: Catalog, after: string, until: string): Release[] {
	return [...truth.releases.values()].filter(({ released }) => released > after && released <= until);
}

/**
 * Wrong latest releases on one day, for boards since the release of their Mac, in majors from 11 on. Releases of that
 * day may be missing, and no feed lists factory-only builds.
 */
export function wrongOn(served: Catalog, truth: Catalog, day: string): { wrong: string[]; pairs: number } {
	const wrong: string[] = [];
	let pairs = 0;
	for (const board of truth.boards.values()) {
		if (board.introduced > day) continue;
		for (const [major, { releases, offered }] of board.support) {
			if (releases[0]!.parsed.era !== 'modern') continue;
			const out = offered.filter((release) => release.released <= day);
			if (out.length === 0) continue;
			pairs++;
			const servedLatest = latestOf(served.boards.get(board.id), major);
			const settled = out.filter(({ released }) => released < day).at(-1)?.version ?? null;
			if (servedLatest !== settled && servedLatest !== out.at(-1)!.version)
				wrong.push(`${board.id}:${major} ${servedLatest}`);
		}
	}
	return { wrong, pairs };
}

function latestOf(board: Board | undefined, major: string): string | null {
	return board?.support.get(major)?.offered.at(-1)?.version ?? null;
}
