import { counted } from '@pointrelease/core/src/text/numbers.ts';
import { writeAudit } from '../../../licenses/audit.ts';
import { changeLicenses } from '../../../licenses/ledger.ts';
import { dropRule, readKeptRules } from '../../../licenses/orders/kept-rules.ts';
import { type ListedOrder, listOrders } from '../../../licenses/orders/order.ts';
import { loadProducts, noProducts, type Product, type Products } from '../../../licenses/orders/products.ts';
import { applyOrder } from '../../../licenses/orders/settle-order.ts';
import type { OrderRecord, OrdersRecord } from '../../../page/console/records.ts';
import { Failure } from '../../../process/failure.ts';
import type { Asked, DataRoute } from '../data-route.ts';
import { flag, optionalText, reason, requiredText } from '../form.ts';
import type { ConsoleParts } from '../parts.ts';

/** How many of the latest orders are listed beside those that are held. */
const mostRecent = 50;

export function orderRecord(order: ListedOrder): OrderRecord {
	const { ref, provider, live, state, reason, product, customer, email, created, changed, licenses } = order;
	return {
		order: ref,
		provider,
		live: Number(live) === 1,
		state,
		reason,
		product,
		customer,
		email,
		created,
		changed,
		licenses,
	};
}

async function orders(_: Asked, { licenses, settings }: ConsoleParts): Promise<OrdersRecord> {
	const { database } = licenses;
	const { products, trouble } = await productsNow(settings.productsFile);
	return {
		held: (await listOrders(database, { state: 'held' })).map(orderRecord),
		recent: (await listOrders(database, { latest: mostRecent })).map(orderRecord).reverse(),
		products: [...products].flatMap(([provider, rules]) =>
			[...rules].map(([product, rule]) => ({ provider, product, live: rule.live, buys: buysOf(rule) })),
		),
		kept: (await readKeptRules(database)).map(({ provider, product, countsAs }) => ({
			provider,
			product,
			counts_as: countsAs,
		})),
		trouble,
	};
}

/** The file as it is now: a rule that was added since the start counts for what a person applies. */
async function productsNow(file: string | null): Promise<{ products: Products; trouble: string | null }> {
	try {
		return { products: await loadProducts(file), trouble: null };
	} catch (thrown) {
		if (!(thrown instanceof Failure)) throw thrown;
		return { products: noProducts, trouble: thrown.message };
	}
}

function buysOf({ licenses, days, renews, live }: Product): string {
	if (licenses === 0) return 'no license';
	const time = days === null ? 'without an end' : `for ${counted(days, 'day')}`;
	return `${counted(licenses, 'license')} ${time}${renews ? ', renews' : ''}${live ? '' : ', test mode'}`;
}

/** Issues the licenses of a held order by a rule that the person chose, which may be kept for the next ones. */
async function apply(asked: Asked, { settings }: ConsoleParts) {
	const { body } = asked;
	const ref = requiredText(body, 'order');
	const product = optionalText(body, 'product');
	const isOther = flag(body, 'other', false);
	const email = optionalText(body, 'email');
	const products = await loadProducts(settings.productsFile);
	const state = await applyOrder(asked.registry(reason(body)), ref, products, {
		...(isOther ? { product: null } : product !== undefined && { product }),
		...(email !== undefined && { email }),
		keep: flag(body, 'keep', false),
	});
	return { state };
}

async function drop(asked: Asked) {
	const { database, actor } = asked.registry(reason(asked.body));
	const rule = {
		provider: requiredText(asked.body, 'provider'),
		product: requiredText(asked.body, 'product'),
	};
	return changeLicenses(database, async (queries) => {
		if (!(await dropRule(queries, rule)))
			throw new Failure('no-such-rule', `no rule is kept for ${JSON.stringify(rule.product)}`);
		await writeAudit(queries, actor, [
			{ what: 'order', detail: `the rule kept for ${rule.product} was removed` },
		]);
		return {};
	});
}

export const orderRoutes: readonly DataRoute[] = [
	{ method: 'GET', path: '/orders', access: 'reads', answer: orders },
	{ method: 'POST', path: '/orders/apply', access: 'writes', answer: apply },
	{ method: 'POST', path: '/orders/drop-rule', access: 'writes', answer: drop },
];
