import type { Catalog } from '../catalog/catalog.ts';
import { prepareSearch } from '../names/search-index.ts';
import { yieldEvery } from '../yield-turn.ts';

/** Whoever starts has more urgent things to do first, and a service that stops at once never needs it. */
const calm = 500;
/** Milliseconds in which a request may have to wait. */
const longestStep = 1;

/**
 * Builds the index of names soon after a state of the data is served, in steps between which requests are
 * answered: the first search would wait 50 ms for it, and everybody else with it.
 */
export function prepareNames(catalog: Catalog): void {
	setTimeout(() => void prepareSearch(catalog, yieldEvery(longestStep)), calm).unref();
}
