import type { Board, Build, Catalog, Major, NumberlessMachine, Release } from '../../catalog/catalog.ts';
import { asMachine } from '../../names/as-machine.ts';
import { identifiersOfMac } from '../../names/same-mac.ts';
import { type Hit, search } from '../../names/search.ts';
import { suggestSearches } from '../../names/suggest.ts';
import { boardSummary } from './board.ts';
import { readParameters, readSearchQuery } from './query.ts';
import type { Read } from './read.ts';
import { jsonAnswer } from './read-answer.ts';

export const readSearch: Read<'/search'> = (catalog, asked) => {
	const query = readParameters(asked.query);
	if ('code' in query) return query;
	const wanted = readSearchQuery(query);
	if ('code' in wanted) return wanted;
	return jsonAnswer(catalog, searchResults(catalog, wanted.text, wanted.limit, wanted.offset));
};

/** `/search`: Macs, releases and builds by what they are called, best first. Finding nothing is an answer too. */
export function searchResults(catalog: Catalog, query: string, limit: number, offset = 0) {
	const { total, hits } = search(catalog, query, offset, limit);
	return {
		query,
		count: hits.length,
		total,
		offset,
		results: hits.map((hit) => resultOf(catalog, hit)),
		suggestions: total > 0 ? [] : suggestSearches(catalog, query),
	};
}

function resultOf(catalog: Catalog, hit: Hit) {
	const { subject, name } = hit;
	switch (subject.kind) {
		case 'mac':
			return macResult(catalog, subject.board, hit);
		case 'numberless':
			return numberlessResult(subject.machine);
		case 'major':
			return majorResult(subject.major);
		case 'release':
			return releaseResult(subject.release, subject.major, name);
		case 'build':
			return buildResult(subject.build, subject.major);
	}
}

function macResult(catalog: Catalog, board: Board, { name, named }: Hit) {
	const isMachine =
		named && board.machines.length > 1 && board.machines.some((machine) => machine.name === name);
	const { kind, ...summary } = boardSummary((isMachine && asMachine(board, name)) || board);
	return {
		...summary,
		kind: 'mac' as const,
		board_ids: identifiersOfMac(catalog, board),
		board_kind: kind,
		name,
		/** Which of the machines that share the number was found; null where that is not said. */
		machine: isMachine ? name : null,
		without_number: null,
	};
}

/** A Mac without a board: what it ran stands in the result, because there is nothing else to ask for. */
function numberlessResult({ name, introduced, first, last, ran, reason }: NumberlessMachine) {
	return {
		board_id: null,
		board_ids: [],
		kind: 'mac' as const,
		name,
		introduced: introduced || null,
		without_number: { first_version: first || null, last_version: last, ran, reason },
	};
}

function majorResult(major: Major) {
	const { name, systemName, releaseName, releases, latest } = major;
	return {
		kind: 'release' as const,
		version: name,
		major: name,
		is_major: true,
		name: `${systemName} ${releaseName}`.trim(),
		released: releases[0]!.released,
		latest_version: latest.version,
		latest_released: latest.released,
	};
}

function releaseResult({ version, released }: Release, { name, latest }: Major, title: string) {
	return {
		kind: 'release' as const,
		version,
		major: name,
		is_major: false,
		name: title,
		released,
		latest_version: latest.version,
		latest_released: latest.released,
	};
}

function buildResult({ build, version, released, kind, name }: Build, major: Major) {
	return {
		...{ kind: 'build' as const, build, version, major: major.name },
		...{ released, build_kind: kind, name: name || null },
	};
}
