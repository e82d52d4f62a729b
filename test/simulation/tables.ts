import type { Shipped } from '@pointrelease/core/src/catalog/make-catalog.ts';
import { shipped } from '../feeds/node.ts';

/** `src/data/load.ts` for simulated processes: tables never change, so all share those of the newest majors. */
export function loadShipped(): Shipped {
	return shipped;
}
