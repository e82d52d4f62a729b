import Stripe from 'stripe';
import { stripeSecret } from './stripe-objects.ts';

// No test calls Stripe: this key is invalid.
const { webhooks } = new Stripe('sk_test_none');

/** A body and its signature header, made by the package of Stripe. */
export async function signed(
	event: object,
	{ secret = stripeSecret, at = Date.now() }: { secret?: string; at?: number } = {},
): Promise<{ body: string; header: string }> {
	const payload = JSON.stringify(event);
	const timestamp = Math.floor(at / 1000);
	// The package signs with Web Crypto under Bun, which is asynchronous.
	const header = await webhooks.generateTestHeaderStringAsync({ payload, secret, timestamp });
	return { body: payload, header };
}

/** Whether the package of Stripe accepts the signature. */
export async function stripeAccepts(body: string, header: string, secret = stripeSecret): Promise<boolean> {
	try {
		await webhooks.constructEventAsync(body, header, secret);
		return true;
	} catch {
		return false;
	}
}
