import { describe, expect, test } from 'bun:test';
import { kinds, useStores } from '../../../test/stores.ts';
import { session, stripeEvent } from '../../../test/stripe-objects.ts';
import { openRegistry, type Registry } from '../registry.ts';
import { dropRule, readKeptRules } from './kept-rules.ts';
import { findOrder, licensesOfOrder } from './order.ts';
import { parseProducts } from './products-definition.ts';
import { applyOrder } from './settle-order.ts';
import { readStripeEvent } from './stripe.ts';
import { takeEvent } from './take-event.ts';

const stores = useStores();
const products = parseProducts('test', JSON.stringify({ stripe: { yearly: { days: 365, licenses: 2 } } }));
const withSite = parseProducts(
	'test',
	JSON.stringify({ stripe: { yearly: { days: 365, licenses: 2 }, 'Site license': { days: 30 } } }),
);

/** Somebody pays for a product. */
function pay(registry: Registry, order: string, product: string | null, rules = products) {
	const metadata = product === null ? {} : { product };
	const sold = session(order, { metadata, ...(product === null && { payment_link: null }) });
	const body = JSON.stringify(stripeEvent('checkout.session.completed', sold));
	return takeEvent(registry, readStripeEvent(new TextEncoder().encode(body))!, rules);
}

describe.each(kinds)('%s', (kind) => {
	test('a product that counts as another one is issued by itself from then on, until the rule is removed', async () => {
		const registry = await openRegistry(await stores.settings(kind));
		const { database } = registry;
		const issued = async (order: string) => (await licensesOfOrder(database, `cs_${order}`)).length;
		expect(await pay(registry, 'a', 'Site license')).toBe('held');
		expect(await applyOrder(registry, 'cs_a', products, { product: 'yearly', keep: true })).toBe('paid');
		expect(await readKeptRules(database)).toEqual([
			{ provider: 'stripe', product: 'Site license', live: true, countsAs: 'yearly' },
		]);
		expect([await pay(registry, 'b', 'Site license'), await issued('a'), await issued('b')]).toEqual([
			'paid',
			2,
			2,
		]);
		// The file wins over what was kept.
		expect([await pay(registry, 'c', 'Site license', withSite), await issued('c')]).toEqual(['paid', 1]);
		const rule = { provider: 'stripe', product: 'Site license' };
		expect([await dropRule(database, rule), await dropRule(database, rule)]).toEqual([true, false]);
		expect(await pay(registry, 'd', 'Site license')).toBe('held');
		await registry.close();
	});

	test('without --keep a decision is about its order alone', async () => {
		const registry = await openRegistry(await stores.settings(kind));
		await pay(registry, 'a', 'Site license');
		await applyOrder(registry, 'cs_a', products, { product: 'yearly' });
		expect(await readKeptRules(registry.database)).toEqual([]);
		expect(await pay(registry, 'b', 'Site license')).toBe('held');
		await registry.close();
	});

	test('something else that is sold closes its orders without a license', async () => {
		const registry = await openRegistry(await stores.settings(kind));
		await pay(registry, 'a', 'T-shirt');
		expect(await applyOrder(registry, 'cs_a', products, { product: null })).toBe('paid');
		expect(await pay(registry, 'b', 'T-shirt')).toBe('paid');
		const left = await registry.database.tuples<[number | string]>('SELECT count(*) FROM licenses');
		expect(Number(left[0]![0])).toBe(0);
		// A payment in test mode is no reason to close one for money, nor the other way round.
		const rows = await registry.database.rows('UPDATE product_rules SET live = 0 RETURNING product');
		expect([rows.length, await pay(registry, 'c', 'T-shirt')]).toEqual([1, 'held']);
		await registry.close();
	});

	test('no rule is kept for an order without a product, nor to a product without a rule', async () => {
		const registry = await openRegistry(await stores.settings(kind));
		expect(await pay(registry, 'a', null)).toBe('held');
		await expect(applyOrder(registry, 'cs_a', products, { product: 'yearly', keep: true })).rejects.toThrow(
			'names no product',
		);
		expect(await pay(registry, 'b', 'Site license')).toBe('held');
		await expect(applyOrder(registry, 'cs_b', products, { product: 'monthly', keep: true })).rejects.toThrow(
			'PRODUCTS has no rule for "monthly"',
		);
		expect(await readKeptRules(registry.database)).toEqual([]);
		expect((await findOrder(registry.database, 'cs_b'))?.state).toBe('held');
		await registry.close();
	});
});
