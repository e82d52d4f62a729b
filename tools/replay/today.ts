import { loadShipped } from '../../src/catalog/load.ts';

/** The tables of today: what a service with old data has to learn. */
export const today = loadShipped(new URL('../../data', import.meta.url).pathname);
