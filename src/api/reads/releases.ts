import { lastPatched } from '../../advice/builds/last-patched.ts';
import { isExploited } from '../../advice/exposure/exposure.ts';
import { firstFixes } from '../../advice/exposure/first-fixes.ts';
import type { Board, Catalog, Major, Release } from '../../catalog/catalog.ts';
import { releasesOfBoard } from '../../catalog/lookup.ts';
import { isOfferedResponse } from '../../catalog/security-response.ts';
import { findNamedMajor } from '../../names/read-version.ts';
import { explain } from '../explain.ts';
import { isProblem } from '../problem.ts';
import { articleOf } from './article.ts';
import { boardsNamed, readMachine, recordOf } from './boards-asked.ts';
import { buildSummary } from './build.ts';
import { majorSummary } from './major-list.ts';
import type { Read } from './read.ts';
import { cachedJson } from './read-answer.ts';
import { responseRecord } from './response.ts';
import { namedSources } from './sources.ts';

export const readReleasesOfBoard: Read<'/boards/{board_id}/releases'> = (catalog, { parameters, query }) => {
	const boards = boardsNamed(catalog, parameters.board_id);
	const narrow = readMachine(catalog, query, boards);
	if (isProblem(narrow)) return narrow;
	const [board] = boards;
	if (boards.length === 1) {
		const narrowed = narrow(board!);
		const machines = narrowed.machines.map(({ name }) => name).join();
		return cachedJson(catalog, `releases of ${board!.id} ${machines}`, () =>
			releasesOfOneBoard(catalog, narrowed),
		);
	}
	const record = recordOf(catalog, parameters.board_id, (one) => releasesOfOneBoard(catalog, narrow(one)));
	return isProblem(record)
		? record
		: cachedJson(catalog, `releases of all ${parameters.board_id} ${query}`, () => record);
};

export const readReleasesOfMajor: Read<'/releases/{version}'> = (catalog, { parameters, today }) => {
	const major = findNamedMajor(catalog, parameters.version);
	if (major.kind !== 'found') return explain(major);
	const key = `releases of ${major.value.name} ${today}`;
	return cachedJson(catalog, key, () => releasesOfMajor(catalog, major.value, today));
};

/** `/boards/{id}/releases`: every release that a board runs, in version order. */
export function releasesOfOneBoard(catalog: Catalog, board: Board) {
	const releases = releasesOfBoard(board);
	return {
		board_id: board.id,
		board_ids: board.identifiers,
		count: releases.length,
		releases: releases.map((release) => releaseOf(catalog, release, board)),
		sources: namedSources(
			catalog,
			releases.flatMap(({ sources }) => sources),
		),
	};
}

/** `/releases/{major}`: every release of a major on any board, in version order. */
export function releasesOfMajor(catalog: Catalog, major: Major, today: string) {
	return {
		...majorSummary(catalog, major, today),
		releases: major.releases.map((release) => releaseOf(catalog, release, null)),
		exploited_cves: exploitedCves(catalog, major, today),
		sources: namedSources(
			catalog,
			major.releases.flatMap(({ sources }) => sources),
		),
	};
}

/** The exploited vulnerabilities that a major fixed, each with the first release of it that has the fix, latest first. */
function exploitedCves(catalog: Catalog, major: Major, today: string) {
	return [...firstFixes(catalog, major)]
		.filter(([cve]) => isExploited(cve, today))
		.map(([{ id }, release]) => ({ cve_id: id, fixed_in: release.version, fixed_on: release.released }))
		.toReversed();
}

function releaseOf(catalog: Catalog, release: Release, board: Board | null) {
	return {
		version: release.version,
		major: release.major,
		released: release.released,
		/** The day of the last update that left the version as it is; null where there was none. */
		last_patched: lastPatched(release, board),
		precision: release.precision,
		confidence: release.confidence,
		disputed: release.disputed,
		withdrawn: release.withdrawn,
		/** The only boards it was made for; null when it was made for every board of the major. */
		only_board_ids: release.scope && [...release.scope],
		builds: release.builds.map(buildSummary),
		/** Security responses, which leave the version as it is and add a letter. */
		responses: release.responses
			.filter((response) => board === null || isOfferedResponse(response, board))
			.map((response) => responseRecord(catalog, response)),
		...fixesOf(catalog, release),
		/** For people, in a finished sentence. */
		note: release.remark || null,
		sources: release.sources,
	};
}

/** How many published fixes a release brings; null where its list is not known. The list itself is a read of its own. */
function fixesOf({ security }: Catalog, { version }: Release) {
	const list = security.lists.get(version);
	const known = list !== undefined && list.state !== 'unknown';
	const exploited = (list?.fixes ?? []).filter(({ cve }) => security.cves.get(cve)?.exploitation);
	return {
		cve_count: known ? list.fixes.length : null,
		/** Of these, how many attackers use. */
		exploited_count: known ? exploited.length : null,
		/** The vendor's own words about them. */
		security_article: articleOf(list?.article ?? ''),
	};
}
