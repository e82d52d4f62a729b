import type { Queries, Value } from '../../database/database.ts';
import { typedAddress } from '../../text/email-address.ts';
import { mailboxSpellings } from '../license.ts';
import { type Order, type OrderState, orderColumns } from './order.ts';

export interface ListedOrder extends Order {
	/** The ids of its licenses. */
	readonly licenses: readonly string[];
}

export interface OrderFilter {
	state?: OrderState;
	email?: string;
	customer?: string;
	ref?: string;
}

/** The orders for which all of it holds, oldest first. */
export async function listOrders(queries: Queries, filter: OrderFilter = {}): Promise<ListedOrder[]> {
	const given: Value[] = [];
	const place = (value: Value) => `$${given.push(value)}`;
	const { state, email, customer, ref } = filter;
	const spellings = email === undefined ? '' : mailboxSpellings(typedAddress(email)).map(place).join(', ');
	const conditions = [
		state === undefined ? '' : `state = ${place(state)}`,
		customer === undefined ? '' : `customer = ${place(customer)}`,
		ref === undefined ? '' : `ref = ${place(ref)}`,
		email === undefined
			? ''
			: `(mailbox IN (${spellings}) OR ref IN (SELECT order_ref FROM licenses WHERE mailbox IN (${spellings})))`,
	].filter(Boolean);
	const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
	const orders = await queries.rows<Order>(
		`SELECT ${orderColumns} FROM orders ${where} ORDER BY created, ref`,
		given,
	);
	const owned = await queries.rows<{ id: string; ref: string }>(
		`SELECT id, order_ref AS ref FROM licenses
			WHERE order_ref IN (SELECT ref FROM orders ${where}) ORDER BY number`,
		given,
	);
	const ids = Map.groupBy(owned, ({ ref }) => ref);
	return orders.map((order) => ({
		...order,
		licenses: (ids.get(order.ref) ?? []).map(({ id }) => id),
	}));
}

/** How the orders are, for those who watch them. */
export interface OrderCounts {
	/** How many are in each state that there is one of. */
	readonly states: ReadonlyMap<string, number>;
	/** When the oldest that is held came, in milliseconds; null where none is. */
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
	const held = rows.find(({ state }) => state === 'held');
	return {
		states: new Map(rows.map(({ state, orders }) => [state, Number(orders)])),
		oldestHeld: held ? Date.parse(held.oldest) : null,
		lastEvents: new Map(events.map(({ provider, last }) => [provider, Date.parse(last)])),
	};
}
