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
	| 'dispute-lost';

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
	/** The dispute that it is about; null for any other event. */
	readonly subject: string | null;
	/** The purchase; null if the event names only a payment. */
	readonly purchase: Purchase | null;
}

export interface Purchase {
	/** The reference of the order. */
	readonly ref: string;
	readonly email: string | null;
	/** The provider's id of the customer. */
	readonly customer: string | null;
	/** Names to look for in the file of products. The first one decides. */
	readonly products: readonly string[];
	/** It is paid again and again, which no rule covers yet. */
	readonly recurring: boolean;
}

/** The stored members of an event. */
export interface KnownEvent {
	readonly id: string;
	/** Milliseconds. */
	readonly happened: number;
	readonly outcome: Outcome;
	readonly subject: string | null;
}

/** The state of a payment, from all events of its order. */
export interface Standing {
	/** When it was first paid, in milliseconds; null while it is not. */
	readonly paid: number | null;
	/** It will never be paid. */
	readonly failed: boolean;
	/** Whether the money is there, once it was paid. */
	readonly money: 'paid' | 'refunded' | 'disputed';
}

/** Orders events of the same second: providers give no finer time. */
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
};

/** Gives the same result in whatever order the events arrived. */
export function standingOf(events: readonly KnownEvent[]): Standing {
	const inOrder = [...events].sort(
		(a, b) => a.happened - b.happened || rank[a.outcome] - rank[b.outcome] || (a.id < b.id ? -1 : 1),
	);
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
