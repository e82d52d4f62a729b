import { describe, expect, test } from 'bun:test';
import { headerOf, useMailbox } from '../../../test/mailbox.ts';
import { products } from '../../../test/order-scenarios.ts';
import { kinds, useStores } from '../../../test/stores.ts';
import { session, stripeEvent } from '../../../test/stripe-objects.ts';
import { silentLog } from '../../process/log.ts';
import { readSettings } from '../../settings/settings.ts';
import { openMailSender } from '../mail/license-mail.ts';
import { openRegistry } from '../registry.ts';
import { queueHeldOrders } from './held-orders.ts';
import { noProducts, type Products } from './products.ts';
import { readStripeEvent } from './stripe.ts';
import { takeEvent } from './take-event.ts';

const stores = useStores();
const mailbox = useMailbox();
const minute = 60_000;

describe.each(kinds)('%s', (kind) => {
	test('the operator gets one mail about each paid order that is still held after a minute', async () => {
		const env = await stores.environment(kind);
		const mail = { SMTP_URL: mailbox.url, MAIL_FROM: 'shop@example.com', OPERATOR_EMAIL: 'ops@example.com' };
		const settings = readSettings({ ...env, ...mail });
		const registry = await openRegistry(settings);
		const { database } = registry;
		const pay = async (order: string, rules: Products, live = true) => {
			const event = stripeEvent('checkout.session.completed', session(order), { live });
			const text = new TextEncoder().encode(JSON.stringify(event));
			return takeEvent(registry, readStripeEvent(text)!, rules);
		};
		expect(await pay('held', noProducts)).toBe('held');
		expect(await pay('try', noProducts, false)).toBe('held');
		expect(await pay('sold', products)).toBe('paid');
		const now = await database.now();
		expect(await queueHeldOrders(database, now)).toBe(0);
		expect(await queueHeldOrders(database, now + 2 * minute)).toBe(1);
		expect(await queueHeldOrders(database, now + 3 * minute)).toBe(0);

		// They are due in the future of this test.
		await database.rows('UPDATE outbox SET due = $1', [now - minute]);
		const sender = openMailSender(registry, settings, silentLog);
		await sender.deliverDue();
		await sender.close();
		const toOperator = mailbox.messages.filter((message) => headerOf(message, 'To') === 'ops@example.com');
		expect(toOperator).toHaveLength(1);
		expect(headerOf(toOperator[0]!, 'Subject')).toBe('pointrelease: order cs_held is paid and held');
		expect(toOperator[0]).toContain('Why: no rule for plink_year in PRODUCTS');
		expect(toOperator[0]).toContain('pointrelease license orders apply cs_held');
		expect(toOperator[0]).not.toContain('held@example.com');
		await registry.close();
	});
});
