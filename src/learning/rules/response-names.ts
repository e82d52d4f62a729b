import type { Build, Catalog } from '../../catalog/catalog.ts';
import { isResponse } from '../../catalog/security-response.ts';
import type { ResponseSeen } from '../observation.ts';

/** Whether an entry is about a response as it is known, or about one that is not known. */
export function isNamed(known: Build | undefined, { version, letter, baseBuild }: ResponseSeen): boolean {
	return (
		!known ||
		!isResponse(known) ||
		(known.version === version && known.letter === letter && known.baseBuild === baseBuild)
	);
}

/** Whether the vendor lists a known response with another letter, release or base build, and no more as it is known. */
export function isRenamed(
	{ builds }: Pick<Catalog, 'builds'>,
	build: string,
	listed: readonly ResponseSeen[],
): boolean {
	return listed.length > 0 && !listed.some((seen) => isNamed(builds.get(build), seen));
}
