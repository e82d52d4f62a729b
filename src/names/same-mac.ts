import type { Board, Catalog } from '../catalog/catalog.ts';
import { releasesOfBoard } from '../catalog/lookup.ts';
import { macsOf } from './machine-names.ts';

/** Worked out when first asked for, once for each state of the data. */
const known = new WeakMap<Catalog, ReadonlyMap<string, readonly string[]>>();

/**
 * Every identifier under which the very same Mac was sold, the one that stands for it first: a Macintosh Classic is M0420 or
 * M1420. Boards are the same Mac when nothing but the identifier tells them apart.
 */
export function identifiersOfMac(catalog: Catalog, board: Board): readonly string[] {
	let groups = known.get(catalog);
	if (!groups) {
		groups = groupMacs(catalog);
		known.set(catalog, groups);
	}
	return groups.get(board.identifiers[0]!) ?? board.identifiers;
}

function groupMacs(catalog: Catalog): Map<string, readonly string[]> {
	const groups = new Map<string, readonly string[]>();
	for (const alike of Map.groupBy(macsOf(catalog), namesOf).values()) {
		if (alike.length < 2) continue;
		for (const boards of Map.groupBy(alike, releaseNamesOf).values()) {
			const identifiers = boards.flatMap((board) => board.identifiers);
			for (const { id } of boards) groups.set(id, identifiers);
		}
	}
	return groups;
}

function namesOf({ kind, machines, modelIdentifiers }: Board): string {
	const facts = machines.map(({ name, introduced, first, last }) => [name, introduced, first, last]);
	return JSON.stringify([kind, facts, modelIdentifiers]);
}

function releaseNamesOf(board: Board): string {
	return releasesOfBoard(board)
		.map(({ version }) => version)
		.join();
}
