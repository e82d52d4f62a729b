import { allLicenses } from '../src/licenses/issuing/find.ts';
import { type License, statusOf } from '../src/licenses/license.ts';
import { listOrders } from '../src/licenses/orders/order.ts';
import type { Registry } from '../src/licenses/registry.ts';

export async function licensesOf({ database }: Registry): Promise<License[]> {
	const all: License[] = [];
	for await (const page of allLicenses(database)) all.push(...page);
	return all;
}

/** The result of orders, without random values and times. */
export async function orderOutcome(registry: Registry): Promise<unknown> {
	const { database } = registry;
	const mails = await database.rows<{ license: string }>('SELECT subject_id AS license FROM outbox');
	const licenses = await licensesOf(registry);
	const orders = await listOrders(database);
	return orders
		.map(({ ref, state, reason, product, customer, payment, email, issued, licenses: ids }) => ({
			ref,
			state,
			reason,
			product,
			customer,
			payment,
			email,
			issued: issued !== null,
			licenses: licenses
				.filter(({ id }) => ids.includes(id))
				.map((license) => [license.email, license.expires, license.note, statusOf(license)]),
			mails: mails.filter(({ license }) => ids.includes(license)).length,
		}))
		.sort((a, b) => (a.ref < b.ref ? -1 : 1));
}
