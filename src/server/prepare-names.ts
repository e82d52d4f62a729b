import type { Catalog } from '../catalog/catalog.ts';
import { prepareSearch } from '../names/search-index.ts';
import { yieldEvery } from '../process/yield-turn.ts';

/**
 * Milliseconds after a start. It has more urgent things to do: a fleet that was kept waiting, and code that was never run
 * before; the index takes half as much of a core as the start itself.
 */
export const afterStart = 5_000;
/** Milliseconds after new data, which another change often follows. */
const afterChange = 500;
/** Milliseconds in which a request may have to wait. */
const longestStep = 1;

export interface NamePreparer {
	/** Another state of the data is served; its index is built after so many milliseconds. */
	serve(catalog: Catalog, calm?: number): void;
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
		serve(catalog, calm = afterChange) {
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
