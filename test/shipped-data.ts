import { loadCatalog } from '../src/catalog/load.ts';

/** The data folder that the project ships, and the catalog it makes. */
export const shippedFolder = new URL('../data', import.meta.url).pathname;
export const shipped = loadCatalog(shippedFolder);
