/** The signing secret of the tests. */
export const stripeSecret = 'whsec_test_of_pointrelease';

export interface EventOptions {
	readonly id?: string;
	/** Unix seconds. */
	readonly created?: number;
	readonly live?: boolean;
}

let made = 0;

/** An event of Stripe. */
export function stripeEvent(type: string, object: object, { id, created, live = true }: EventOptions = {}) {
	return {
		id: id ?? `evt_${++made}`,
		object: 'event',
		type,
		created: created ?? Math.floor(Date.now() / 1000),
		livemode: live,
		api_version: '2026-10-28.endive',
		pending_webhooks: 1,
		request: null,
		data: { object },
	};
}

/** A session of a payment link, as `checkout.session.completed` has it, money and card details included. */
export function session(order: string, changes: object = {}) {
	return {
		id: `cs_${order}`,
		object: 'checkout.session',
		mode: 'payment',
		payment_status: 'paid',
		payment_intent: `pi_${order}`,
		payment_link: 'plink_year',
		customer: `cus_${order}`,
		customer_details: { email: `${order}@example.com`, name: 'Jane Doe', address: { city: 'Berlin' } },
		amount_total: 987_654_321,
		currency: 'xts',
		client_reference_id: null,
		metadata: {},
		...changes,
	};
}

export function charge(order: string, refunded: boolean) {
	return {
		id: `ch_${order}`,
		object: 'charge',
		payment_intent: `pi_${order}`,
		amount: 987_654_321,
		amount_refunded: refunded ? 987_654_321 : 100,
		refunded,
		payment_method_details: { card: { last4: 'four' } },
	};
}

export function refund(order: string) {
	return { id: `re_${order}`, object: 'refund', charge: `ch_${order}`, payment_intent: `pi_${order}` };
}

export function dispute(order: string, status: string, number = 1) {
	return {
		id: `du_${order}_${number}`,
		object: 'dispute',
		charge: `ch_${order}`,
		payment_intent: `pi_${order}`,
		status,
	};
}
