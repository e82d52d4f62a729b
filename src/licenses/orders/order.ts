import type { Queries } from '../../database/database.ts';
import { licenseSelection } from '../../database/license-columns.ts';
import type { License } from '../license.ts';

/** `waiting` for its payment, `held` because no rule says what was bought, or `failed`: it was never paid. */
export type OrderState = 'paid' | 'refunded' | 'disputed' | 'held' | 'waiting' | 'failed';
export const orderStates: readonly OrderState[] = [
	...(['paid', 'refunded', 'disputed', 'held', 'waiting', 'failed'] as const),
];

/** Something that was bought, as it is on record. No amount, nothing of a card. */
export interface Order {
	/** The provider's session, or the reference that an operator gave. */
	readonly ref: string;
	/** Who took the payment: `stripe`, or `operator` where a person entered it. */
	readonly provider: string;
	/** 1 for money, 0 for a provider's test mode. */
	readonly live: number;
	readonly state: OrderState;
	/** Why it is held, or was closed without licenses because its person was forgotten; else null. */
	readonly reason: string | null;
	/** The provider's id of the payment, which refunds and disputes name. */
	readonly payment: string | null;
	/** The provider's id of the customer, or the operator's. */
	readonly customer: string | null;
	/** What was bought, in the words of the products file. */
	readonly product: string | null;
	/** Only until its licenses are issued, or its payment failed. */
	readonly email: string | null;
	readonly created: string;
	readonly changed: string;
	/** When its licenses were issued; null while they are not. */
	readonly issued: string | null;
}

export const orderColumns = [
	...['ref', 'provider', 'live', 'state', 'reason', 'payment', 'customer', 'product', 'email'],
	...['created', 'changed', 'issued'],
].join(', ');

export async function findOrder(queries: Queries, ref: string): Promise<Order | null> {
	const [order] = await queries.rows<Order>(`SELECT ${orderColumns} FROM orders WHERE ref = $1`, [ref]);
	return order ?? null;
}

/** Every license of an order, those that others took the place of too. */
export function licensesOfOrder(queries: Queries, ref: string): Promise<License[]> {
	return queries.rows<License>(
		`SELECT ${licenseSelection} FROM licenses WHERE order_ref = $1 ORDER BY number`,
		[ref],
	);
}

/** Those that no other took the place of. */
export function present(licenses: readonly License[]): License[] {
	const replaced = new Set(licenses.map(({ replaces }) => replaces));
	return licenses.filter(({ id }) => !replaced.has(id));
}
