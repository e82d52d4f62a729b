import type { Release, Support } from '../../catalog/catalog.ts';
import { addDays } from '../../text/day.ts';

/** So long the update service goes on listing a release after a newer one of its major came out, as it did for two years. */
const daysAfterNext = 90;

/**
 * The last day on which the vendor's update service lists a release for a board; null while nothing newer of its major is
 * out. Whoever enforces a release that is no longer listed enforces nothing.
 */
export function listedUntil({ offered }: Support, release: Release, asOf: string): string | null {
	const next = offered[offered.indexOf(release) + 1];
	return next && next.released <= asOf ? addDays(next.released, daysAfterNext) : null;
}
