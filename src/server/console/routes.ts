import type { DataRoute } from './data-route.ts';
import { needsYouRoutes } from './views/needs-you.ts';

/** What the page of the console reads and writes; one file of `views/` for each of its views. */
export const dataRoutes: readonly DataRoute[] = [...needsYouRoutes];
