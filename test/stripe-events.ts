import Stripe from 'stripe';
import { stripeSecret } from './stripe-objects.ts';

// Nothing is ever asked of Stripe: the key opens nothing.
const { webhooks } = new Stripe('sk_test_none');

/** A body with the header that Stripe's own package signs it with. */
export async function signed(
	event: object,
	{ secret = stripeSecret, at = Date.now() }: { secret?: string; at?: number } = {},
): Promise<{ body: string; header: string }> {
	const payload = JSON.stringify(event);
	const timestamp = Math.floor(at / 1000);
	// Their code for Bun signs with Web Crypto, which answers later.
	const header = await webhooks.generateTestHeaderStringAsync({ payload, secret, timestamp });
	return { body: payload, header };
}

/** Whether Stripe's own package takes the body for its own. */
export async function stripeAccepts(body: string, header: string, secret = stripeSecret): Promise<boolean> {
	try {
		await webhooks.constructEventAsync(body, header, secret);
		return true;
	} catch {
		return false;
	}
}
