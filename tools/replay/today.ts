import { loadShipped } from '../../src/data/load.ts';
import { worldFolder } from '../../test/world.ts';

/** The tables of today: what a service with old data has to learn. */
export const today = loadShipped(worldFolder);
