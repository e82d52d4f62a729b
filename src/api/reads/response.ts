import { boardsOfBuild } from '../../advice/builds/boards-of-build.ts';
import type { ResponseState } from '../../advice/builds/installed-response.ts';
import type { Catalog, SecurityResponse } from '../../catalog/catalog.ts';
import { articleOf } from './article.ts';

/** The members that a security response has wherever it is listed. */
export function responseRecord(catalog: Catalog, response: SecurityResponse) {
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
		/** Taken back by the vendor; a Mac that shows it has its fixes all the same. */
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

/** What they are called, each once: a response may have a build for each kind of Mac. */
export function labelsOf(responses: readonly SecurityResponse[]): string[] {
	return [...new Set(responses.map(({ label }) => label))];
}

/** What is said of responses about one Mac, flat. */
export function responseMembers({ installed, latest, standing }: ResponseState) {
	return {
		response: installed?.letter ?? null,
		response_standing: standing,
		latest_response: latest?.letter ?? null,
		latest_response_build: latest?.build ?? null,
		latest_response_released: latest?.released ?? null,
	};
}

/** The same in words; empty where there is nothing to say. */
export function responseSentence({ installed, latest, standing }: ResponseState): string {
	const newest = latest && `${latest.name} was released on ${latest.released}`;
	switch (standing) {
		case 'behind':
			return `${newest}; this Mac has (${installed!.letter}).`;
		case 'not-reported':
			return `${newest}. This Mac did not report whether it is installed, so its fixes count as missing.`;
		case 'unknown':
			return `This Mac reports a security response that is not known here, so its fixes are not counted.${newest ? ` ${newest}.` : ''}`;
		default:
			return '';
	}
}
