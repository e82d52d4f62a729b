import { Failure } from '../../process/failure.ts';
import { changeLicenses } from '../ledger.ts';
import { checkEmail } from '../license.ts';
import type { Registry } from '../registry.ts';
import { findOrder, type OrderState } from './order.ts';
import type { Products } from './products.ts';
import { settleOrder } from './settle-order.ts';

/** What a person knows of an order that its events did not tell. */
export interface Supplied {
	/** The name of the product whose rule decides. */
	readonly product?: string;
	readonly email?: string;
}

/** Issues the licenses of an order that is held. Days count from today: the purchaser had no key before. */
export async function applyOrder(
	registry: Registry,
	ref: string,
	products: Products,
	supplied: Supplied = {},
): Promise<OrderState> {
	const { database } = registry;
	const now = await database.now();
	return changeLicenses(database, async (queries, ledger) => {
		const order = await findOrder(queries, ref);
		if (!order) throw new Failure('no-such-order', `there is no order ${JSON.stringify(ref)}`);
		if (order.state !== 'held')
			throw new Failure('not-held', `the order ${ref} is ${order.state}, not held: nothing to apply`);
		const product = supplied.product ?? order.product;
		const email = supplied.email === undefined ? order.email : checkEmail(supplied.email);
		await queries.rows('UPDATE orders SET product = $1 WHERE ref = $2', [product, ref]);
		const turn = { queries, ledger, now };
		const terms = { products, recurring: false, from: now };
		const state = await settleOrder(registry, turn, { ...order, product, email }, terms);
		if (state !== 'held') return state;
		const left = await findOrder(queries, ref);
		throw new Failure('order-held', `the order ${ref} is still held: ${left?.reason}`);
	});
}
