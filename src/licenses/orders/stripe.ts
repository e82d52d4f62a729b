import { createHmac, timingSafeEqual } from 'node:crypto';
import { Failure } from '../../process/failure.ts';
import { isRecord } from '../../process/json-file.ts';
import type { OrderEvent, Outcome, Purchase } from './event.ts';
import { type Fields, idOf, type Meaning, priced, text } from './stripe-fields.ts';
import { ofChange, ofEnd, ofInvoice, ofInvoicePayment, ofSubscription } from './stripe-subscription.ts';

/** Every event that matters, by its type. All others are accepted and ignored. */
const meanings: Record<string, (object: Fields, before: Fields) => Meaning> = {
	'checkout.session.completed': (session) => ofSession(session, paymentOf(session)),
	'checkout.session.async_payment_succeeded': (session) => ofSession(session, 'paid'),
	'checkout.session.async_payment_failed': (session) => ofSession(session, 'failed'),
	'charge.refunded': (charge) => ofPayment(charge, charge.refunded === true ? 'refunded' : 'part-refunded'),
	'refund.failed': (refund) => ofPayment(refund, 'refund-failed'),
	'charge.dispute.created': (dispute) =>
		ofPayment(dispute, dispute.status === 'prevented' ? 'dispute-resolved' : 'dispute-opened', dispute),
	'charge.dispute.closed': (dispute) =>
		ofPayment(dispute, closings[text(dispute.status) ?? ''] ?? 'dispute-opened', dispute),
	'invoice.paid': (invoice) => ofInvoice(invoice, 'invoice-paid'),
	'invoice.payment_failed': (invoice) => ofInvoice(invoice, 'invoice-failed'),
	'invoice_payment.paid': ofInvoicePayment,
	'customer.subscription.updated': ofChange,
	'customer.subscription.paused': (subscription) =>
		ofSubscription(subscription, { outcome: 'paused', detail: 'the subscription is paused' }),
	'customer.subscription.resumed': (subscription) => ofSubscription(subscription, { outcome: 'resumed' }),
	'customer.subscription.deleted': ofEnd,
};

/** The event types to select for the endpoint at Stripe. */
export const stripeTypes: readonly string[] = Object.keys(meanings);

const closings: Record<string, Outcome> = {
	won: 'dispute-resolved',
	warning_closed: 'dispute-resolved',
	prevented: 'dispute-resolved',
	lost: 'dispute-lost',
};

/**
 * Reads the event in a body whose signature was checked; null for events that do not matter. Throws if the body is
 * malformed.
 */
export function readStripeEvent(body: Uint8Array): OrderEvent | null {
	const event = parsed(body);
	if (event.object === 'v2.core.event')
		throw new Failure(
			'bad-event',
			'this is a thin event (v2.core.event), which says nothing of the order: make an endpoint for snapshot events',
		);
	const id = text(event.id);
	const type = text(event.type);
	const { created, livemode, data } = event;
	const object = isRecord(data) ? data.object : undefined;
	const before = isRecord(data) && isRecord(data.previous_attributes) ? data.previous_attributes : {};
	if (!id || !/^evt_\w{1,100}$/.test(id) || !type || !Number.isSafeInteger(created) || !isRecord(object))
		throw new Failure('bad-event', 'the body is not an event of Stripe: id, type, created or data.object');
	if (!((created as number) >= stripeBegan && (created as number) <= Date.now() / 1000 + day))
		throw new Failure('bad-event', 'the event was created at a time that is not of this world: created');
	if (typeof livemode !== 'boolean')
		throw new Failure('bad-event', 'the event does not say whether it is of test mode: livemode');
	const meaning = Object.hasOwn(meanings, type) ? meanings[type]!(object, before) : null;
	if (!meaning) return null;
	return { provider: 'stripe', id, type, happened: (created as number) * 1000, live: livemode, ...meaning };
}

/** The earliest possible event, in Unix seconds. Days count from the payment, so an event with a wrong time is refused. */
const stripeBegan = Date.UTC(2010, 0) / 1000;
const day = 86_400;

function parsed(body: Uint8Array): Fields {
	try {
		const event: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
		if (isRecord(event)) return event;
	} catch {
		// Reported below, without repeating the body.
	}
	throw new Failure('bad-event', 'the body is not a JSON object');
}

/** With a coupon for the whole amount, the status is `no_payment_required`. */
function paymentOf({ payment_status: status }: Fields): Outcome {
	return status === 'paid' || status === 'no_payment_required' ? 'paid' : 'unpaid';
}

/** An event about a checkout session. A session that only sets up a card does not sell anything. */
function ofSession(session: Fields, outcome: Outcome): Meaning {
	const ref = text(session.id);
	if (session.mode === 'setup') return null;
	if (!ref || !/^cs_\w{1,250}$/.test(ref))
		throw new Failure('bad-event', 'the session of the event has no id of Stripe');
	const subscription = session.mode === 'subscription' ? idOf(session.subscription) : null;
	const purchase: Purchase = {
		// One order for a subscription and all of its invoices.
		ref: subscription ?? ref,
		email: emailOf(session),
		customer: idOf(session.customer),
		products: [
			isRecord(session.metadata) ? text(session.metadata.product) : null,
			idOf(session.payment_link),
		].filter((name) => name !== null),
		recurring: session.mode !== 'payment',
	};
	return {
		outcome,
		payment: idOf(session.payment_intent),
		subject: null,
		purchase,
		...priced(session.amount_subtotal, session.currency),
		free: session.payment_status === 'no_payment_required' || session.amount_total === 0,
	};
}

function emailOf({ customer_details: details, customer_email: email }: Fields): string | null {
	return (isRecord(details) ? text(details.email) : null) ?? text(email);
}

/** An event about a payment: charges, refunds and disputes. Without a payment it does not belong to a session. */
function ofPayment(object: Fields, outcome: Outcome, subject?: Fields): Meaning {
	const payment = idOf(object.payment_intent);
	if (payment === null) return null;
	return { outcome, payment, subject: subject ? text(subject.id) : null, purchase: null };
}

/** How many seconds old a signature may be, or ahead of this machine's clock. */
export const tolerance = 300;
/** Compared if a header has no signature; it never matches. */
const none = Buffer.alloc(32);

/**
 * Whether one of the secrets signed these bytes recently. The header is `t=UNIX,v1=HEX`, with one `v1` per secret while a
 * secret is being replaced. Takes the same steps for every mistake: compares every signature with that of every secret,
 * and checks the age last.
 */
export function isSigned(
	header: string | null,
	body: Uint8Array,
	secrets: readonly string[],
	now: number,
): boolean {
	const { time, signatures } = partsOf(header ?? '');
	let isGenuine = false;
	for (const secret of secrets) {
		const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest();
		for (const signature of signatures) isGenuine = timingSafeEqual(signature, expected) || isGenuine;
	}
	const age = Math.abs(Math.floor(now / 1000) - Number(time));
	return isGenuine && signatures[0] !== none && age <= tolerance;
}

function partsOf(header: string): { time: string; signatures: readonly Buffer[] } {
	const parts = header.split(',').map((part) => part.trim());
	const times = parts.flatMap((part) => /^t=(\d{1,12})$/.exec(part)?.[1] ?? []);
	const signatures = parts.flatMap((part) => {
		const [, digits] = /^v1=([0-9a-f]{64})$/.exec(part) ?? [];
		return digits === undefined ? [] : [Buffer.from(digits, 'hex')];
	});
	const whole = times.length === 1 && signatures.length > 0;
	return { time: times[0] ?? '0', signatures: whole ? signatures : [none] };
}
