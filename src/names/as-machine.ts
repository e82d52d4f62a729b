import type { Board, Machine, Release, Support } from '../catalog/catalog.ts';
import { compareVersions } from '../catalog/version.ts';
import { wordsOf } from './words.ts';

/**
 * A board as one of the machines that carry its number: with that machine's name, day and releases. A Quadra 630 ends at
 * 8.1, although its number covers machines that run 9.1. Null where no machine of the board is called that.
 */
export function asMachine(board: Board, name: string): Board | null {
	const wanted = wordsOf(name).join(' ');
	const machine = board.machines.find((one) => wordsOf(one.name).join(' ') === wanted);
	if (!machine) return null;
	const { modelIdentifier, introduced } = machine;
	return {
		...board,
		machines: [machine],
		introduced,
		modelIdentifiers: modelIdentifier === '' ? board.modelIdentifiers : [modelIdentifier],
		support: supportOf(board, machine),
	};
}

function supportOf(board: Board, { first, last }: Machine): Map<string, Support> {
	const all = [...board.support.values()];
	const named = (version: string) =>
		all.flatMap(({ releases }) => releases).find((release) => release.version === version);
	const [from, to] = [named(first), named(last)];
	const runs = ({ parsed }: Release) =>
		(!from || compareVersions(parsed, from.parsed) >= 0) && (!to || compareVersions(parsed, to.parsed) <= 0);
	const own = new Map<string, Support>();
	for (const support of all) {
		const releases = support.releases.filter(runs);
		const latest = releases.findLast(({ withdrawn }) => !withdrawn);
		if (latest) own.set(support.major.name, { ...support, releases, first: releases[0]!, latest });
	}
	return own;
}
