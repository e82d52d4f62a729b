import { isResponseShaped, parseBuild } from '../../catalog/build-number.ts';
import type { Catalog } from '../../catalog/catalog.ts';

/** Whether a build is of a beta: it ends in a small letter, and no release or security response has it. */
export function isBeta(catalog: Catalog, build: string | null): boolean {
	if (build === null || catalog.builds.has(build) || isResponseShaped(build)) return false;
	return /^[a-z]$/.test(parseBuild(build)?.suffix ?? '');
}
