import { parseBuild } from '../../catalog/build-number.ts';
import type { Catalog } from '../../catalog/catalog.ts';

/** Security responses end in a small letter, too: their number is 77, that of the build they are for, and 0. */
const response = /^\d+[A-Z]77\d{4}[a-z]$/;

/** Whether a build is of a beta: it ends in a small letter, and no release or security response has it. */
export function isBeta(catalog: Catalog, build: string | null): boolean {
	if (build === null || catalog.builds.has(build) || response.test(build)) return false;
	return /^[a-z]$/.test(parseBuild(build)?.suffix ?? '');
}
