import type { Board, Catalog, Release } from '../src/catalog/catalog.ts';
import { isOfferedResponse } from '../src/catalog/security-response.ts';
import { parseVersion } from '../src/catalog/version.ts';

/** How well a run learnt what the shipped tables know today. */
export interface Score {
	/** Releases there were to learn. */
	readonly releases: number;
	readonly learnt: number;
	/** Of the learnt ones: with the right day. */
	readonly dates: number;
	/** Pairs of a release or security response and a board there were to learn, and those learnt. */
	readonly pairs: number;
	readonly pairsLearnt: number;
	/** Macs there were to learn, and those learnt with their kind. */
	readonly macs: number;
	readonly macsLearnt: number;
	/** Pairs of a release and a CVE that SOFA listed for it by then, those of them that were learnt, and wrong ones. */
	readonly fixes: number;
	readonly fixesLearnt: number;
	readonly fixesWrong: number;
	/** Releases, boards and pairs of both that there never were. */
	readonly false: number;
	/** Items that a person would have had to look at. */
	readonly quarantined: number;
	/** Polls of the vendor from the first that lists a release to the one that brings it; the most of any. */
	readonly polls: number;
	/** Days times boards times majors in which the latest release told was not the right one, and all there were. */
	readonly wrongDays: number;
	readonly boardDays: number;
	/** What was not learnt, and what was learnt wrongly. */
	readonly wrong: readonly string[];
}

/** What releases fix, as `27.2 CVE-2026-112512`. */
export function fixesIn({ security }: Catalog, releases: readonly Release[]): Set<string> {
	return new Set(
		releases.flatMap(({ version }) =>
			(security.lists.get(version)?.fixes ?? []).map(({ cve }) => `${version} ${cve}`),
		),
	);
}

/** The same as a document of SOFA has it. */
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
 * What nobody can find out later: the vendor offered 26.3.1 to this Mac for six days of March 2026, then listed it without,
 * and where its list differs from others the list decides.
 */
export const offeredBriefly: ReadonlySet<string> = new Set(['26.3.1 J700AP']);

/** Who runs what, as `27.2 J293AP`, and which responses are for whom, as `25D771280a J293AP`: Macs that were out by a day. */
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

/** What Macs have from the factory alone, in builds that came on them only after a day. */
export function shippedAfter({ boards }: Catalog, day: string): Set<string> {
	const pairs = new Set<string>();
	for (const { id, support } of boards.values())
		for (const { releases, offered } of support.values())
			for (const release of releases) {
				if (offered.includes(release)) continue;
				const own = release.builds.filter(({ scope }) => typeof scope !== 'string' && scope.has(id));
				if (own.length > 0 && own.every(({ released }) => (released ?? '') > day))
					pairs.add(`${release.version} ${id}`);
			}
	return pairs;
}

/** The releases that came out after a day and until another. */
export function releasesBetween(truth: Catalog, after: string, until: string): Release[] {
	return [...truth.releases.values()].filter(({ released }) => released > after && released <= until);
}

/**
 * Who was told a latest release that was not the latest, on one day: boards from the day their Mac came out, in
 * the majors from 11 on. What came out that very day may be missing, and what a Mac has from the factory alone is
 * listed by no feed.
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
			const told = latestOf(served.boards.get(board.id), major);
			const settled = out.filter(({ released }) => released < day).at(-1)?.version ?? null;
			if (told !== settled && told !== out.at(-1)!.version) wrong.push(`${board.id}:${major} ${told}`);
		}
	}
	return { wrong, pairs };
}

function latestOf(board: Board | undefined, major: string): string | null {
	return board?.support.get(major)?.offered.at(-1)?.version ?? null;
}
