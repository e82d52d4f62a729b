import { withRegistry } from '../src/licenses/registry.ts';
import { usageTotals } from '../src/licenses/usage/usage-store.ts';
import { readSettings } from '../src/settings/settings.ts';
import type { ServiceProcess } from './service-process.ts';

/** The counted requests of all licenses in the database. */
export async function countedRequests({ env }: Pick<ServiceProcess, 'env'>): Promise<number> {
	return withRegistry(readSettings(env), async ({ database }) => {
		const totals = await usageTotals(database, '2020-01-01', 1_000_000);
		return totals.reduce((sum, { requests }) => sum + requests, 0);
	});
}
