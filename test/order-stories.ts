import type { OrderEvent } from '../src/licenses/orders/event.ts';
import { readStripeEvent } from '../src/licenses/orders/stripe.ts';
import {
	charge,
	type EventOptions,
	invoice,
	invoicePayment,
	refund,
	session,
	stripeEvent,
	subscription,
	subscriptionItems,
	subscriptionSession,
} from './stripe-objects.ts';

export const seconds = (moment: string) => Date.parse(moment) / 1000;

/** The events of one customer, by the customer's name; `at` is when each happened. */
type Story = (name: string) => OrderEvent[];

export function eventOf(type: string, at: string, object: object, options: EventOptions = {}): OrderEvent {
	const id = `evt_${Bun.hash(`${type} ${at} ${JSON.stringify(object)}`).toString(36)}`;
	const event = stripeEvent(type, object, { id, created: seconds(at), ...options });
	return readStripeEvent(new TextEncoder().encode(JSON.stringify(event)))!;
}

export const bought = (name: string, number: number, at: string) =>
	eventOf(
		'checkout.session.completed',
		at,
		session(`${name}_${number}`, {
			// A payment link creates another customer for each payment, with the same address.
			customer_details: { email: `${name}@example.com` },
			metadata: { product: 'year' },
		}),
	);
const refunded = (name: string, number: number, at: string) =>
	eventOf('charge.refunded', at, charge(`${name}_${number}`, true));
const notRefunded = (name: string, number: number, at: string) =>
	eventOf('refund.failed', at, refund(`${name}_${number}`));
const started = (name: string, at: string) =>
	eventOf('checkout.session.completed', at, subscriptionSession(name, { payment_link: 'plink_none' }));
const invoiced = (name: string, number: number, at: string, end: string) =>
	eventOf('invoice.paid', at, invoice(name, number, seconds(end)));
const linked = (name: string, number: number, at: string) =>
	eventOf('invoice_payment.paid', at, invoicePayment(name, number));
const failed = (name: string, number: number, at: string) =>
	eventOf('invoice.payment_failed', at, invoice(name, number, seconds(at)));
const ended = (name: string, at: string) =>
	eventOf(
		'customer.subscription.deleted',
		at,
		subscription(name, { ended_at: seconds(at), status: 'canceled' }),
	);
const updated = (name: string, at: string, changes: object, before: object) =>
	eventOf('customer.subscription.updated', at, subscription(name, changes), { before });

/** Payments and subscriptions, each with the licenses, the states of orders and the mailed keys at the end. */
export const stories: Record<string, { story: Story; end: unknown }> = {
	'paid twice, the second time before the end': {
		story: (name) => [bought(name, 1, '2026-01-10T23:59:59Z'), bought(name, 2, '2026-11-17T00:00:00Z')],
		end: { licenses: [['2028-01-10', 'active']], states: ['paid', 'paid'], keys: 1 },
	},
	'paid again long after the end, on a leap day': {
		story: (name) => [bought(name, 1, '2021-03-01T10:00:00Z'), bought(name, 2, '2024-02-29T10:00:00Z')],
		end: { licenses: [['2025-02-28', 'expired']], states: ['paid', 'paid'], keys: 1 },
	},
	'the first of three payments refunded': {
		story: (name) => [
			bought(name, 1, '2026-01-10T10:00:00Z'),
			bought(name, 2, '2026-06-01T10:00:00Z'),
			bought(name, 3, '2026-07-01T10:00:00Z'),
			refunded(name, 1, '2026-08-01T10:00:00Z'),
		],
		end: { licenses: [['2028-05-31', 'active']], states: ['refunded', 'paid', 'paid'], keys: 1 },
	},
	'the second payment refunded, and the refund failed': {
		story: (name) => [
			bought(name, 1, '2026-01-10T10:00:00Z'),
			bought(name, 2, '2026-06-01T10:00:00Z'),
			refunded(name, 2, '2026-08-01T10:00:00Z'),
			notRefunded(name, 2, '2026-08-02T10:00:00Z'),
		],
		end: { licenses: [['2028-01-10', 'active']], states: ['paid', 'paid'], keys: 1 },
	},
	'everything refunded': {
		story: (name) => [
			bought(name, 1, '2026-01-10T10:00:00Z'),
			bought(name, 2, '2026-06-01T10:00:00Z'),
			refunded(name, 1, '2026-08-01T10:00:00Z'),
			refunded(name, 2, '2026-08-01T11:00:00Z'),
		],
		end: { licenses: [['2028-01-10', 'revoked']], states: ['refunded', 'refunded'], keys: 0 },
	},
	'a subscription with three invoices, one of them after a failed attempt': {
		story: (name) => [
			started(name, '2026-09-01T10:00:00Z'),
			invoiced(name, 1, '2026-09-01T10:00:01Z', '2026-10-01T10:00:00Z'),
			invoiced(name, 2, '2026-10-01T10:00:00Z', '2026-11-01T10:00:00Z'),
			failed(name, 3, '2026-11-01T10:00:00Z'),
			invoiced(name, 3, '2026-11-03T10:00:00Z', '2027-01-01T10:00:00Z'),
		],
		end: { licenses: [['2027-01-04', 'active']], states: ['paid'], keys: 1 },
	},
	'a subscription that is canceled in the middle of a period': {
		story: (name) => [
			started(name, '2026-10-01T10:00:00Z'),
			invoiced(name, 1, '2026-10-01T10:00:01Z', '2026-11-01T10:00:00Z'),
			invoiced(name, 2, '2026-11-01T10:00:00Z', '2026-12-01T10:00:00Z'),
			ended(name, '2026-11-10T23:59:59Z'),
		],
		end: { licenses: [['2026-11-10', 'expired']], states: ['paid'], keys: 1 },
	},
	'a subscription whose second invoice is refunded': {
		story: (name) => [
			invoiced(name, 1, '2026-10-01T10:00:01Z', '2026-11-30T10:00:00Z'),
			linked(name, 1, '2026-10-01T10:00:02Z'),
			invoiced(name, 2, '2026-11-01T10:00:00Z', '2026-12-31T10:00:00Z'),
			linked(name, 2, '2026-11-01T10:00:02Z'),
			refunded(name, 2, '2026-11-02T10:00:00Z'),
		],
		end: { licenses: [['2026-12-03', 'active']], states: ['paid'], keys: 1 },
	},
	'a subscription with another quantity, and with a pause that is over': {
		story: (name) => [
			invoiced(name, 1, '2026-10-01T10:00:01Z', '2026-11-30T10:00:00Z'),
			updated(
				name,
				'2026-10-02T10:00:00Z',
				{ items: subscriptionItems(3, 9) },
				{ items: subscriptionItems(1, 9) },
			),
			updated(
				name,
				'2026-10-03T10:00:00Z',
				{ pause_collection: { behavior: 'void' } },
				{ pause_collection: null },
			),
			updated(name, '2026-10-04T10:00:00Z', {}, { pause_collection: { behavior: 'void' } }),
		],
		end: {
			licenses: [['2026-12-03', 'active']],
			states: ['held: the price or the quantity of the subscription was changed'],
			keys: 1,
		},
	},
	'a subscription after one that ended: the same key': {
		story: (name) => [
			invoiced(name, 1, '2026-08-01T10:00:00Z', '2026-09-01T10:00:00Z'),
			ended(name, '2026-09-01T10:00:00Z'),
			eventOf(
				'invoice.paid',
				'2026-11-01T10:00:00Z',
				invoice(name, 1, seconds('2027-11-01T10:00:00Z'), {
					id: `in_${name}_again`,
					parent: { subscription_details: { subscription: `sub_${name}_again`, metadata: {} } },
				}),
			),
		],
		end: { licenses: [['2027-11-04', 'active']], states: ['paid', 'paid'], keys: 1 },
	},
};
