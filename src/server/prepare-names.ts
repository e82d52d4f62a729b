import type { Catalog } from '../catalog/catalog.ts';
import { prepareSearch } from '../names/search-index.ts';
import { yieldEvery } from '../yield-turn.ts';

/**
 * Whoever starts has more urgent things to do first: a fleet that was kept waiting, and a processor that compiles what
 * it has not run before. The index takes as much of it as half of the start.
 */
const calm = 5_000;
/** Milliseconds in which a request may have to wait. */
const longestStep = 1;

export interface NamePreparer {
	/** Another state of the data is served. */
	serve(catalog: Catalog): void;
	close(): void;
}

/**
 * Builds the index of names soon after a state of the data is served, in steps between which requests are
 * answered: the first search would wait 50 ms for it, and everybody else with it.
 */
export function createNamePreparer(): NamePreparer {
	let current: Catalog | null = null;
	let timer: Timer | undefined;
	const close = () => {
		// A state that was replaced before its turn needs none, and must not be kept for it.
		clearTimeout(timer);
		current = null;
	};
	return {
		serve(catalog) {
			close();
			current = catalog;
			timer = setTimeout(() => {
				const isCurrent = () => current === catalog;
				void prepareSearch(catalog, yieldEvery(longestStep), isCurrent);
			}, calm);
			timer.unref();
		},
		close,
	};
}
