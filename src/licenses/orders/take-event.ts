import { typedAddress, withoutAddresses } from '@pointrelease/core/src/text/email-address.ts';
import type { Queries } from '../../database/database.ts';
import { changeLicenses } from '../ledger.ts';
import { mailboxOf } from '../license.ts';
import type { Registry } from '../registry.ts';
import { type OrderEvent, priceDigest } from './event.ts';
import { withKeptRules } from './kept-rules.ts';
import { findOrder, type Order, type OrderState, orderColumns } from './order.ts';
import type { Products } from './products.ts';
import { settleOrder } from './settle-order.ts';

/**
 * The result of an event: the state of its order, `repeated` if it came before, `kept` if it waits for its order.
 */
export type EventOutcome = OrderState | 'repeated' | 'kept';

/**
 * Stores an event with everything that follows from it in one transaction: event, order, licenses, mail and audit log, or
 * nothing. Events may come twice and in any order, because the state of an order follows from all of its stored events.
 */
export async function takeEvent(
	registry: Registry,
	event: OrderEvent,
	products: Products,
): Promise<EventOutcome> {
	const { database } = registry;
	// Most repeated events came long ago. Finding them here saves the wait for a write transaction.
	if (await isStored(database, event)) return 'repeated';
	const now = await database.now();
	return changeLicenses(database, async (queries, ledger) => {
		if (!(await storeEvent(queries, event))) return 'repeated';
		const rules = await withKeptRules(queries, products);
		const order = event.purchase
			? await storePurchase(queries, event, rules)
			: await findByPayment(queries, event);
		if (!order) return 'kept';
		const actor = { who: event.provider, why: event.type, event: event.id };
		const terms = { products: rules, outcome: event.outcome };
		const state = await settleOrder({ ...registry, actor }, { queries, ledger, now }, order, terms);
		if (state === 'failed') await dropAddress(queries, order.ref);
		return state;
	});
}

/** Removes the address of an order that was never paid. If it is paid later, that event has the address again. */
async function dropAddress(queries: Queries, ref: string): Promise<void> {
	await queries.rows('UPDATE orders SET email = NULL, mailbox = NULL WHERE ref = $1', [ref]);
}

async function isStored(queries: Queries, { provider, id }: OrderEvent): Promise<boolean> {
	const text = 'SELECT 1 AS one FROM order_events WHERE provider = $1 AND id = $2';
	return (await queries.rows(text, [provider, id])).length > 0;
}

/** Stores an event. False if it is stored already. */
async function storeEvent(queries: Queries, event: OrderEvent): Promise<boolean> {
	const { provider, id, type, happened, live, purchase, payment, subject, outcome } = event;
	const rows = await queries.rows(
		`INSERT INTO order_events
				(provider, id, type, happened, received, live, order_ref, payment, subject, outcome,
					until, price, free, detail)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) ON CONFLICT DO NOTHING RETURNING id`,
		[
			provider,
			id,
			type,
			happened,
			new Date().toISOString(),
			Number(live),
			purchase?.ref ?? null,
			payment,
			subject,
			outcome,
			event.until ?? null,
			event.price ? priceDigest(event.price, id) : null,
			Number(event.free ?? false),
			event.detail === undefined ? null : withoutAddresses(event.detail),
		],
	);
	return rows.length > 0;
}

/**
 * Stores the order of an event, or completes it with the members of the event. The state of a new order is `new` until it
 * is settled in the same transaction. Once its licenses are issued, an order no longer needs an address.
 */
async function storePurchase(
	queries: Queries,
	{ provider, live, payment, purchase }: OrderEvent,
	products: Products,
): Promise<Order> {
	const { ref, email, customer, products: names, recurring } = purchase!;
	const stored = await findOrder(queries, ref);
	// Strip email addresses from product names before storing them: the name also appears in the reason for holding an
	// order.
	const product = firstName(
		[...names.map(withoutAddresses), ...(stored?.product ? [stored.product] : [])],
		(name) => products.get(provider)?.has(name) ?? false,
	);
	const moment = new Date().toISOString();
	const [order] = await queries.rows<Order>(
		`INSERT INTO orders
				(ref, provider, live, state, payment, customer, product, email, mailbox, created, changed, recurring)
			VALUES ($1, $2, $3, 'new', $4, $5, $6, $7, $8, $9, $9, $10)
			ON CONFLICT (ref) DO UPDATE SET provider = excluded.provider,
				live = CASE WHEN orders.provider = excluded.provider THEN orders.live ELSE excluded.live END,
				payment = COALESCE(orders.payment, excluded.payment),
				product = CASE WHEN orders.issued IS NULL THEN COALESCE(excluded.product, orders.product)
					ELSE COALESCE(orders.product, excluded.product) END,
				customer = CASE WHEN orders.issued IS NULL THEN COALESCE(orders.customer, excluded.customer)
					ELSE orders.customer END,
				email = CASE WHEN orders.issued IS NULL THEN COALESCE(orders.email, excluded.email) END,
				mailbox = CASE WHEN orders.issued IS NULL THEN COALESCE(orders.mailbox, excluded.mailbox) END
			RETURNING ${orderColumns}`,
		[
			ref,
			provider,
			Number(live),
			payment,
			customer,
			product || null,
			email,
			email && mailboxOf(typedAddress(email)),
			moment,
			Number(recurring),
		],
	);
	return order!;
}

/** A name that the seller chose comes first, then the link, the price and the product of the provider. */
const kindsOfNames = [/^plink_/, /^price_/, /^prod_/];

/** The name that decides: a name with a rule, if there is one. Does not depend on the order of the events. */
function firstName(names: readonly string[], hasRule: (name: string) => boolean): string | null {
	const rank = (name: string) => kindsOfNames.findIndex((kind) => kind.test(name));
	const [first] = names.toSorted(
		(a, b) => Number(hasRule(b)) - Number(hasRule(a)) || rank(a) - rank(b) || (a < b ? -1 : 1),
	);
	return first ?? null;
}

/** The order whose payment an event names, or the subscription whose invoice was paid with it. */
export async function findByPayment(
	queries: Queries,
	{ provider, payment, subject, live }: OrderEvent,
): Promise<Order | null> {
	const [order] = await queries.rows<{ ref: string }>(
		`SELECT ref FROM orders WHERE payment = $1 AND provider = $2 AND live = $3
			UNION SELECT order_ref FROM order_events WHERE provider = $2 AND live = $3 AND outcome = 'invoice-paid'
				AND (subject = $4 OR subject IN (SELECT subject FROM order_events
					WHERE provider = $2 AND live = $3 AND outcome = 'invoice-payment' AND payment = $1))`,
		[payment, provider, Number(live), subject],
	);
	return order ? findOrder(queries, order.ref) : null;
}
