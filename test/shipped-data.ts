import { loadCatalog } from '../src/catalog/load.ts';

/** The shipped data folder and its catalog. */
export const shippedFolder = new URL('../data', import.meta.url).pathname;
export const shipped = loadCatalog(shippedFolder);
