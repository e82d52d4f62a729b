import { loadCatalog } from '../src/data/load.ts';
import { worldFolder } from './world.ts';

/** The catalog of the tables that tests use, and their folder: as shipped on the day of the copy. */
export const shippedFolder = worldFolder;
export const shipped = loadCatalog(shippedFolder);
