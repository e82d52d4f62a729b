import { boardsOfBuild, findBuild, laterUpdates } from '../../advice/builds.ts';
import type { ResponseState } from '../../advice/installed.ts';
import type { Build, Catalog, SecurityResponse } from '../../catalog/catalog.ts';
import { isResponse } from '../../catalog/security-response.ts';
import { explainBuild } from '../explain.ts';
import { isProblem } from '../problem.ts';
import type { Shapes } from '../shapes/shapes.ts';
import { readKnown } from './query.ts';
import { articleOf, jsonAnswer, type Read } from './read.ts';

export const readBuild: Read<'/builds/{build}', 'BuildDetails'> = (all, request) => {
	const known = readKnown(all, request);
	if (isProblem(known)) return known;
	const match = findBuild(known.catalog, request.parameters.build);
	return match.kind === 'found' ? jsonAnswer(buildDetails(known.catalog, match.build)) : explainBuild(match);
};

/** `/builds/{build}`: a build, and the later updates of its version. */
function buildDetails(catalog: Catalog, build: Build): Shapes['BuildDetails'] {
	const { build: number, ...about } = buildMembers(build);
	const boards = boardsOfBuild(catalog, build);
	return {
		build: number,
		version: build.version,
		...about,
		later_updates: laterUpdates(catalog, build).map(buildSummary),
		/** The security response with this build; null for other builds. */
		response: isResponse(build) ? responseRecord(catalog, build) : null,
		/** The security responses that patch it. */
		responses: catalog.releases
			.get(build.version)!
			.responses.filter(({ baseBuild }) => baseBuild === number)
			.map((response) => responseRecord(catalog, response)),
		/** Null if no source says which Macs it is for. */
		board_ids: boards?.map(({ id }) => id) ?? null,
	};
}

/** A build in every list. Lists have neither builds of the server edition nor security responses. */
export function buildSummary(build: Build): Shapes['Build'] {
	return { ...buildMembers(build), kind: build.kind as Shapes['Build']['kind'] };
}

function buildMembers({ build, released, kind, name }: Build) {
	// A build of the server edition is explained instead of answered.
	return { build, released, kind: kind as Shapes['BuildDetails']['kind'], name: name || null };
}

/** The members of a security response in every list. */
export function responseRecord(catalog: Catalog, response: SecurityResponse): Shapes['SecurityResponse'] {
	const { label, version, letter, kind, build, baseBuild, released, withdrawn, supersededBy } = response;
	return {
		/** As a Mac shows it: `26.3.1 (a)`. */
		label,
		version,
		letter,
		kind,
		build,
		base_build: baseBuild,
		released,
		/** Withdrawn by the vendor; a Mac that reports it still has its fixes. */
		withdrawn,
		/** The first release that has its fixes; null while none does. */
		superseded_by: supersededBy,
		article: articleOf(response.article),
		cve_ids: response.cves,
		board_ids: boardsOfBuild(catalog, response)!.map(({ id }) => id),
		confidence: response.confidence,
		sources: response.sources,
	};
}

/** The labels without repetition: a response may have one build for each kind of Mac. */
export function labelsOf(responses: readonly SecurityResponse[]): string[] {
	return [...new Set(responses.map(({ label }) => label))];
}

/** The members about the security responses of one Mac. */
export function responseMembers({ installed, latest, standing }: ResponseState) {
	return {
		response: installed?.letter ?? null,
		response_standing: standing,
		latest_response: latest?.letter ?? null,
		latest_response_build: latest?.build ?? null,
		latest_response_released: latest?.released ?? null,
	};
}

/** The state of responses in words; empty if there is nothing to say. */
export function responseSentence({ installed, latest, standing }: ResponseState): string {
	const newest = latest && `${latest.name} was released on ${latest.released}`;
	switch (standing) {
		case 'behind':
			return installed
				? `${newest}; this Mac has (${installed.letter}).`
				: `${newest}; this Mac does not have it.`;
		case 'not-reported':
			return `${newest}. This Mac did not report whether it is installed, so its fixes count as missing.`;
		case 'unknown':
			return `This Mac reports a security response that is not known here, so its fixes are not counted.${newest ? ` ${newest}.` : ''}`;
		default:
			return '';
	}
}
