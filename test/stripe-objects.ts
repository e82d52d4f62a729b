/** The signing secret of the tests. */
export const stripeSecret = 'whsec_test_of_pointrelease';

export interface EventOptions {
	readonly id?: string;
	/** Unix seconds. */
	readonly created?: number;
	readonly live?: boolean;
	/** What a change replaced. */
	readonly before?: object;
}

let count = 0;

/** An event of Stripe. */
export function stripeEvent(
	type: string,
	object: object,
	{ id, created, live = true, before }: EventOptions = {},
) {
	return {
		id: id ?? `evt_${++count}`,
		object: 'event',
		type,
		created: created ?? Math.floor(Date.now() / 1000),
		livemode: live,
		api_version: '2026-10-28.endive',
		pending_webhooks: 1,
		request: null,
		data: { object, ...(before && { previous_attributes: before }) },
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

/** A session that starts a subscription. */
export function subscriptionSession(name: string, changes: object = {}) {
	return session(name, {
		mode: 'subscription',
		payment_intent: null,
		subscription: `sub_${name}`,
		invoice: `in_${name}_1`,
		...changes,
	});
}

/** An invoice of a subscription for a period that ends at a moment, in Unix seconds. */
export function invoice(name: string, number: number, end: number, changes: object = {}) {
	return {
		id: `in_${name}_${number}`,
		object: 'invoice',
		billing_reason: number === 1 ? 'subscription_create' : 'subscription_cycle',
		customer: `cus_${name}`,
		customer_email: `${name}@example.com`,
		currency: 'xts',
		subtotal: 987_654_321,
		total: 987_654_321,
		parent: {
			type: 'subscription_details',
			subscription_details: { subscription: `sub_${name}`, metadata: {} },
		},
		lines: {
			object: 'list',
			has_more: false,
			data: [
				{
					id: `il_${name}_${number}`,
					object: 'line_item',
					quantity: 1,
					period: { start: end - 30 * 86_400, end },
					parent: { type: 'subscription_item_details', subscription_item_details: { proration: false } },
					pricing: { type: 'price_details', price_details: { price: 'price_month', product: 'prod_1' } },
				},
			],
		},
		...changes,
	};
}

/** Which payment paid an invoice. */
export function invoicePayment(name: string, number: number) {
	return {
		id: `inpay_${name}_${number}`,
		object: 'invoice_payment',
		invoice: `in_${name}_${number}`,
		status: 'paid',
		payment: { type: 'payment_intent', payment_intent: `pi_${name}_${number}` },
	};
}

export function subscription(name: string, changes: object = {}) {
	return {
		id: `sub_${name}`,
		object: 'subscription',
		status: 'active',
		customer: `cus_${name}`,
		metadata: {},
		pause_collection: null,
		cancel_at_period_end: false,
		ended_at: null,
		items: subscriptionItems(1),
		...changes,
	};
}

export function subscriptionItems(quantity: number, end = 0) {
	const price = { id: 'price_month', object: 'price', product: 'prod_1' };
	return { object: 'list', data: [{ id: 'si_1', price, quantity, current_period_end: end }] };
}
