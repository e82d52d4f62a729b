import { compareBuilds, parseBuild } from '../../catalog/build-number.ts';
import type { Build, Catalog } from '../../catalog/catalog.ts';
import { isResponse } from '../../catalog/security-response.ts';

export type FoundBuild =
	| { readonly kind: 'found'; readonly build: Build }
	| {
			readonly kind: 'unknown-build';
			readonly asked: string;
			/** What it is, where it is a build of the server edition. */
			readonly server: Build | null;
			/** Whether it is written as builds are. */
			readonly shaped: boolean;
			/** The known builds around it. */
			readonly before: Build | null;
			readonly after: Build | null;
	  };

/** The build of that number, in any letter case. */
export function findBuild(catalog: Catalog, asked: string): FoundBuild {
	const text = asked.trim();
	// The last letter, which few have, is small in nearly all of them.
	const usual = text.toLowerCase().replace(/[a-z]/, (letter) => letter.toUpperCase());
	const build = catalog.builds.get(usual) ?? catalog.builds.get(text.toUpperCase()) ?? null;
	if (build && build.kind !== 'server') return { kind: 'found', build };
	const shaped = parseBuild(usual) !== null;
	const around = shaped ? neighbours(catalog, usual) : { before: null, after: null };
	return { kind: 'unknown-build', asked, server: build, shaped, ...around };
}

function neighbours(catalog: Catalog, text: string): { before: Build | null; after: Build | null } {
	const builds = [...catalog.builds.values()]
		// The number of a response is above all of its train, and says nothing about its place.
		.filter((build) => build.kind !== 'server' && !isResponse(build))
		.sort((a, b) => compareBuilds(a.build, b.build));
	return {
		before: builds.findLast(({ build }) => compareBuilds(build, text) < 0) ?? null,
		after: builds.find(({ build }) => compareBuilds(build, text) > 0) ?? null,
	};
}
