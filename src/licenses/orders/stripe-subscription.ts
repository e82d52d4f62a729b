import type { Outcome, Purchase } from './event.ts';
import {
	type Fields,
	idOf,
	isFields,
	listOf,
	type Meaning,
	momentOf,
	priced,
	text,
} from './stripe-fields.ts';

/** The reasons of an invoice for a period of a subscription, its first and all later ones. */
const periods = ['subscription_create', 'subscription_cycle'];

/** An invoice of a subscription. Any other invoice sells nothing here: its payment has a session. */
export function ofInvoice(invoice: Fields, outcome: 'invoice-paid' | 'invoice-failed'): Meaning {
	const { parent, billing_reason: reason } = invoice;
	const details =
		isFields(parent) && isFields(parent.subscription_details) ? parent.subscription_details : {};
	const ref = idOf(details.subscription) ?? idOf(invoice.subscription);
	const id = text(invoice.id);
	if (ref === null || id === null) return null;
	const lines = listOf(invoice.lines);
	const ends = lines
		.filter((line) => !isProration(line))
		.flatMap(({ period }) => momentOf(isFields(period) ? period.end : undefined) ?? []);
	const prices = lines.flatMap(({ pricing, price }) => {
		const named = isFields(pricing) && isFields(pricing.price_details) ? pricing.price_details : {};
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
		isFields(parent) && isFields(parent.subscription_item_details) ? parent.subscription_item_details : {};
	return details.proration === true || proration === true;
}

/** Which payment paid which invoice: refunds and disputes name the payment alone. */
export function ofInvoicePayment({ invoice, payment }: Fields): Meaning {
	const subject = idOf(invoice);
	const paid = isFields(payment) ? idOf(payment.payment_intent) : null;
	if (subject === null || paid === null) return null;
	return { outcome: 'invoice-payment', payment: paid, subject, purchase: null };
}

/** What a subscription says of itself. */
export function ofSubscription(
	subscription: Fields,
	said: { outcome: Outcome; detail?: string; until?: number },
): Meaning {
	const ref = text(subscription.id);
	if (ref === null || !/^sub_\w{1,250}$/.test(ref)) return null;
	const prices = listOf(subscription.items).flatMap(({ price }) => [
		idOf(price),
		isFields(price) ? idOf(price.product) : null,
	]);
	const purchase: Purchase = {
		ref,
		email: null,
		customer: idOf(subscription.customer),
		products: namesOf(subscription.metadata, prices),
		recurring: true,
	};
	return { payment: null, subject: null, purchase, ...said };
}

export function ofEnd(subscription: Fields): Meaning {
	const until = momentOf(subscription.ended_at);
	return ofSubscription(subscription, { outcome: 'ended', ...(until !== undefined && { until }) });
}

/** Renewals and planned ends change nothing here; a pause, another price or another quantity is for a person. */
export function ofChange(subscription: Fields, before: Fields): Meaning {
	if (isFields(before.items) && itemsOf(before.items) !== itemsOf(subscription.items))
		return ofSubscription(subscription, {
			outcome: 'changed',
			detail: 'the price or the quantity of the subscription was changed',
		});
	if (isFields(subscription.pause_collection) || subscription.status === 'paused')
		return ofSubscription(subscription, { outcome: 'paused', detail: 'the subscription is paused' });
	if (isFields(before.pause_collection) || before.status === 'paused')
		return ofSubscription(subscription, { outcome: 'resumed' });
	return null;
}

/** Price and quantity of each item: a new period changes the rest. */
function itemsOf(items: unknown): string {
	return listOf(items)
		.map(({ price, quantity }) => `${idOf(price)} ${quantity ?? 1}`)
		.toSorted()
		.join(', ');
}

function namesOf(metadata: unknown, others: readonly (string | null)[]): string[] {
	const product = isFields(metadata) ? text(metadata.product) : null;
	return [...new Set([product, ...others])].filter((name) => name !== null);
}
