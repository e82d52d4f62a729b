import { loadShipped } from '../src/catalog/load.ts';

/** What the tables say today: what a service that starts with old data has to find out. */
export const today = loadShipped(new URL('../data', import.meta.url).pathname);
