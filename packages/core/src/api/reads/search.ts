import { atPresent, latestOfBoard, latestOfMajor } from '../../advice/offered.ts';
import type { Board, Build, Catalog, Cve, ElsewhereCve, Major, Release } from '../../catalog/catalog.ts';
import { knownOn } from '../../catalog/known-on.ts';
import type { NumberlessMachine } from '../../catalog/machine.ts';
import { asMachine } from '../../names/as-machine.ts';
import { dayAsked } from '../../names/intent.ts';
import { identifiersOfMac } from '../../names/machine-names.ts';
import { notListed } from '../../names/not-listed.ts';
import { type Question, readQuestion, releasesAround } from '../../names/question.ts';
import { type Hit, search, searchCves } from '../../names/search.ts';
import { suggestSearches } from '../../names/suggest.ts';
import { isProblem } from '../problem.ts';
import type { Shapes } from '../shapes/shapes.ts';
import { boardSummary } from './board.ts';
import { labelsOf } from './builds.ts';
import { readKnown, readParameters, readSearchQuery } from './query.ts';
import { jsonAnswer, type Read } from './read.ts';
import {
	type Asked,
	nothingAsked,
	verdictOnAges,
	verdictOnBuild,
	verdictOnCve,
	verdictOnEnds,
	verdictOnMac,
	verdictOnMacsOf,
	verdictOnMajor,
	verdictOnNumberless,
	verdictOnRelease,
} from './search-verdict.ts';

export const readSearch: Read<'/search', 'SearchResults'> = (catalog, request) => {
	const query = readParameters(request.query);
	if (isProblem(query)) return query;
	const searchQuery = readSearchQuery(query);
	if (isProblem(searchQuery)) return searchQuery;
	const known = readKnown(catalog, request);
	if (isProblem(known)) return known;
	const { text, limit, offset } = searchQuery;
	const given = query.has('as_of') ? known.today : null;
	return jsonAnswer(searchResults(known.catalog, text, { limit, offset, today: known.today, given }));
};

interface Page {
	readonly limit: number;
	readonly offset?: number;
	/** The day from which answers look; without one that of the last change of the data. */
	readonly today?: string | undefined;
	/** The same if it was asked for. */
	readonly given?: string | null;
}

/** `/search`: Macs, releases and builds by name, best first. No results is a valid answer. */
export function searchResults(all: Catalog, query: string, page: Page): Shapes['SearchResults'] {
	const { limit, offset = 0, today = all.changed.slice(0, 10), given = null } = page;
	const named = given === null ? dayAsked(query) : null;
	// Nobody knows what comes out later.
	const past = named && named.day <= today ? named : null;
	const catalog = past ? knownOn(all, past.day) : all;
	const asked = { ...nothingAsked, today: past?.day ?? today, dayNamed: past !== null };
	const { total, results } = answerOf(catalog, past?.rest ?? query, { limit, offset, asked });
	const missing = total > 0 ? null : notListed(catalog, query);
	return {
		query,
		count: results.length,
		as_of: past?.day ?? given,
		total,
		offset,
		results,
		suggestions: missing ? [...missing.instead] : total > 0 ? [] : suggestions(catalog, query),
		note: missing?.sentence ?? null,
	};
}

/** Finds a CVE by its ID, the answer to a question, or anything by its name. */
function answerOf(
	catalog: Catalog,
	query: string,
	{ limit, offset, asked }: { limit: number; offset: number; asked: Asked },
) {
	const cves = searchCves(catalog, query);
	if (cves) {
		const shown = cves.slice(offset, offset + limit);
		const isWhole = ({ id }: Cve) => id.split('-').join('') === query.toUpperCase().replace(/[\s-]+/g, '');
		return {
			total: cves.length,
			results: shown.map((cve) => cveResult(catalog, cve, { mac: null, asked, exact: isWhole(cve) })),
		};
	}
	const question = readQuestion(catalog, query, asked.today);
	const answers = question ? answersTo(catalog, question, asked) : [];
	if (answers.length > 0)
		return { total: answers.length, results: answers.slice(offset, offset + limit).map((make) => make()) };
	const { total, hits } = search(catalog, query, offset, limit);
	return { total, results: hits.map((hit) => resultOf(catalog, hit, asked)) };
}

type Result = Shapes['SearchResults']['results'][number];
/** A result before it is known whether it is exact. */
type Found<Name extends 'MacWithoutNumber' | 'ReleaseResult' | 'BuildResult'> = Omit<
	Shapes[Name],
	'exact' | 'verdict'
>;

/** The answers to a question, best first, as functions: only the answers on the requested page are made. */
function answersTo(catalog: Catalog, question: Question, { today, dayNamed }: Asked): (() => Result)[] {
	const { cve: id, version, major, intent, macs, year } = question;
	const asked: Asked = { version, major, intent, today, dayNamed };
	const { cves, elsewhere } = catalog.security;
	const cve = id === null ? null : (cves.get(id) ?? elsewhere.get(id) ?? null);
	if (id !== null && !cve) return [];
	if (cve) {
		const numbered = macs.filter(({ subject }) => subject.kind === 'mac');
		if (numbered.length === 0) return [() => cveResult(catalog, cve, { mac: null, asked, exact: true })];
		return numbered.map((mac) => () => cveResult(catalog, cve, { mac, asked, exact: mac.exact }));
	}
	if (macs.length > 0) return macs.map((mac) => () => resultOf(catalog, mac, asked));
	const view = viewFor(catalog, { major, intent, year }, today);
	if (view) return [() => view];
	if (intent === 'macs' || intent === 'dropped') return [];
	const chosenMajor = major ?? [...catalog.majors.values()].at(-1)!;
	const release = version
		? (catalog.releases.get(version) ?? null)
		: intent === 'first'
			? chosenMajor.releases[0]!
			: latestOfMajor(chosenMajor, atPresent);
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
		return () => resultOf(catalog, { ...hit, exact }, asked);
	});
}

/** A view of the page that answers the question itself. */
function viewFor(
	catalog: Catalog,
	{ major, intent, year }: Pick<Question, 'major' | 'intent' | 'year'>,
	today: string,
): Shapes['ViewResult'] | null {
	const view = (name: string, path: string, verdict: Shapes['SearchVerdict']) =>
		({ kind: 'view', name, path, exact: true, verdict }) as const;
	const told = (text: string) => ({ runs: null, last: null, text });
	if (intent === 'end-of-support' && !major) {
		const verdict = verdictOnEnds(catalog, year, today);
		return year === null
			? view('Macs by the end of their support', '/all?order=support', verdict)
			: view(`Macs whose support ends in ${year}`, `/all?ends=${year}`, verdict);
	}
	if (intent === 'macs-by-age' && !major) return view('All Macs by age', '/all', verdictOnAges(catalog));
	if (!major) return null;
	const words = `${major.systemName} ${major.releaseName}`.trim();
	if (intent === 'macs')
		return view(`Macs that run ${words}`, `/all?runs=${major.name}`, verdictOnMacsOf(catalog, major));
	const before = [...catalog.majors.values()][[...catalog.majors.keys()].indexOf(major.name) - 1];
	if (intent !== 'dropped' || !before) return null;
	const dropped = before.boards.filter(
		({ id, identifiers, support }) => identifiers[0] === id && !support.has(major.name),
	);
	return view(
		`Macs that ${words} dropped`,
		`/all?runs=${before.name}&not=${major.name}`,
		told(dropped.length === 0 ? `None that ran ${before.name}` : `Macs whose last is ${before.name}`),
	);
}

/** An unknown version has close neighbors; a CVE has none. */
function suggestions(catalog: Catalog, query: string): string[] {
	if (searchCves(catalog, query)) return [];
	const near = releasesAround(catalog, query);
	return near.length > 0 ? near : suggestSearches(catalog, query);
}

/** A CVE, with the Mac and the version in the question, if there are any. */
function cveResult(
	catalog: Catalog,
	cve: Cve | ElsewhereCve,
	{ mac, asked, exact }: { mac: Hit | null; asked: Asked; exact: boolean },
): Shapes['CveResult'] {
	const board = mac?.subject.kind === 'mac' ? mac.subject.board : null;
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
		board_id: board?.id ?? null,
		mac: mac?.name ?? null,
		version: mac ? asked.version : null,
		exact,
		verdict: verdictOnCve(catalog, cve, board, asked),
	};
}

function resultOf(catalog: Catalog, hit: Hit, asked: Asked): Result {
	const { subject, exact } = hit;
	switch (subject.kind) {
		case 'mac':
			return macResult(catalog, subject.board, hit, asked);
		case 'numberless':
			return {
				...numberlessResult(subject.machine),
				exact,
				verdict: verdictOnNumberless(catalog, subject.machine, asked),
			};
		case 'major':
			return { ...majorResult(subject.major), exact, verdict: verdictOnMajor(catalog, subject.major, asked) };
		case 'release':
			return {
				...releaseResult(subject.release, subject.major, hit.name),
				exact,
				verdict: verdictOnRelease(catalog, subject.release, subject.major, asked),
			};
		case 'build':
			return {
				...buildResult(subject.build, subject.major),
				exact,
				verdict: verdictOnBuild(subject.build, subject.major),
			};
	}
}

function macResult(
	catalog: Catalog,
	board: Board,
	{ name, named, exact }: Hit,
	asked: Asked,
): Shapes['MacResult'] {
	const { version, major } = asked;
	const support = major && board.support.get(major.name);
	const isMachine =
		named && board.machines.length > 1 && board.machines.some((machine) => machine.name === name);
	const machine = (isMachine && asMachine(board, name)) || board;
	const { kind, ...summary } = boardSummary(machine);
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
		verdict: verdictOnMac(catalog, machine, asked),
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
