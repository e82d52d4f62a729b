import { atPresent, latestOfBoard, latestOfMajor } from '../../advice/offered.ts';
import type { Board, Build, Catalog, Cve, ElsewhereCve, Major, Release } from '../../catalog/catalog.ts';
import type { NumberlessMachine } from '../../catalog/machine.ts';
import { asMachine } from '../../names/as-machine.ts';
import { identifiersOfMac } from '../../names/machine-names.ts';
import { type Question, readQuestion, releasesAround } from '../../names/question.ts';
import { type Hit, search, searchCves } from '../../names/search.ts';
import { suggestSearches } from '../../names/suggest.ts';
import { isProblem } from '../problem.ts';
import type { Shapes } from '../shapes/shapes.ts';
import { boardSummary } from './board.ts';
import { labelsOf } from './builds.ts';
import { readKnown, readParameters, readSearchQuery } from './query.ts';
import { jsonAnswer, type Read } from './read.ts';

export const readSearch: Read<'/search', 'SearchResults'> = (catalog, request) => {
	const query = readParameters(request.query);
	if (isProblem(query)) return query;
	const searchQuery = readSearchQuery(query);
	if (isProblem(searchQuery)) return searchQuery;
	const known = readKnown(catalog, request);
	if (isProblem(known)) return known;
	return jsonAnswer(searchResults(known.catalog, searchQuery.text, searchQuery.limit, searchQuery.offset));
};

/** `/search`: Macs, releases and builds by name, best first. No results is a valid answer. */
export function searchResults(
	catalog: Catalog,
	query: string,
	limit: number,
	offset = 0,
): Shapes['SearchResults'] {
	const { total, results } = answerOf(catalog, query, limit, offset);
	return {
		query,
		count: results.length,
		total,
		offset,
		results,
		suggestions: total > 0 ? [] : suggestions(catalog, query),
	};
}

/** Finds a CVE by its ID, the answer to a question, or anything by its name. */
function answerOf(catalog: Catalog, query: string, limit: number, offset: number) {
	const cves = searchCves(catalog, query);
	if (cves) {
		const shown = cves.slice(offset, offset + limit);
		const isWhole = ({ id }: Cve) => id.split('-').join('') === query.toUpperCase().replace(/[\s-]+/g, '');
		return {
			total: cves.length,
			results: shown.map((cve) => cveResult(cve, { mac: null, version: null, exact: isWhole(cve) })),
		};
	}
	const question = readQuestion(catalog, query);
	const answers = question ? answersTo(catalog, question) : [];
	if (answers.length > 0)
		return { total: answers.length, results: answers.slice(offset, offset + limit).map((make) => make()) };
	const { total, hits } = search(catalog, query, offset, limit);
	return { total, results: hits.map((hit) => resultOf(catalog, hit, nothingAsked)) };
}

type Result = Shapes['SearchResults']['results'][number];
/** A result before it is known whether it is exact. */
type Found<Name extends 'MacWithoutNumber' | 'ReleaseResult' | 'BuildResult'> = Omit<Shapes[Name], 'exact'>;

/** The answers to a question, best first, as functions: only the answers on the requested page are made. */
function answersTo(catalog: Catalog, question: Question): (() => Result)[] {
	const { cve: id, version, major, intent, macs } = question;
	const { cves, elsewhere } = catalog.security;
	const cve = id === null ? null : (cves.get(id) ?? elsewhere.get(id) ?? null);
	if (id !== null && !cve) return [];
	if (cve) {
		const numbered = macs.filter(({ subject }) => subject.kind === 'mac');
		if (numbered.length === 0) return [() => cveResult(cve, { mac: null, version: null, exact: true })];
		return numbered.map((mac) => () => cveResult(cve, { mac, version, exact: mac.exact }));
	}
	if (macs.length > 0) return macs.map((mac) => () => resultOf(catalog, mac, { version, major }));
	if (intent === 'end-of-support' && !major) return [() => endsOfSupport];
	if (intent === 'macs') return major ? [() => macsOfMajor(major)] : [];
	const chosenMajor = major ?? [...catalog.majors.values()].at(-1)!;
	const release = version ? (catalog.releases.get(version) ?? null) : latestOfMajor(chosenMajor, atPresent);
	const isOf = ({ subject }: Hit) =>
		(subject.kind === 'build' && intent === 'builds' && subject.build.version === release?.version) ||
		(subject.kind === 'release' && subject.release === release && intent !== 'end-of-support') ||
		(subject.kind === 'major' && subject.major === chosenMajor);
	const usual = intent === null && !version ? ['major', 'release'] : ['release', 'major'];
	const order = intent === 'builds' ? ['build', ...usual] : usual;
	const hits = search(catalog, release?.version ?? chosenMajor.name).hits.concat(
		search(catalog, chosenMajor.name).hits,
	);
	const ofKinds = order.map((kind) => {
		const ofKind = hits.filter((hit) => hit.subject.kind === kind && isOf(hit));
		return [...new Map(ofKind.map((hit) => [hit.subject, hit])).values()];
	});
	// The kind that the question asks for answers it, the others lie around the answer.
	const answers = ofKinds.find((ofKind) => ofKind.length > 0) ?? [];
	return ofKinds.flat().map((hit) => {
		const exact = answers.length === 1 && hit === answers[0];
		return () => resultOf(catalog, { ...hit, exact }, nothingAsked);
	});
}

/** What a question about a Mac names beside it. */
interface AskedOfMac {
	readonly version: string | null;
	readonly major: Major | null;
}

const nothingAsked: AskedOfMac = { version: null, major: null };

/** A view of the page that answers the question itself. */
const endsOfSupport: Shapes['ViewResult'] = {
	kind: 'view',
	name: 'Macs by the end of their support',
	path: '/all?order=support',
	exact: true,
};

function macsOfMajor({ name, systemName, releaseName }: Major): Shapes['ViewResult'] {
	const words = `${systemName} ${releaseName}`.trim();
	return { kind: 'view', name: `Macs that run ${words}`, path: `/all?runs=${name}`, exact: true };
}

/** An unknown version has close neighbors; a CVE has none. */
function suggestions(catalog: Catalog, query: string): string[] {
	if (searchCves(catalog, query)) return [];
	const near = releasesAround(catalog, query);
	return near.length > 0 ? near : suggestSearches(catalog, query);
}

/** A CVE, with the Mac and the version in the question, if there are any. */
function cveResult(
	cve: Cve | ElsewhereCve,
	{ mac, version, exact }: { mac: Hit | null; version: string | null; exact: boolean },
): Shapes['CveResult'] {
	const { id, fixedIn, responses, exploitation } = cve;
	const elsewhere = 'systems' in cve ? cve : null;
	return {
		kind: 'cve',
		cve_id: id,
		name: id,
		exploited: exploitation !== null,
		fixed_in: fixedIn.map(({ version }) => version),
		fixed_in_responses: labelsOf(responses),
		fixed_before_11: elsewhere?.fixedBefore11 ?? [],
		/** The systems that the vendor lists it for, if macOS is not one of them. */
		other_systems: elsewhere && !elsewhere.systems.includes('macOS') ? elsewhere.systems : [],
		board_id: mac?.subject.kind === 'mac' ? mac.subject.board.id : null,
		mac: mac?.name ?? null,
		version,
		exact,
	};
}

function resultOf(catalog: Catalog, hit: Hit, asked: AskedOfMac): Result {
	const { subject, exact } = hit;
	switch (subject.kind) {
		case 'mac':
			return macResult(catalog, subject.board, hit, asked);
		case 'numberless':
			return { ...numberlessResult(subject.machine), exact };
		case 'major':
			return { ...majorResult(subject.major), exact };
		case 'release':
			return { ...releaseResult(subject.release, subject.major, hit.name), exact };
		case 'build':
			return { ...buildResult(subject.build, subject.major), exact };
	}
}

function macResult(
	catalog: Catalog,
	board: Board,
	{ name, named, exact }: Hit,
	{ version, major }: AskedOfMac,
): Shapes['MacResult'] {
	const support = major && board.support.get(major.name);
	const isMachine =
		named && board.machines.length > 1 && board.machines.some((machine) => machine.name === name);
	const { kind, ...summary } = boardSummary((isMachine && asMachine(board, name)) || board);
	return {
		...summary,
		kind: 'mac',
		board_ids: identifiersOfMac(catalog, board),
		board_kind: kind,
		name,
		/** The machine in the search, if several share the number; null if the search names none. */
		machine: isMachine ? name : null,
		without_number: null,
		/** The version in the search. */
		version,
		/** The major version in the search, also that of the version; null if it names none. */
		asked_major: major?.name ?? null,
		/** The latest release of it for this Mac; null if it names none, or if this Mac cannot run it. */
		asked_major_latest: support ? latestOfBoard(support, atPresent).version : null,
		/** Whether the search is a whole name or an identifier of this Mac, so that no other can be meant. */
		exact,
	};
}

/** A Mac without a board. The result has what it ran, because there is no other read about it. */
function numberlessResult({
	name,
	introduced,
	first,
	last,
	ran,
	reason,
}: NumberlessMachine): Found<'MacWithoutNumber'> {
	return {
		board_id: null,
		board_ids: [],
		kind: 'mac',
		name,
		introduced: introduced || null,
		without_number: { first_version: first || null, last_version: last, ran, reason },
	};
}

function majorResult(major: Major): Found<'ReleaseResult'> {
	const { name, systemName, releaseName, releases } = major;
	const latest = latestOfMajor(major, atPresent);
	return {
		kind: 'release',
		version: name,
		major: name,
		is_major: true,
		name: `${systemName} ${releaseName}`.trim(),
		released: releases[0]!.released,
		latest_version: latest.version,
		latest_released: latest.released,
	};
}

function releaseResult({ version, released }: Release, major: Major, title: string): Found<'ReleaseResult'> {
	const latest = latestOfMajor(major, atPresent);
	return {
		kind: 'release',
		version,
		major: major.name,
		is_major: false,
		name: title,
		released,
		latest_version: latest.version,
		latest_released: latest.released,
	};
}

function buildResult({ build, version, released, kind, name }: Build, major: Major): Found<'BuildResult'> {
	return {
		kind: 'build',
		build,
		version,
		major: major.name,
		released,
		build_kind: kind as Shapes['BuildResult']['build_kind'],
		name: name || null,
	};
}
