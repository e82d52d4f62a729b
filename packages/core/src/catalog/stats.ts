import { groupBy } from '../text/group-by.ts';
import type { Board, Catalog, Release, Support } from './catalog.ts';
import { compareText } from './identifier.ts';

/** How much there is of something: an era, a kind of board, a major, or everything. */
export interface Count {
	readonly name: string;
	readonly majors: number;
	readonly releases: number;
	readonly boards: number;
	/** Pairs of a board and a release that it runs. */
	readonly pairs: number;
}

export interface Stats {
	readonly eras: readonly Count[];
	readonly kinds: readonly Count[];
	readonly majors: readonly Count[];
	readonly total: Count;
}

/** Counts what the catalog holds; eras and majors come in version order, kinds by name. */
export function countCatalog(catalog: Catalog): Stats {
	const supports = [...catalog.majors.values()].flatMap(({ name, boards }) =>
		boards.map((board) => board.support.get(name)!),
	);
	return {
		eras: countBy(supports, ({ major }) => major.era),
		kinds: countBy(supports, ({ board }) => board.kind).toSorted((a, b) => compareText(a.name, b.name)),
		majors: countBy(supports, ({ major }) => major.name),
		total: countOf('all', supports),
	};
}

function countBy(supports: readonly Support[], nameOf: (support: Support) => string): Count[] {
	return [...groupBy(supports, nameOf)].map(([name, group]) => countOf(name, group));
}

function countOf(name: string, supports: readonly Support[]): Count {
	const majors = new Set<string>();
	const boards = new Set<Board>();
	const releases = new Set<Release>();
	let pairs = 0;
	for (const support of supports) {
		majors.add(support.major.name);
		boards.add(support.board);
		for (const release of support.releases) releases.add(release);
		pairs += support.releases.length;
	}
	return { name, majors: majors.size, releases: releases.size, boards: boards.size, pairs };
}
