import { describe, expect, test } from 'bun:test';
import { createHmac } from 'node:crypto';
import { signed, stripeAccepts } from '../../../test/stripe-events.ts';
import { charge, dispute, refund, session, stripeEvent, stripeSecret } from '../../../test/stripe-objects.ts';
import { isSigned, readStripeEvent, stripeTypes, tolerance } from './stripe.ts';

const event = stripeEvent('checkout.session.completed', session('a'));
const bytes = (text: string) => new TextEncoder().encode(text);

/** Signs by our own reading of Stripe's documentation. */
function signedByUs(body: string, secret: string, seconds = Math.floor(Date.now() / 1000)): string {
	return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}

const { body, header } = await signed(event);

describe('a signature', () => {
	const ours = (header: string | null, text = body, secrets = [stripeSecret], now = Date.now()) =>
		isSigned(header, bytes(text), secrets, now);

	test("by Stripe's library is valid here, and our own is valid for Stripe's library", async () => {
		expect(ours(header)).toBe(true);
		expect(await stripeAccepts(body, signedByUs(body, stripeSecret))).toBe(true);
		expect(ours(signedByUs(body, stripeSecret))).toBe(true);
	});

	test('of another secret or body, or without its parts, is invalid for both', async () => {
		const otherSecret = 'whsec_another_secret';
		const wrong: [header: string, text?: string, secret?: string][] = [
			[header, body, otherSecret],
			[header, `${body} `],
			[header, body.replace('987654321', '1')],
			[''],
			[header.replace('v1=', 'v0=')],
			[header.replace(/v1=\w/, 'v1=')],
			[header.replace(/v1=.*/, `v1=${'0'.repeat(64)}`)],
			[header.replace(/t=\d+/, 't=0')],
			[header.replace(/t=\d+,/, '')],
		];
		for (const [text, changed = body, secret = stripeSecret] of wrong) {
			expect([text, ours(text, changed, [secret])]).toEqual([text, false]);
			expect([text, await stripeAccepts(changed, text, secret)]).toEqual([text, false]);
		}
		expect(ours(null)).toBe(false);
		expect(ours(header, body, [])).toBe(false);
	});

	test('may be one of several while a secret is being replaced, by Stripe or here', async () => {
		const at = Date.now();
		const old = await signed(event, { secret: 'whsec_the_secret_before', at });
		const twoSignatures = `${old.header},${(await signed(event, { at })).header.split(',')[1]}`;
		expect([ours(twoSignatures), await stripeAccepts(body, twoSignatures)]).toEqual([true, true]);
		expect(ours(old.header, body, ['whsec_the_secret_before', stripeSecret])).toBe(true);
		expect(ours(old.header)).toBe(false);
	});

	test('is valid for five minutes, so that a recorded request cannot be sent again later', async () => {
		const at = Date.now();
		const fresh = (await signed(event, { at })).header;
		const seconds = Math.floor(at / 1000) * 1000;
		expect(ours(fresh, body, [stripeSecret], seconds + tolerance * 1000)).toBe(true);
		expect(ours(fresh, body, [stripeSecret], seconds + (tolerance + 1) * 1000)).toBe(false);
		expect(ours(fresh, body, [stripeSecret], seconds - (tolerance + 1) * 1000)).toBe(false);
		const old = await signed(event, { at: at - 10 * 60_000 });
		expect([ours(old.header), await stripeAccepts(body, old.header)]).toEqual([false, false]);
		const [time, signature] = fresh.split(',');
		expect(ours(`${time},${time},${signature}`)).toBe(false);
	});
});

describe('an event', () => {
	const read = (type: string, object: object) =>
		readStripeEvent(bytes(JSON.stringify(stripeEvent(type, object))));
	const outcome = (type: string, object: object) => read(type, object)?.outcome ?? null;

	test('has the order, the address, the payment and the product, and neither amount nor card', () => {
		const event = read('checkout.session.completed', session('a', { metadata: { product: 'year' } }))!;
		expect(event).toMatchObject({
			provider: 'stripe',
			live: true,
			outcome: 'paid',
			payment: 'pi_a',
			subject: null,
			purchase: {
				ref: 'cs_a',
				email: 'a@example.com',
				customer: 'cus_a',
				products: ['year', 'plink_year'],
				recurring: false,
			},
		});
		expect(JSON.stringify(event)).not.toMatch(/987654321|xts|Jane|Berlin|four/);
	});

	test.each([
		['checkout.session.completed', session('a'), 'paid'],
		['checkout.session.completed', session('a', { payment_status: 'no_payment_required' }), 'paid'],
		['checkout.session.completed', session('a', { payment_status: 'unpaid' }), 'unpaid'],
		[
			'checkout.session.completed',
			session('a', { mode: 'setup', payment_status: 'no_payment_required' }),
			null,
		],
		['checkout.session.async_payment_succeeded', session('a'), 'paid'],
		['checkout.session.async_payment_failed', session('a', { payment_status: 'unpaid' }), 'failed'],
		['charge.refunded', charge('a', true), 'refunded'],
		['charge.refunded', charge('a', false), 'part-refunded'],
		['charge.refunded', { ...charge('a', true), payment_intent: null }, null],
		['refund.failed', refund('a'), 'refund-failed'],
		['charge.dispute.created', dispute('a', 'needs_response'), 'dispute-opened'],
		['charge.dispute.created', dispute('a', 'prevented'), 'dispute-resolved'],
		['charge.dispute.closed', dispute('a', 'won'), 'dispute-resolved'],
		['charge.dispute.closed', dispute('a', 'warning_closed'), 'dispute-resolved'],
		['charge.dispute.closed', dispute('a', 'lost'), 'dispute-lost'],
		['charge.dispute.closed', dispute('a', 'what_comes_next'), 'dispute-opened'],
		['invoice.paid', { id: 'in_1' }, null],
		['constructor', {}, null],
	] as const)('%s is read as it is meant', (type, object, expected) => {
		expect(outcome(type, object)).toBe(expected);
	});

	test('with a wrong member is refused with the name of the member, without its value', () => {
		const refused = (body: string) => {
			try {
				return String(readStripeEvent(bytes(body)));
			} catch (thrown) {
				return (thrown as Error).message;
			}
		};
		expect(refused(JSON.stringify({ object: 'v2.core.event', id: 'evt_1' }))).toStartWith(
			'this is a thin event (v2.core.event)',
		);
		expect(refused('secret')).toBe('the body is not a JSON object');
		for (const changes of [{ id: 'x' }, { type: 7 }, { created: 'now' }, { data: null }])
			expect(refused(JSON.stringify({ ...event, ...changes }))).toStartWith(
				'the body is not an event of Stripe',
			);
		expect(refused(JSON.stringify({ ...event, livemode: 'yes' }))).toContain('livemode');
		expect(refused(JSON.stringify(stripeEvent('checkout.session.completed', { id: 'x y' })))).toContain(
			'no id',
		);
	});

	test('has one of the types to select for the endpoint', () => {
		expect(stripeTypes).toHaveLength(14);
	});

	test('with an impossible time is refused, and text with control characters is dropped', () => {
		const at = (created: number) =>
			readStripeEvent(bytes(JSON.stringify({ ...event, created, data: { object: session('a') } })));
		const now = Math.floor(Date.now() / 1000);
		expect(at(now)!.happened).toBe(now * 1000);
		for (const created of [253_402_300_800, -1, 0, now + 90_000, Number.MAX_SAFE_INTEGER])
			expect(() => at(created)).toThrow('created');
		const nul = { customer: 'cus_\0', customer_details: { email: 'a\0@example.com' } };
		expect(read('checkout.session.completed', session('a', nul))!.purchase).toMatchObject({
			customer: null,
			email: null,
		});
	});
});
