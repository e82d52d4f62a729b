import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openMailSender } from '../../src/licenses/mail/license-mail.ts';
import { takeEvent } from '../../src/licenses/orders/take-event.ts';
import { withRegistry } from '../../src/licenses/registry.ts';
import { silentLog } from '../../src/process/log.ts';
import { run } from '../../src/server/run.ts';
import { readSettings } from '../../src/settings/settings.ts';
import { testSettings } from '../live.ts';
import { headerOf, type Mailbox, openMailbox } from '../mailbox.ts';
import { orderOutcome } from '../order-outcome.ts';
import { lifeOf, orderEvents, products, productsText } from '../order-scenarios.ts';
import { sized } from '../size.ts';
import { eventually, kinds, useOwnStores } from '../stores.ts';
import { signed } from '../stripe-events.ts';
import { charge, dispute, session, stripeEvent, stripeSecret } from '../stripe-objects.ts';

const stores = useOwnStores();
let mailbox: Mailbox;
beforeAll(async () => {
	mailbox = await openMailbox();
});
afterAll(() => mailbox.stop());

test('while PostgreSQL is away an event is answered 503, and is processed once when it is sent again', async () => {
	const env = await stores.environment('postgres');
	const file = join(env.POINTRELEASE_STATE!, 'products.json');
	writeFileSync(file, productsText);
	const { POINTRELEASE_STATE: state = '', ...rest } = env;
	const running = await run(
		testSettings(state, {
			...rest,
			STRIPE_WEBHOOK_SECRET: stripeSecret,
			PRODUCTS: file,
			// No mail leaves before its order is disputed or refunded, however long that takes.
			SMTP_URL: 'smtp://127.0.0.1:1',
			MAIL_FROM: 'shop@example.com',
		}),
		silentLog,
	);
	const deliver = async (event: object) => {
		const { body, header } = await signed(event);
		const headers = { 'Stripe-Signature': header };
		const answer = await fetch(`${running.address}/hooks/stripe`, { method: 'POST', body, headers });
		return {
			status: answer.status,
			retry: answer.headers.get('retry-after'),
			...((await answer.json()) as object),
		};
	};
	try {
		const events = [
			stripeEvent('checkout.session.completed', session('a')),
			stripeEvent('charge.dispute.created', dispute('a', 'needs_response')),
			stripeEvent('checkout.session.completed', session('b')),
			stripeEvent('charge.refunded', charge('b', true)),
		];
		for (const event of events) {
			await stores.postgres().stop();
			expect(await deliver(event)).toMatchObject({ status: 503, retry: '30', code: 'not-ready' });
			await stores.postgres().start();
			await eventually('it is taken', async () => (await deliver(event)).status === 200);
			expect(await deliver(event)).toMatchObject({ status: 200, result: 'repeated' });
		}
	} finally {
		await running.stop();
	}
	const states = await withRegistry(readSettings(env), orderOutcome);
	expect(states).toMatchObject([
		{
			ref: 'cs_a',
			state: 'disputed',
			mails: 0,
			licenses: [['a@example.com', expect.anything(), 'year', 'revoked']],
		},
		{
			ref: 'cs_b',
			state: 'refunded',
			mails: 0,
			licenses: [['b@example.com', expect.anything(), 'year', 'revoked']],
		},
	]);
});

describe.each(kinds)('%s', (kind) => {
	test('after an hour without a mail server every customer with a key gets one mail', async () => {
		const settings = { ...(await stores.settings(kind)), smtpUrl: mailbox.url, mailFrom: 'shop@example.com' };
		const without = { ...settings, smtpUrl: 'smtp://127.0.0.1:1' };
		mailbox.messages.length = 0;
		await withRegistry(settings, async (registry) => {
			const { database } = registry;
			const deliver = async (to: typeof settings) => {
				const sender = openMailSender(registry, to, silentLog);
				await sender.deliverDue();
				await sender.close();
			};
			// Each pass is one attempt of that hour, while other events arrive.
			const events = [...orderEvents(sized(30, 60)), ...lifeOf('z').slice(0, 3)];
			for (const part of [0, 1, 2, 3]) {
				for (const event of events.filter((_, at) => at % 4 === part))
					await takeEvent(registry, event, products);
				await database.rows('UPDATE outbox SET due = 1');
				await deliver(without);
			}
			for (const event of events) await takeEvent(registry, event, products);
			const waiting = await database.rows<{ problem: string | null }>(
				'SELECT problem FROM outbox WHERE sent IS NULL',
			);
			expect(mailbox.messages).toEqual([]);
			expect(waiting.some(({ problem }) => problem !== null)).toBe(true);
			await database.rows('UPDATE outbox SET due = 1');
			await deliver(settings);
			await deliver(settings);
			const orders = (await orderOutcome(registry)) as { licenses: string[][]; mails: number }[];
			const active = orders.flatMap(({ licenses }) =>
				licenses.filter(([, , , status]) => status === 'active'),
			);
			expect(active.length).toBeGreaterThan(5);
			expect(mailbox.messages.map((message) => headerOf(message, 'To')).toSorted()).toEqual(
				active.map(([email]) => email!).toSorted(),
			);
		});
	});
});
