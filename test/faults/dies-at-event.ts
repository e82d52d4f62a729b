import { takeEvent } from '../../src/licenses/orders/take-event.ts';
import { withRegistry } from '../../src/licenses/registry.ts';
import { readSettings } from '../../src/settings/settings.ts';
import { mortalDatabase } from '../mortal-database.ts';
import { lifeOf, products } from '../order-scenarios.ts';

/** Processes the n-th event of an order, and is killed at the m-th statement of the transaction that stores it. */
const [event = '', at = ''] = process.argv.slice(2);
await withRegistry(readSettings(process.env), (registry) =>
	takeEvent(
		{ ...registry, database: mortalDatabase(registry.database, Number(at)) },
		lifeOf('k')[Number(event)]!,
		products,
	),
);
