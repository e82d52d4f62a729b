/** What an event says happened to an order or its payment. */
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

/** An event of whoever takes payments, in the words of no provider. No amount, nothing of a card. */
export interface OrderEvent {
	readonly provider: string;
	/** The provider's id, by which an event that comes again is known. */
	readonly id: string;
	readonly type: string;
	/** When it happened by the provider's clock, in milliseconds. */
	readonly happened: number;
	/** False for the provider's test mode. */
	readonly live: boolean;
	readonly outcome: Outcome;
	/** The provider's id of the payment; null where there is none. */
	readonly payment: string | null;
	/** The dispute that it is about; null for any other event. */
	readonly subject: string | null;
	/** What was bought by whom; null for what names a payment alone. */
	readonly purchase: Purchase | null;
}

export interface Purchase {
	/** The reference of the order. */
	readonly ref: string;
	readonly email: string | null;
	/** The provider's id of the customer. */
	readonly customer: string | null;
	/** The names under which the file of products may know it, the one that decides first. */
	readonly products: readonly string[];
	/** It is paid again and again, which no rule covers yet. */
	readonly recurring: boolean;
}
