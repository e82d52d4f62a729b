import { boardsOfBuild } from '../../advice/builds/boards-of-build.ts';
import { findBuild } from '../../advice/builds/find-build.ts';
import { laterUpdates } from '../../advice/builds/later-updates.ts';
import type { Build, Catalog } from '../../catalog/catalog.ts';
import { isResponse } from '../../catalog/security-response.ts';
import { explainBuild } from '../explain.ts';
import type { Read } from './read.ts';
import { jsonAnswer } from './read-answer.ts';
import { responseRecord } from './response.ts';

export const readBuild: Read<'/builds/{build}'> = (catalog, { parameters }) => {
	const found = findBuild(catalog, parameters.build);
	return found.kind === 'found'
		? jsonAnswer(catalog, buildDetails(catalog, found.build))
		: explainBuild(found);
};

/** `/builds/{build}`: what a build is, and what a Mac that has it misses inside its version. */
function buildDetails(catalog: Catalog, build: Build) {
	const { build: number, ...about } = buildSummary(build);
	const boards = boardsOfBuild(catalog, build);
	return {
		build: number,
		version: build.version,
		...about,
		later_updates: laterUpdates(catalog, build).map(buildSummary),
		/** What it is, where it is a security response. */
		response: isResponse(build) ? responseRecord(catalog, build) : null,
		/** The security responses that patch it. */
		responses: catalog.releases
			.get(build.version)!
			.responses.filter(({ baseBuild }) => baseBuild === number)
			.map((response) => responseRecord(catalog, response)),
		/** Null where no source says which Macs it is for. */
		board_ids: boards?.map(({ id }) => id) ?? null,
	};
}

/** The members that a build has wherever it is listed. */
export function buildSummary({ build, released, kind, name }: Build) {
	return { build, released, kind, name: name || null };
}
