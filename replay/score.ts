import type { Board, Catalog, Release } from '../src/catalog/catalog.ts';

/** How well a run learnt what the shipped tables know today. */
export interface Score {
	/** Releases there were to learn. */
	readonly releases: number;
	readonly learnt: number;
	/** Of the learnt ones: with the right day, and for exactly the right boards. */
	readonly dates: number;
	readonly boards: number;
	/** Macs there were to learn, and those learnt with their kind. */
	readonly macs: number;
	readonly macsLearnt: number;
	/** Pairs of a learnt release and a CVE that SOFA lists for it, those of them that were learnt, and wrong ones. */
	readonly fixes: number;
	readonly fixesLearnt: number;
	readonly fixesWrong: number;
	/** Releases and boards that there never were. */
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

/** What releases fix, as `27.2 CVE-2026-112512`; with a source, only what it lists. */
export function fixesIn({ security }: Catalog, releases: readonly Release[], source?: string): Set<string> {
	const of = releases.flatMap(({ version }) => {
		const fixes = security.lists.get(version)?.fixes ?? [];
		const listed = fixes.filter(({ sources }) => source === undefined || sources.includes(source));
		return listed.map(({ cve }) => `${version} ${cve}`);
	});
	return new Set(of);
}

/** The releases that came out after a day and until another. */
export function releasesBetween(truth: Catalog, after: string, until: string): Release[] {
	return [...truth.releases.values()].filter(({ released }) => released > after && released <= until);
}

export function boardsOf(catalog: Catalog, version: string): string[] {
	const release = catalog.releases.get(version);
	const major = release && catalog.majors.get(release.major);
	if (!major) return [];
	return major.boards
		.filter((board) => board.support.get(major.name)!.releases.some((run) => run.version === version))
		.map(({ id }) => id);
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
		for (const [major, { releases }] of board.support) {
			if (releases[0]!.parsed.era !== 'modern') continue;
			const out = releases.filter(
				(release) => release.released <= day && !release.withdrawn && isOffered(release, board.id),
			);
			if (out.length === 0) continue;
			pairs++;
			const told = latestOf(served.boards.get(board.id), major);
			const settled = out.filter(({ released }) => released < day).at(-1)?.version ?? null;
			if (told !== settled && told !== out.at(-1)!.version) wrong.push(`${board.id}:${major} ${told}`);
		}
	}
	return { wrong, pairs };
}

function isOffered({ builds }: Release, board: string): boolean {
	const own = builds.filter(({ scope }) => typeof scope !== 'string' && scope.has(board));
	return own.length === 0 || own.some(({ kind }) => kind !== 'factory');
}

function latestOf(board: Board | undefined, major: string): string | null {
	return board?.support.get(major)?.latest.version ?? null;
}
