import { createHash } from 'node:crypto';

/** What happened to an order or its payment. */
export type Outcome =
	| 'unpaid'
	| 'paid'
	| 'failed'
	| 'refunded'
	| 'part-refunded'
	| 'refund-failed'
	| 'dispute-opened'
	| 'dispute-resolved'
	| 'dispute-lost'
	// Of a subscription: its invoices, the payment of an invoice, and the subscription itself.
	| 'invoice-paid'
	| 'invoice-failed'
	| 'invoice-payment'
	| 'changed'
	| 'paused'
	| 'resumed'
	| 'ended';

/** An event of a payment provider, in words that fit all providers. No amount, no card data. */
export interface OrderEvent {
	readonly provider: string;
	/** The provider's ID, which identifies repeated events. */
	readonly id: string;
	readonly type: string;
	/** When it happened by the provider's clock, in milliseconds. */
	readonly happened: number;
	/** False for the provider's test mode. */
	readonly live: boolean;
	readonly outcome: Outcome;
	/** The provider's ID of the payment; null if there is none. */
	readonly payment: string | null;
	/** The dispute or the invoice that it is about; null for any other event. */
	readonly subject: string | null;
	/** The purchase; null if the event names only a payment. */
	readonly purchase: Purchase | null;
	/** The end of an invoice's period, or of the subscription, in milliseconds. */
	readonly until?: number;
	/** The price before tax and discount. It is compared with the rule and never stored. */
	readonly price?: Price;
	/** Whether nothing had to be paid. */
	readonly free?: boolean;
	/** Why a person must review the event. */
	readonly detail?: string;
}

/** An amount in the smallest unit of a currency. */
export interface Price {
	readonly amount: number;
	/** Three lower-case letters. */
	readonly currency: string;
}

/**
 * A digest of the price of an event. It is stored instead of the amount, because the rule may come later than the event.
 * The ID of the event makes the digests of equal prices different.
 */
export function priceDigest({ amount, currency }: Price, event: string): string {
	return createHash('sha256').update(`${event} ${amount} ${currency}`).digest('hex').slice(0, 32);
}

export interface Purchase {
	/** The reference of the order. */
	readonly ref: string;
	readonly email: string | null;
	/** The provider's id of the customer. */
	readonly customer: string | null;
	/** Names to look for in the products file. The first one decides. */
	readonly products: readonly string[];
	/** Whether it is a subscription. */
	readonly recurring: boolean;
}

/** The stored members of an event. */
export interface KnownEvent {
	readonly id: string;
	/** Milliseconds. */
	readonly happened: number;
	readonly outcome: Outcome;
	readonly subject: string | null;
	readonly payment?: string | null;
	readonly until?: number | null;
	readonly price?: string | null;
	readonly free?: boolean;
	readonly detail?: string | null;
	/** Whether a person or a rule accepted it. */
	readonly accepted?: boolean;
	/** Milliseconds. */
	readonly received?: number;
}

/** The state of a payment, from all events of its order. */
export interface Standing {
	/** When it was first paid, in milliseconds; null until then. */
	readonly paid: number | null;
	/** Whether it will never be paid. */
	readonly failed: boolean;
	/** Whether the seller still has the money, once it was paid. */
	readonly money: 'paid' | 'refunded' | 'disputed';
}

/** The order of events in the same second: providers give no finer time. */
const rank: Record<Outcome, number> = {
	unpaid: 0,
	failed: 1,
	paid: 2,
	'part-refunded': 3,
	refunded: 4,
	'dispute-opened': 4,
	'refund-failed': 5,
	'dispute-resolved': 5,
	'dispute-lost': 5,
	'invoice-paid': 2,
	'invoice-failed': 1,
	'invoice-payment': 3,
	changed: 3,
	paused: 3,
	resumed: 4,
	ended: 5,
};

/** The events in the order in which they happened. */
export function asHappened(events: readonly KnownEvent[]): KnownEvent[] {
	return events.toSorted(
		(a, b) => a.happened - b.happened || rank[a.outcome] - rank[b.outcome] || (a.id < b.id ? -1 : 1),
	);
}

/** The state of a payment. It does not depend on the order in which the events arrived. */
export function standingOf(events: readonly KnownEvent[]): Standing {
	const inOrder = asHappened(events);
	let paid: number | null = null;
	let failed = false;
	let refunded = false;
	const disputes = new Map<string | null, Outcome>();
	for (const { happened, outcome, subject } of inOrder) {
		if (outcome === 'paid') paid ??= happened;
		else if (outcome === 'failed') failed = true;
		else if (outcome === 'refunded') refunded = true;
		else if (outcome === 'refund-failed') refunded = false;
		else if (outcome.startsWith('dispute-')) disputes.set(subject, outcome);
	}
	const disputed = [...disputes.values()].some((outcome) => outcome !== 'dispute-resolved');
	return {
		paid,
		failed: failed && paid === null,
		money: refunded ? 'refunded' : disputed ? 'disputed' : 'paid',
	};
}
