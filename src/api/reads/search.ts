import { atPresent, latestOfMajor } from '../../advice/offered.ts';
import type { Board, Build, Catalog, Cve, Major, NumberlessMachine, Release } from '../../catalog/catalog.ts';
import { asMachine } from '../../names/as-machine.ts';
import { identifiersOfMac } from '../../names/machine-names.ts';
import { type Hit, search, searchCves } from '../../names/search.ts';
import { neighboursOf, searchInstalled } from '../../names/search-installed.ts';
import { suggestSearches } from '../../names/suggest.ts';
import { eventCounter } from '../../process/event-counter.ts';
import { isProblem } from '../problem.ts';
import { boardSummary } from './board.ts';
import { labelsOf } from './builds.ts';
import { readParameters, readSearchQuery } from './query.ts';
import { jsonAnswer, type Read } from './read.ts';

const emptySearches = eventCounter('pointrelease_empty_searches_total', 'Searches that found nothing.');

export const readSearch: Read<'/search'> = (catalog, asked) => {
	const query = readParameters(asked.query);
	if (isProblem(query)) return query;
	const wanted = readSearchQuery(query);
	if (isProblem(wanted)) return wanted;
	const results = searchResults(catalog, wanted.text, wanted.limit, wanted.offset);
	if (results.total === 0) emptySearches.add();
	return jsonAnswer(catalog, results);
};

/** `/search`: Macs, releases and builds by name, best first. No results is a valid answer. */
export function searchResults(catalog: Catalog, query: string, limit: number, offset = 0) {
	const { total, results } = found(catalog, query, limit, offset);
	return {
		query,
		count: results.length,
		total,
		offset,
		results,
		suggestions: total > 0 ? [] : suggestions(catalog, query),
	};
}

/** Finds a CVE by its ID, a Mac with a version after its name, or anything by its name. */
function found(catalog: Catalog, query: string, limit: number, offset: number) {
	const cves = searchCves(catalog, query);
	if (cves) return { total: cves.length, results: cves.slice(offset, offset + limit).map(cveResult) };
	const installed = searchInstalled(catalog, query, offset, limit);
	const { total, hits } = installed ?? search(catalog, query, offset, limit);
	return { total, results: hits.map((hit) => resultOf(catalog, hit, installed?.version ?? null)) };
}

/** An unknown version has close neighbors; a CVE has none. */
function suggestions(catalog: Catalog, query: string): string[] {
	if (searchCves(catalog, query)) return [];
	const near = neighboursOf(catalog, query);
	return near.length > 0 ? near : suggestSearches(catalog, query);
}

function cveResult({ id, fixedIn, responses, exploitation }: Cve) {
	return {
		kind: 'cve' as const,
		cve_id: id,
		name: id,
		exploited: exploitation !== null,
		fixed_in: fixedIn.map(({ version }) => version),
		fixed_in_responses: labelsOf(responses),
	};
}

function resultOf(catalog: Catalog, hit: Hit, version: string | null) {
	const { subject, name } = hit;
	switch (subject.kind) {
		case 'mac':
			return macResult(catalog, subject.board, hit, version);
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

function macResult(catalog: Catalog, board: Board, { name, named }: Hit, version: string | null) {
	const isMachine =
		named && board.machines.length > 1 && board.machines.some((machine) => machine.name === name);
	const { kind, ...summary } = boardSummary((isMachine && asMachine(board, name)) || board);
	return {
		...summary,
		kind: 'mac' as const,
		board_ids: identifiersOfMac(catalog, board),
		board_kind: kind,
		name,
		/** The matching machine among those that share the number; null if the search does not say. */
		machine: isMachine ? name : null,
		without_number: null,
		/** The version in the search. */
		version,
	};
}

/** A Mac without a board. The result has what it ran, because there is no other read about it. */
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
	const { name, systemName, releaseName, releases } = major;
	const latest = latestOfMajor(major, atPresent);
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

function releaseResult({ version, released }: Release, major: Major, title: string) {
	const latest = latestOfMajor(major, atPresent);
	return {
		kind: 'release' as const,
		version,
		major: major.name,
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
