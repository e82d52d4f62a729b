import { addressesIn, typedAddress } from '@pointrelease/core/src/text/email-address.ts';
import type { Queries, Value } from '../../database/database.ts';
import { licenseSelection } from '../../database/license-columns.ts';
import type { Ledger } from '../ledger.ts';
import { type License, mailboxOf } from '../license.ts';

/** The transaction in which an order is settled. */
export interface Turn {
	readonly queries: Queries;
	readonly ledger: Ledger;
	/** Milliseconds by the clock that all nodes share. */
	readonly now: number;
}

/** `waiting`: not paid yet. `held`: a person must decide, for example because no rule matches. `failed`: never paid. */
export type OrderState = 'paid' | 'refunded' | 'disputed' | 'held' | 'waiting' | 'failed';
export const orderStates: readonly OrderState[] = [
	'paid',
	'refunded',
	'disputed',
	'held',
	'waiting',
	'failed',
];

/** A stored order. It has neither an amount nor card data. */
export interface Order {
	/** The provider's session or subscription, or the reference that an operator gave. */
	readonly ref: string;
	/** Who took the payment: `stripe`, or `operator` if a person entered the order. */
	readonly provider: string;
	/** 1 for money, 0 for a provider's test mode. */
	readonly live: number;
	readonly state: OrderState;
	/** Why it is held, or that it was closed without licenses because its person was forgotten; null otherwise. */
	readonly reason: string | null;
	/** The provider's id of the payment, which refunds and disputes name. */
	readonly payment: string | null;
	/** The provider's id of the customer, or the operator's. */
	readonly customer: string | null;
	/** The product, by its name in the products file. */
	readonly product: string | null;
	/** The address; null once its licenses are issued, or its payment has failed. */
	readonly email: string | null;
	readonly created: string;
	readonly changed: string;
	/** When its licenses were issued or extended; null until then. */
	readonly issued: string | null;
	/** 1 for a subscription; null or 0 for a single payment. */
	readonly recurring: number | null;
	/** The order whose licenses it extends; null if it has licenses of its own. */
	readonly renews: string | null;
	/** How many days it grants; null for no end, and for a subscription. */
	readonly days: number | null;
	/** The moment from which the days count, in milliseconds; null for orders that a person entered. */
	readonly countsFrom: number | string | null;
	/** For a subscription: how many days a key works after the period of an invoice. */
	readonly grace: number | null;
}

export const orderColumns = `ref, provider, live, state, reason, payment, customer, product, email, created, changed, issued,
	recurring, renews, days, counts_from AS "countsFrom", grace`;

export async function findOrder(queries: Queries, ref: string): Promise<Order | null> {
	const [order] = await queries.rows<Order>(`SELECT ${orderColumns} FROM orders WHERE ref = $1`, [ref]);
	return order ?? null;
}

/** The order and all orders that extend its licenses. */
export function ordersOfGroup(queries: Queries, root: string): Promise<Order[]> {
	return queries.rows<Order>(
		`SELECT ${orderColumns} FROM orders WHERE ref = $1 OR renews = $1 ORDER BY created, ref`,
		[root],
	);
}

/** Every license of an order, including replaced ones. */
export function licensesOfOrder(queries: Queries, ref: string): Promise<License[]> {
	return queries.rows<License>(
		`SELECT ${licenseSelection} FROM licenses WHERE order_ref = $1 ORDER BY number`,
		[ref],
	);
}

/** The licenses that were not replaced. */
export function present(licenses: readonly License[]): License[] {
	const replaced = new Set(licenses.map(({ replaces }) => replaces));
	return licenses.filter(({ id }) => !replaced.has(id));
}

export interface ListedOrder extends Order {
	/** The ids of its licenses. */
	readonly licenses: readonly string[];
}

interface OrderFilter {
	state?: OrderState;
	email?: string;
	customer?: string;
	ref?: string;
	/** Only so many, the newest of all orders. */
	latest?: number;
}

/** The orders that match all members of the filter, oldest first. */
export async function listOrders(queries: Queries, filter: OrderFilter = {}): Promise<ListedOrder[]> {
	const values: Value[] = [];
	const place = (value: Value) => `$${values.push(value)}`;
	const { state, email, customer, ref, latest } = filter;
	const mailbox = email === undefined ? '' : place(mailboxOf(typedAddress(email)));
	const conditions = [
		state === undefined ? '' : `state = ${place(state)}`,
		customer === undefined ? '' : `customer = ${place(customer)}`,
		ref === undefined ? '' : `ref = ${place(ref)}`,
		latest === undefined
			? ''
			: `ref IN (SELECT ref FROM orders ORDER BY created DESC, ref DESC LIMIT ${place(latest)})`,
		email === undefined
			? ''
			: `(mailbox = ${mailbox} OR COALESCE(renews, ref) IN (SELECT order_ref FROM licenses WHERE mailbox = ${mailbox}))`,
	].filter(Boolean);
	const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
	const orders = await queries.rows<Order>(
		`SELECT ${orderColumns} FROM orders ${where} ORDER BY created, ref`,
		values,
	);
	const owned = await queries.rows<{ id: string; ref: string }>(
		`SELECT id, order_ref AS ref FROM licenses
			WHERE order_ref IN (SELECT COALESCE(renews, ref) FROM orders ${where}) ORDER BY number`,
		values,
	);
	const ids = Map.groupBy(owned, ({ ref }) => ref);
	return orders.map((order) => ({
		...order,
		licenses: (ids.get(order.renews ?? order.ref) ?? []).map(({ id }) => id),
	}));
}

/** Counts of orders, for metrics and doctor. */
export interface OrderCounts {
	/** How many orders are in each state; states without an order are absent. */
	readonly states: ReadonlyMap<string, number>;
	/** When the oldest held order came, in milliseconds; null if none is held. */
	readonly oldestHeld: number | null;
	/** When each provider last sent an event, in milliseconds. */
	readonly lastEvents: ReadonlyMap<string, number>;
}

export async function countOrders(queries: Queries): Promise<OrderCounts> {
	const rows = await queries.rows<{ state: string; orders: number; oldest: string }>(
		'SELECT state, count(*) AS orders, min(changed) AS oldest FROM orders GROUP BY state',
	);
	const events = await queries.rows<{ provider: string; last: string }>(
		'SELECT provider, max(received) AS last FROM order_events GROUP BY provider',
	);
	const heldOrders = rows.find(({ state }) => state === 'held');
	return {
		states: new Map(rows.map(({ state, orders }) => [state, Number(orders)])),
		oldestHeld: heldOrders ? Date.parse(heldOrders.oldest) : null,
		lastEvents: new Map(events.map(({ provider, last }) => [provider, Date.parse(last)])),
	};
}

/** Stores an order that a person entered or imported, as paid. An existing order keeps its other members. */
export async function enterOrder(
	queries: Queries,
	{ ref, customer = null, moment }: { ref: string; customer?: string | null; moment: string },
): Promise<void> {
	await queries.rows(
		`INSERT INTO orders (ref, provider, live, state, customer, created, changed, issued)
			VALUES ($1, 'operator', 1, 'paid', $2, $3, $3, $3)
			ON CONFLICT (ref) DO UPDATE SET customer = COALESCE(orders.customer, excluded.customer),
				changed = excluded.changed, issued = COALESCE(orders.issued, excluded.issued), reason = NULL,
				email = NULL, mailbox = NULL,
				state = CASE WHEN orders.state IN ('held', 'waiting', 'failed') THEN 'paid' ELSE orders.state END`,
		[ref, customer, moment],
	);
}

/**
 * Erases the person from the orders with these references, and from all orders that name one of the mailboxes. A held
 * order is closed without licenses, and no event brings its address back. An order that waits for its payment continues
 * to wait: somebody who pays is a customer again. Returns the references.
 */
export async function eraseOrders(
	queries: Queries,
	refs: ReadonlySet<string>,
	isTheirs: (email: string) => boolean,
): Promise<string[]> {
	const naming = await queries.rows<Pick<Order, 'ref' | 'email' | 'customer'>>(
		"SELECT ref, email, customer FROM orders WHERE email IS NOT NULL OR customer LIKE '%@%'",
	);
	const theirs = naming
		.filter(({ email, customer }) => addressesIn(`${email ?? ''} ${customer ?? ''}`).some(isTheirs))
		.map(({ ref }) => ref);
	const erased: string[] = [];
	for (const ref of new Set([...refs, ...theirs])) {
		const rows = await queries.rows(
			'UPDATE orders SET email = NULL, mailbox = NULL, customer = NULL WHERE ref = $1 RETURNING ref',
			[ref],
		);
		if (rows.length > 0) erased.push(ref);
		await queries.rows(
			`UPDATE orders SET state = 'paid', reason = $1, changed = $2, issued = $2
				WHERE ref = $3 AND state = 'held'`,
			['the person was forgotten', new Date().toISOString(), ref],
		);
	}
	return erased;
}
