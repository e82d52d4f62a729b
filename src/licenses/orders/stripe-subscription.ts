import { isRecord } from '../../process/json-file.ts';
import type { Outcome, Purchase } from './event.ts';
import { type Fields, idOf, listOf, type Meaning, momentOf, priced, text } from './stripe-fields.ts';

/** The billing reasons of an invoice for a period of a subscription: the first period, and later ones. */
const periods = ['subscription_create', 'subscription_cycle'];

/** An invoice of a subscription. Other invoices are ignored, because their payments have a session. */
export function ofInvoice(invoice: Fields, outcome: 'invoice-paid' | 'invoice-failed'): Meaning {
	const { parent, billing_reason: reason } = invoice;
	const details =
		isRecord(parent) && isRecord(parent.subscription_details) ? parent.subscription_details : {};
	const ref = idOf(details.subscription) ?? idOf(invoice.subscription);
	const id = text(invoice.id);
	if (ref === null || id === null) return null;
	const lines = listOf(invoice.lines);
	const ends = lines
		.filter((line) => !isProration(line))
		.flatMap(({ period }) => momentOf(isRecord(period) ? period.end : undefined) ?? []);
	const prices = lines.flatMap(({ pricing, price }) => {
		const named = isRecord(pricing) && isRecord(pricing.price_details) ? pricing.price_details : {};
		return [idOf(named.price) ?? idOf(price), idOf(named.product)];
	});
	const purchase: Purchase = {
		ref,
		email: text(invoice.customer_email),
		customer: idOf(invoice.customer),
		products: namesOf(details.metadata, prices),
		recurring: true,
	};
	const common = { payment: null, subject: id, purchase };
	if (outcome === 'invoice-failed') return { ...common, outcome };
	if (typeof reason !== 'string' || !periods.includes(reason) || ends.length === 0)
		return {
			...common,
			outcome: 'changed',
			detail: `the invoice ${id} is not for a period of the subscription (${text(reason) ?? 'no reason'})`,
		};
	return {
		...common,
		outcome,
		until: Math.max(...ends),
		...priced(invoice.subtotal, invoice.currency),
		free: invoice.total === 0,
	};
}

function isProration({ parent, proration }: Fields): boolean {
	const details =
		isRecord(parent) && isRecord(parent.subscription_item_details) ? parent.subscription_item_details : {};
	return details.proration === true || proration === true;
}

/** Which payment paid which invoice. It is needed because refunds and disputes name only the payment. */
export function ofInvoicePayment({ invoice, payment }: Fields): Meaning {
	const subject = idOf(invoice);
	const paid = isRecord(payment) ? idOf(payment.payment_intent) : null;
	if (subject === null || paid === null) return null;
	return { outcome: 'invoice-payment', payment: paid, subject, purchase: null };
}

/** An event of the subscription itself. */
export function ofSubscription(
	subscription: Fields,
	change: { outcome: Outcome; detail?: string; until?: number },
): Meaning {
	const ref = text(subscription.id);
	if (ref === null || !/^sub_\w{1,250}$/.test(ref)) return null;
	const prices = listOf(subscription.items).flatMap(({ price }) => [
		idOf(price),
		isRecord(price) ? idOf(price.product) : null,
	]);
	const purchase: Purchase = {
		ref,
		email: null,
		customer: idOf(subscription.customer),
		products: namesOf(subscription.metadata, prices),
		recurring: true,
	};
	return { payment: null, subject: null, purchase, ...change };
}

export function ofEnd(subscription: Fields): Meaning {
	const until = momentOf(subscription.ended_at);
	return ofSubscription(subscription, { outcome: 'ended', ...(until !== undefined && { until }) });
}

/** A pause, another price or another quantity is for a person to review. Renewals and planned ends are ignored. */
export function ofChange(subscription: Fields, before: Fields): Meaning {
	if (isRecord(before.items) && itemsOf(before.items) !== itemsOf(subscription.items))
		return ofSubscription(subscription, {
			outcome: 'changed',
			detail: 'the price or the quantity of the subscription was changed',
		});
	if (isRecord(subscription.pause_collection) || subscription.status === 'paused')
		return ofSubscription(subscription, { outcome: 'paused', detail: 'the subscription is paused' });
	if (isRecord(before.pause_collection) || before.status === 'paused')
		return ofSubscription(subscription, { outcome: 'resumed' });
	return null;
}

/** The price and quantity of each item, because a new period changes all other members. */
function itemsOf(items: unknown): string {
	return listOf(items)
		.map(({ price, quantity }) => `${idOf(price)} ${quantity ?? 1}`)
		.toSorted()
		.join(', ');
}

function namesOf(metadata: unknown, prices: readonly (string | null)[]): string[] {
	const product = isRecord(metadata) ? text(metadata.product) : null;
	return [...new Set([product, ...prices])].filter((name) => name !== null);
}
