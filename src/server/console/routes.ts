import type { DataRoute } from './data-route.ts';
import { heldDataRoutes } from './views/data.ts';
import { fleetRoutes } from './views/fleet.ts';
import { licenseChangeRoutes } from './views/license-changes.ts';
import { licenseRoutes } from './views/licenses.ts';
import { mailRoutes } from './views/mail.ts';
import { needsYouRoutes } from './views/needs-you.ts';
import { orderRoutes } from './views/orders.ts';
import { serviceRoutes } from './views/service.ts';

/** What the page of the console reads and writes; one file of `views/` for each of its views. */
export const dataRoutes: readonly DataRoute[] = [
	...needsYouRoutes,
	...licenseRoutes,
	...licenseChangeRoutes,
	...orderRoutes,
	...heldDataRoutes,
	...mailRoutes,
	...fleetRoutes,
	...serviceRoutes,
];
