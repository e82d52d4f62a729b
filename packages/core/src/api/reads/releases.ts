import { lastPatched } from '../../advice/builds.ts';
import { firstFixes, isExploited } from '../../advice/exposure/fixes.ts';
import { installersOf, updateFrom } from '../../advice/installers.ts';
import { lastPull } from '../../advice/offered.ts';
import type { Board, Catalog, Fix, ListState, Major, Release } from '../../catalog/catalog.ts';
import { findMajor, macsOf, releasesOfBoard } from '../../catalog/lookup.ts';
import { isOfferedResponse } from '../../catalog/security-response.ts';
import { compareCves } from '../../catalog/tables/security-tables.ts';
import { compareVersions, parseVersion } from '../../catalog/version.ts';
import { findNamedMajor } from '../../names/read-version.ts';
import { explain } from '../explain.ts';
import { isProblem, type Problem } from '../problem.ts';
import type { Shapes } from '../shapes/shapes.ts';
import { boardsNamed, readMachine, recordOf } from './asked-mac.ts';
import { boardInFullList } from './board.ts';
import { buildSummary, responseRecord } from './builds.ts';
import { majorSummary } from './majors.ts';
import { readFlag, readKnown } from './query.ts';
import { articleOf, jsonAnswer, namedSources, type Read } from './read.ts';

export const readReleasesOfBoard: Read<'/boards/{board_id}/releases', 'BoardReleases'> = (all, request) => {
	const known = readKnown(all, request);
	if (isProblem(known)) return known;
	const { catalog, today } = known;
	const { parameters, query } = request;
	const boards = boardsNamed(catalog, parameters.board_id);
	const narrow = readMachine(catalog, query, boards);
	if (isProblem(narrow)) return narrow;
	const isBrief = readFlag(new URLSearchParams(query), 'brief');
	if (typeof isBrief !== 'boolean') return isBrief;
	const record = recordOf(catalog, parameters.board_id, (board) =>
		releasesOfOneBoard(catalog, narrow(board), today),
	);
	if (isProblem(record)) return record;
	const releases = isBrief
		? record.releases.map((release) => ({ ...release, installers: [] }))
		: record.releases;
	return jsonAnswer({ ...record, releases });
};

export const readReleasesOfMajor: Read<'/releases/{version}', 'MajorReleases'> = (all, request) => {
	const known = readKnown(all, request);
	if (isProblem(known)) return known;
	const { catalog, today } = known;
	const major = findNamedMajor(catalog, request.parameters.version);
	return major.kind === 'found' ? jsonAnswer(releasesOfMajor(catalog, major.value, today)) : explain(major);
};

/** `/boards/{id}/releases`: every release that a board runs, in version order. */
export function releasesOfOneBoard(catalog: Catalog, board: Board, today: string): Shapes['BoardReleases'] {
	const releases = releasesOfBoard(board);
	return {
		board_id: board.id,
		board_ids: board.identifiers,
		count: releases.length,
		releases: releases.map((release) => releaseOf(catalog, release, { board, today })),
		sources: namedSources(
			catalog,
			releases.flatMap(({ sources }) => sources),
		),
	};
}

/** `/releases/{major}`: every release of a major on any board, in version order. */
export function releasesOfMajor(catalog: Catalog, major: Major, today: string): Shapes['MajorReleases'] {
	return {
		...majorSummary(catalog, major, today),
		releases: major.releases.map((release) => releaseOf(catalog, release, { board: null, today })),
		exploited_cves: exploitedCves(catalog, major, today),
		sources: namedSources(
			catalog,
			major.releases.flatMap(({ sources }) => sources),
		),
	};
}

/** The exploited vulnerabilities that a major fixed, each with its first fixing release, latest first. */
function exploitedCves(catalog: Catalog, major: Major, today: string) {
	return [...firstFixes(catalog, major)]
		.filter(([cve]) => isExploited(cve, today))
		.map(([{ id }, release]) => ({ cve_id: id, fixed_in: release.version, fixed_on: release.released }))
		.toReversed();
}

function releaseOf(
	catalog: Catalog,
	release: Release,
	{ board, today }: { board: Board | null; today: string },
): Shapes['Release'] {
	const pull = lastPull(release, board, today);
	return {
		version: release.version,
		major: release.major,
		released: release.released,
		/** The day of the last update that did not change the version; null if there never was such an update. */
		last_patched: lastPatched(release, board),
		precision: release.precision,
		confidence: release.confidence,
		disputed: release.disputed,
		withdrawn: release.withdrawn,
		/** When the vendor last took it off its list; it is pulled until the day it was listed again. */
		pulled_on: pull?.on ?? null,
		listed_again_on: pull?.listedAgainOn ?? null,
		/** The only boards it was pulled for; null if it was not, or for every board. */
		pulled_board_ids: board === null && pull?.boards ? [...pull.boards] : null,
		/** The only boards it was made for; null if it was made for every board of the major. */
		only_board_ids: release.scope && [...release.scope],
		builds: release.builds.map(buildSummary),
		/** Security responses, which do not change the version and add a letter. */
		responses: release.responses
			.filter((response) => board === null || isOfferedResponse(response, board))
			.map((response) => responseRecord(catalog, response)),
		...fixesOf(catalog, release),
		installers: installersOf(catalog, release, board),
		installer_note: installerNote(catalog, release, board),
		/** For people, a complete sentence. */
		note: release.remark || null,
		sources: release.sources,
	};
}

/** How to get a release that can only be had as an update, in words. */
function installerNote(catalog: Catalog, release: Release, board: Board | null): string | null {
	const from = updateFrom(catalog, release, board);
	return from && `Apple has no installer of ${release.version}: update from ${from.version}.`;
}

/** How many published fixes a release has; null if its list is not known. Another read has the list. */
function fixesOf({ security }: Catalog, { version }: Release) {
	const list = security.lists.get(version);
	const hasList = list !== undefined && list.state !== 'unknown';
	const exploited = (list?.fixes ?? []).filter(({ cve }) => security.cves.get(cve)?.exploitation);
	return {
		cve_count: hasList ? list.fixes.length : null,
		/** How many of these are exploited. */
		exploited_count: hasList ? exploited.length : null,
		/** The vendor's article about them. */
		security_article: articleOf(list?.article ?? ''),
	};
}

/** `/releases/{version}/boards`: the Macs that one release is for. */
export const readReleaseBoards: Read<'/releases/{version}/boards', 'ReleaseBoards'> = (catalog, request) => {
	const known = readKnown(catalog, request);
	if (isProblem(known)) return known;
	const release = releaseAsked(known.catalog, request.parameters.version);
	return isProblem(release) ? release : jsonAnswer(releaseBoards(known.catalog, release));
};

/** Every Mac once, in code-point order of its main board. */
export function releaseBoards(catalog: Catalog, release: Release): Shapes['ReleaseBoards'] {
	const boards = macsOf(catalog).filter((board) =>
		board.support.get(release.major)?.releases.includes(release),
	);
	return {
		version: release.version,
		major: release.major,
		count: boards.length,
		boards: boards.map(boardInFullList),
	};
}

/** `/releases/{version}/cves`: what one release fixes, exploited vulnerabilities first. */
export const readReleaseCves: Read<'/releases/{version}/cves', 'ReleaseCves'> = (catalog, request) => {
	const known = readKnown(catalog, request);
	if (isProblem(known)) return known;
	const release = releaseAsked(known.catalog, request.parameters.version);
	return isProblem(release) ? release : jsonAnswer(releaseCves(known.catalog, release, known.today));
};

/** The release with this number; otherwise the problem names its neighbors. */
function releaseAsked(catalog: Catalog, text: string): Release | Problem {
	const major = findMajor(catalog, text);
	if (major.kind !== 'found') return explain(major);
	const version = parseVersion(text)!;
	const { releases } = major.value;
	const release = releases.find(({ parsed }) => compareVersions(parsed, version) === 0);
	if (release) return release;
	const isBelow = ({ parsed }: Release) => compareVersions(parsed, version) < 0;
	const after = releases.find((candidate) => !isBelow(candidate)) ?? null;
	const before = releases.findLast(isBelow) ?? null;
	return explain({ kind: 'no-such-release', text, before, after });
}

/** Notes for people who read a list of fixes; notes about single lists are in the tables, for reviewers. */
const notes: Partial<Record<ListState, string>> = {
	partial: 'Only part of the list is known: the release may fix more.',
	unknown: 'It is not known which CVEs the release fixes.',
};

export function releaseCves(catalog: Catalog, release: Release, today: string): Shapes['ReleaseCves'] {
	const list = catalog.security.lists.get(release.version);
	const listState = list?.state ?? 'unknown';
	const first = firstFixes(catalog, catalog.majors.get(release.major)!);
	const recordOf = ({ cve: id, confidence }: Fix) => {
		const cve = catalog.security.cves.get(id)!;
		const exploited = isExploited(cve, today);
		return {
			cve_id: id,
			exploited,
			kev_added: (exploited && cve.exploitation?.kevAdded) || null,
			kev_due: (exploited && cve.exploitation?.kevDue) || null,
			impact: catalog.security.records.get(id)?.impact ?? null,
			/** The first fixing release of this major; if it is an earlier one, the vendor lists the CVE again. */
			first_fixed_in: first.get(cve)!.version,
			confidence,
		};
	};
	const cves = (list?.fixes ?? [])
		.map(recordOf)
		.sort((a, b) => Number(b.exploited) - Number(a.exploited) || compareCves(a.cve_id, b.cve_id));
	return {
		version: release.version,
		major: release.major,
		released: release.released,
		known: listState,
		article: articleOf(list?.article ?? ''),
		count: listState === 'unknown' ? null : cves.length,
		exploited_count: listState === 'unknown' ? null : cves.filter(({ exploited }) => exploited).length,
		cves,
		note: notes[listState] ?? null,
	};
}
