import type { OrderEvent } from '../src/licenses/orders/event.ts';
import { parseProducts } from '../src/licenses/orders/products-definition.ts';
import { readStripeEvent } from '../src/licenses/orders/stripe.ts';
import {
	charge,
	dispute,
	invoice,
	invoicePayment,
	refund,
	session,
	stripeEvent,
	subscription,
	subscriptionSession,
} from './stripe-objects.ts';

/** The products of the tests; `plink_none` has no rule. */
export const productsText = JSON.stringify({
	stripe: {
		plink_year: { days: 365, note: 'year' },
		site: { licenses: 3, days: null, note: 'site' },
		plink_try: { days: 365, live: false },
		plink_shirt: { licenses: 0, days: null },
		plink_renewed: { days: 100, renews: true },
		price_month: { days: 30, grace_days: 3 },
	},
});
export const products = parseProducts('products.json', productsText);

const start = Date.parse('2026-11-17T10:00:00Z') / 1000;

type Step = (order: string) => [type: string, object: object];

const paid: Step = (order) => ['checkout.session.completed', session(order)];
const unpaid: Step = (order) => ['checkout.session.completed', session(order, { payment_status: 'unpaid' })];
const site: Step = (order) => [
	'checkout.session.completed',
	session(order, { metadata: { product: 'site' } }),
];
const unknown: Step = (order) => [
	'checkout.session.completed',
	session(order, { payment_link: 'plink_none' }),
];
const shirt: Step = (order) => [
	'checkout.session.completed',
	session(order, { payment_link: 'plink_shirt' }),
];
const succeeded: Step = (order) => ['checkout.session.async_payment_succeeded', session(order)];
const failed: Step = (order) => [
	'checkout.session.async_payment_failed',
	session(order, { payment_status: 'unpaid' }),
];
const partly: Step = (order) => ['charge.refunded', charge(order, false)];
const whole: Step = (order) => ['charge.refunded', charge(order, true)];
const notRefunded: Step = (order) => ['refund.failed', refund(order)];
const opened: Step = (order) => ['charge.dispute.created', dispute(order, 'needs_response')];
const won: Step = (order) => ['charge.dispute.closed', dispute(order, 'won')];
const lost: Step = (order) => ['charge.dispute.closed', dispute(order, 'lost')];

/** The same customer pays again. */
const renewed =
	(number: number): Step =>
	(order) => [
		'checkout.session.completed',
		session(number === 1 ? order : `${order}_${number}`, {
			payment_link: 'plink_renewed',
			customer: `cus_${order}`,
			customer_details: { email: `${order}@example.com` },
		}),
	];
const started: Step = (order) => [
	'checkout.session.completed',
	subscriptionSession(order, { payment_link: null }),
];
const invoiced =
	(number: number): Step =>
	(order) => ['invoice.paid', invoice(order, number, start + number * 30 * 86_400)];
const notInvoiced: Step = (order) => ['invoice.payment_failed', invoice(order, 2, start)];
const linked: Step = (order) => ['invoice_payment.paid', invoicePayment(order, 2)];
const invoiceRefunded: Step = (order) => ['charge.refunded', charge(`${order}_2`, true)];
const canceled: Step = (order) => [
	'customer.subscription.deleted',
	subscription(order, { ended_at: start + 45 * 86_400 }),
];

/** Histories of orders; each event is a second after the one before. */
const lives: readonly (readonly Step[])[] = [
	[paid],
	[unpaid, succeeded],
	[unpaid, failed],
	[unpaid],
	[paid, partly, whole],
	[paid, whole, notRefunded],
	[paid, partly, whole, notRefunded, whole],
	[paid, opened],
	[paid, opened, won],
	[paid, opened, lost],
	[paid, opened, whole, won],
	[unpaid, succeeded, opened, won, whole],
	[site],
	[site, opened, won],
	[site, whole],
	[unknown],
	[unknown, whole],
	[unknown, opened, won],
	[shirt],
	[shirt, whole],
	// A payment without an order: the same account also sells something else.
	[whole],
	[opened, won],
	[renewed(1), renewed(2), renewed(3)],
	[renewed(1), renewed(2), whole],
	[started, invoiced(1), notInvoiced, invoiced(2)],
	[started, invoiced(1), invoiced(2), canceled],
	[invoiced(1), invoiced(2), linked, invoiceRefunded],
];

type StripeEvent = ReturnType<typeof stripeEvent>;

function bodiesOf(order: string, life: readonly Step[], since: number): StripeEvent[] {
	return life.map((step, at) =>
		stripeEvent(...step(order), { id: `evt_${order}_${at}`, created: since + at * 1000 }),
	);
}

export function read(body: StripeEvent): OrderEvent {
	return readStripeEvent(new TextEncoder().encode(JSON.stringify(body)))!;
}

/** Events of orders of every kind as Stripe sends them, in chronological order. */
export function orderBodies(count: number): StripeEvent[] {
	const bodies: StripeEvent[] = [];
	for (let order = 0; bodies.length < count; order++)
		bodies.push(...bodiesOf(`o${order}`, lives[order % lives.length]!, start + order));
	return bodies.sort((a, b) => a.created - b.created);
}

/** How many histories of orders there are. */
export const lifeCount = lives.length;

/** The events of one order with the history of this number, in chronological order. */
export function bodiesOfLife(order: string, life: number): StripeEvent[] {
	return bodiesOf(order, lives[life]!, start);
}

/** The same events after parsing. */
export function orderEvents(count: number): OrderEvent[] {
	return orderBodies(count).map(read);
}

/** The events of one order: paid, disputed, won, refunded. */
export function lifeOf(order: string): OrderEvent[] {
	return bodiesOf(order, [site, opened, won, whole], start).map(read);
}

/** Each event at least once, in an order that depends on the seed. */
export function inRandomOrder<T>(items: readonly T[], count: number, seed: number): T[] {
	const repeated = Array.from(
		{ length: count },
		(_, at) => items[at < items.length ? at : (at * 7) % items.length]!,
	);
	const keyed = repeated.map((item, at) => [Bun.hash.crc32(`${seed} ${at}`), item] as const);
	return keyed.sort(([a], [b]) => a - b).map(([, item]) => item);
}
