import type { Board, Release, Support } from '../catalog/catalog.ts';
import type { Machine } from '../catalog/machine.ts';
import { compareVersions, type Era } from '../catalog/version.ts';
import { wordsOf } from './words.ts';

/**
 * Narrows a board to one of its machines, with that machine's name, day and releases: a Quadra 630 ends at 8.1, although
 * machines with the same number run 9.1. Null if no machine of the board has the name.
 */
export function asMachine(board: Board, name: string): Board | null {
	const spelledName = wordsOf(name).join(' ');
	const machine = board.machines.find((candidate) => wordsOf(candidate.name).join(' ') === spelledName);
	return machine ? narrowed(board, [machine]) : null;
}

/** Narrows a board to some of its machines, with the union of their releases. All machines, or none, leave it unchanged. */
export function asMachines(board: Board, isMeant: (machine: Machine) => boolean): Board {
	const machines = board.machines.filter(isMeant);
	return machines.length === 0 || machines.length === board.machines.length
		? board
		: narrowed(board, machines);
}

function narrowed(board: Board, machines: readonly Machine[]): Board {
	const identifiers = [...new Set(machines.map(({ modelIdentifier }) => modelIdentifier))].filter(Boolean);
	return {
		...board,
		machines,
		introduced: machines[0]!.introduced,
		modelIdentifiers: identifiers.length === 0 ? board.modelIdentifiers : identifiers,
		support: supportOf(board, machines),
	};
}

function supportOf(board: Board, machines: readonly Machine[]): ReadonlyMap<string, Support> {
	const all = [...board.support.values()];
	const releases = all.flatMap((support) => support.releases);
	const named = (version: string) => releases.find((release) => release.version === version);
	const ranges = machines.map(({ first, last, firstX }) => {
		return { from: named(first), to: named(last), fromX: named(firstX) };
	});
	if (ranges.some(({ from, to }) => !from && !to)) return board.support;
	const runs = ({ parsed }: Release, era: Era) =>
		ranges.some(
			({ from, to, fromX }) =>
				(!from || compareVersions(parsed, from.parsed) >= 0) &&
				(!fromX || era === 'classic' || compareVersions(parsed, fromX.parsed) >= 0) &&
				(!to || compareVersions(parsed, to.parsed) <= 0),
		);
	const supports = new Map<string, Support>();
	for (const support of all) {
		const releases = support.releases.filter((release) => runs(release, support.major.era));
		const latest = releases.findLast(({ withdrawn }) => !withdrawn);
		const offered = support.offered.filter((release) => releases.includes(release));
		if (latest)
			supports.set(support.major.name, { ...support, releases, offered, first: releases[0]!, latest });
	}
	return supports;
}
