import { expect, test } from 'bun:test';
import { products } from '../../../test/order-scenarios.ts';
import { useStores } from '../../../test/stores.ts';
import { signed } from '../../../test/stripe-events.ts';
import { session, stripeEvent, stripeSecret } from '../../../test/stripe-objects.ts';
import { takeEvent } from '../../licenses/orders/take-event.ts';
import { withRegistry } from '../../licenses/registry.ts';
import { createLog } from '../../process/log.ts';
import { readSettings } from '../../settings/settings.ts';
import type { PostParts, PostSetting } from './post-answer.ts';
import { stripeHook } from './stripe-hook.ts';

const stores = useStores();

test('a payment whose mail is held because MAIL_FROM is not set is told at once, with its order', async () => {
	const env = { ...(await stores.environment('sqlite')), SMTP_URL: 'smtp://127.0.0.1:1' };
	const toldWith = async (more: Record<string, string>, order: string) => {
		const settings = readSettings({ ...env, ...more, STRIPE_WEBHOOK_SECRET: stripeSecret });
		const lines: string[] = [];
		const log = createLog({
			terminal: false,
			write: (line) => void lines.push(line),
			now: () => new Date(0),
		});
		await withRegistry(settings, async (registry) => {
			const { database } = registry;
			const take: PostParts['takeEvent'] = (event, rules) => takeEvent(registry, event, rules);
			const answer = stripeHook({ takeEvent: take, products, settings, log, database } as PostParts);
			const { body, header } = await signed(stripeEvent('checkout.session.completed', session(order)));
			const request = new Request('https://macs.example', { headers: { 'Stripe-Signature': header } });
			const setting = { body: new TextEncoder().encode(body) } as unknown as PostSetting;
			expect(await (await answer(request, setting)).json()).toMatchObject({ result: 'paid' });
		});
		return lines.map((line) => JSON.parse(line));
	};
	expect(await toldWith({}, 'one')).toEqual([
		expect.objectContaining({
			level: 'warn',
			event: 'mail to customers is held, because MAIL_FROM is not set',
			order: 'cs_one',
		}),
	]);
	expect(await toldWith({ MAIL_FROM: 'shop@example.com' }, 'two')).toEqual([]);
});
