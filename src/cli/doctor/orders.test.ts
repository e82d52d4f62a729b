import { expect, test } from 'bun:test';
import { useStores } from '../../../test/stores.ts';
import { session, stripeEvent } from '../../../test/stripe-objects.ts';
import { noProducts } from '../../licenses/orders/products.ts';
import { readStripeEvent } from '../../licenses/orders/stripe.ts';
import { takeEvent } from '../../licenses/orders/take-event.ts';
import { withRegistry } from '../../licenses/registry.ts';
import { checkOrders } from './orders.ts';

const stores = useStores();

test('a product without a rule is named exactly as in Stripe', async () => {
	const settings = await stores.settings('sqlite');
	await withRegistry(settings, async (registry) => {
		const sold = session('a', { metadata: { product: 'Site license' } });
		const body = JSON.stringify(stripeEvent('checkout.session.completed', sold));
		await takeEvent(registry, readStripeEvent(new TextEncoder().encode(body))!, noProducts);
		const findings = await checkOrders(settings, registry.database);
		expect(findings.map(({ found }) => found)).toContain('sold without a rule: Site license');
	});
});
