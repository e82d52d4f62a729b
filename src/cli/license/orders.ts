import { dayTextAt } from '@pointrelease/core/src/text/day.ts';
import { counted } from '@pointrelease/core/src/text/numbers.ts';
import { visible } from '@pointrelease/core/src/text/visible.ts';
import { type ListedOrder, listOrders, type OrderState, orderStates } from '../../licenses/orders/order.ts';
import { invoicesOf } from '../../licenses/orders/order-facts.ts';
import { loadProducts } from '../../licenses/orders/products.ts';
import { applyOrder } from '../../licenses/orders/settle-order.ts';
import type { Invoice } from '../../licenses/orders/subscription.ts';
import { withRegistry } from '../../licenses/registry.ts';
import { Failure } from '../../process/failure.ts';
import { authorOptions } from '../author.ts';
import { command } from '../command.ts';
import { allOption, shortened, table } from '../terminal-text.ts';
import { deliverNow } from './mailing.ts';
import { asAuthor } from './selection.ts';

export const ordersCommand = command({
	name: 'license orders',
	summary: 'list orders with their state and the licenses issued for them',
	words: '[ORDER]',
	arity: [0, 1],
	options: {
		state: { type: 'string', value: 'STATE', help: `only those that are ${orderStates.join(', ')}` },
		email: { type: 'string', value: 'ADDRESS', help: 'only those of this address' },
		customer: { type: 'string', value: 'NAME', help: 'only those of this customer' },
		all: allOption,
	},
	details: `
An order is the provider's session (cs_…), a subscription (sub_…) or the reference of "license issue --order". With
the ID of a subscription, its invoices are listed too. The state of an order:
  paid      its licenses are issued, or the customer was forgotten
  held      it is paid, but a person must decide; the reason is shown (see "license orders apply")
  waiting   it is not paid yet
  failed    it was never paid
  refunded  all of it was paid back, and its licenses are revoked
  disputed  the customer disputes the payment, and its licenses are revoked until the dispute is won`,
	async run({ settings, words, options, json, terminal, print }) {
		const { state, email, customer, all } = options;
		if (state !== undefined && !isOrderState(state))
			throw new Failure('bad-arguments', `--state is one of ${orderStates.join(', ')}`);
		await withRegistry(settings, async ({ database }) => {
			const orders = await listOrders(database, {
				...(words[0] !== undefined && { ref: words[0] }),
				...(state !== undefined && { state }),
				...(email !== undefined && { email }),
				...(customer !== undefined && { customer }),
			});
			if (json) {
				const records = [];
				for (const order of orders)
					records.push({
						...orderJson(order),
						invoices: (await invoicesOf(database, order)).map(invoiceJson),
					});
				return print(JSON.stringify(records));
			}
			if (orders.length === 0) return print('no orders');
			const { shown, hint } = shortened(orders, all || !terminal);
			const invoices = words[0] === undefined ? [] : await invoicesOf(database, orders[0]!);
			print(
				[
					orderTable(shown),
					...(hint === '' ? [] : ['', hint]),
					...(invoices.length === 0 ? [] : ['', invoiceTable(invoices)]),
				].join('\n'),
			);
		});
	},
});

export const applyOrderCommand = command({
	name: 'license orders apply',
	summary: 'issue the licenses of an order that is held',
	words: 'ORDER',
	arity: [1, 1],
	options: {
		product: { type: 'string', value: 'NAME', help: 'the product of the PRODUCTS file that was bought' },
		keep: { type: 'boolean', help: 'from now on its product counts as that of --product, without a restart' },
		email: { type: 'string', value: 'ADDRESS', help: "the customer's address, if the order has none" },
		...authorOptions,
	},
	details: `
Add a rule for its product to the PRODUCTS file first, or name another product with --product, and --keep to decide its
next orders by that rule, too. Keys work from today.
A rule with "licenses": 0 closes an order for something else that you sell.`,
	async run(call) {
		const { words, options, json, print } = call;
		const ref = words[0]!;
		const products = await loadProducts(call.settings.productsFile);
		if (options.keep && options.product === undefined)
			throw new Failure('bad-arguments', '--keep needs the product that it counts as: add --product NAME');
		await asAuthor(call, async (registry, settings) => {
			await applyOrder(registry, ref, products, {
				...(options.product !== undefined && { product: options.product }),
				...(options.email !== undefined && { email: options.email }),
				keep: options.keep,
			});
			await deliverNow(registry, settings);
			const orders = await listOrders(registry.database, { ref });
			print(json ? JSON.stringify(orders.map(orderJson)[0]) : orderTable(orders));
		});
	},
});

function isOrderState(text: string): text is OrderState {
	return orderStates.some((state) => state === text);
}

function orderJson({ live, ...order }: ListedOrder) {
	const { ref, provider, state, reason, product, customer, payment, created, issued, renews, licenses } =
		order;
	return {
		order: ref,
		provider,
		live: live === 1,
		state,
		reason,
		product,
		customer,
		payment,
		created,
		issued,
		renews,
		recurring: order.recurring === 1,
		licenses,
	};
}

function invoiceJson({ id, state, happened, until }: Invoice) {
	return {
		invoice: id,
		state,
		happened: new Date(happened).toISOString(),
		period_end: until === null ? null : new Date(until).toISOString(),
	};
}

function invoiceTable(invoices: readonly Invoice[]): string {
	const rows = invoices.map(({ id, state, happened, until }) => [
		visible(id),
		state,
		dayTextAt(happened),
		until === null ? '-' : dayTextAt(until),
	]);
	return table([['invoice', 'state', 'on', 'period until'], ...rows]);
}

function orderTable(orders: readonly ListedOrder[]): string {
	const rows = orders.map(({ ref, provider, live, state, reason, product, created, licenses }) => [
		visible(ref),
		provider + (live === 1 ? '' : ' test'),
		state,
		created.slice(0, 10),
		visible(product ?? '-'),
		visible([licenses.join(' '), reason].filter(Boolean).join(': ') || '-'),
	]);
	return table([['order', 'provider', 'state', 'came', 'product', 'licenses'], ...rows]);
}

export const productsCommand = command({
	name: 'license products',
	summary: 'validate the file that says which licenses a payment buys, and print it',
	words: '[FILE]',
	arity: [0, 1],
	options: { schema: { type: 'boolean', help: 'print the JSON Schema of the file instead' } },
	details:
		'FILE defaults to the setting PRODUCTS. The exit status is 1 if there is a mistake, with one line for each mistake.',
	async run({ words, options, settings, json, print }) {
		if (options.schema) {
			const { productsSchema } = await import('../../licenses/orders/products-definition.ts');
			return print(JSON.stringify(productsSchema(), null, 2));
		}
		const file = words[0] ?? settings.productsFile;
		if (file === null) throw new Failure('bad-arguments', 'no products file: name one, or set PRODUCTS');
		const rules = [...(await loadProducts(file))].flatMap(([provider, products]) =>
			[...products].map(([product, rule]) => ({ provider, product, ...rule })),
		);
		if (json) return print(JSON.stringify(rules));
		if (rules.length === 0) return print('No products: the file has none.');
		print(
			table([
				['provider', 'product', 'issues', 'for', 'mode', 'note'],
				...rules.map(({ provider, product, licenses, days, renews, live, note }) => [
					provider,
					product,
					counted(licenses, 'license'),
					(days === null ? 'no end' : counted(days, 'day')) + (renews ? ', renews' : ''),
					live ? 'live' : 'test',
					note ?? '',
				]),
			]),
		);
	},
});
