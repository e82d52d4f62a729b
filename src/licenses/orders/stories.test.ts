import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { bought, eventOf, seconds, stories } from '../../../test/order-stories.ts';
import { sized } from '../../../test/size.ts';
import { type Kind, kinds, useStores } from '../../../test/stores.ts';
import { invoice, session } from '../../../test/stripe-objects.ts';
import { renewLicense, revokeLicense, rotateKey } from '../issuing/changes.ts';
import { findByEmail, findById } from '../issuing/find.ts';
import { issueLicense } from '../issuing/issue.ts';
import { statusOf } from '../license.ts';
import { mailOf } from '../mail/license-mail.ts';
import { openRegistry, type Registry } from '../registry.ts';
import { listOrders } from './order.ts';
import { parseProducts } from './products-definition.ts';
import { applyOrder } from './settle-order.ts';
import { takeEvent } from './take-event.ts';

const stores = useStores();
const products = parseProducts(
	'products.json',
	JSON.stringify({
		stripe: {
			year: { days: 365, renews: true },
			price_month: { days: 30, grace_days: 3, renews: true },
			paid: { days: 365, amount: 4900, currency: 'eur' },
			trial: { days: 30, free: true },
		},
	}),
);
function permutations<T>(items: readonly T[]): T[][] {
	if (items.length < 2) return [[...items]];
	return items.flatMap((item, at) =>
		permutations([...items.slice(0, at), ...items.slice(at + 1)]).map((permutation) => [
			item,
			...permutation,
		]),
	);
}

describe.each(kinds)('%s', (kind: Kind) => {
	let registry: Registry;
	beforeAll(async () => {
		registry = await openRegistry(await stores.settings(kind));
	});
	afterAll(() => registry.close());
	// Noon of a day within the stories, so that statuses do not depend on the date of the test.
	const today = Date.parse('2026-11-18T12:00:00Z');

	const outcomeOf = async (name: string) => {
		const licenses = await findByEmail(registry.database, `${name}@example.com`);
		const orders = await listOrders(registry.database, { email: `${name}@example.com` });
		const mails = await Promise.all(licenses.map(({ number }) => mailOf(registry.database, number)));
		return {
			licenses: licenses.map((license) => [license.expires, statusOf(license, today)]),
			states: orders
				.toSorted((a, b) => (a.ref < b.ref ? -1 : 1))
				.map(({ state, reason }) => (reason ? `${state}: ${reason}` : state)),
			keys: mails.flat().filter(({ occasion }) => occasion === 'issued').length,
		};
	};

	let names = 0;
	/** Fewer orders on PostgreSQL, because the SQL is the same. */
	const most = kind === 'sqlite' ? sized(12, 200) : sized(2, 24);

	test.each(Object.entries(stories))(
		'%s: every order of the events gives the same',
		async (_, { story, end }) => {
			const orders = permutations(story('a').map((_, at) => at));
			const step = Math.max(1, Math.floor(orders.length / most));
			for (let at = 0; at < orders.length; at += step) {
				const name = `n${++names}${kind}`;
				const events = story(name);
				for (const index of orders[at]!) await takeEvent(registry, events[index]!, products);
				// Each event comes twice, hours late.
				for (const event of events) expect(await takeEvent(registry, event, products)).toBe('repeated');
				expect([orders[at], await outcomeOf(name)]).toEqual([orders[at], end] as never);
			}
		},
	);

	test('the mail of a renewal has the new last day and not the key; after a rotation the new key is extended', async () => {
		const { database } = registry;
		const name = `rotated${kind}`;
		await takeEvent(registry, bought(name, 1, '2026-01-10T10:00:00Z'), products);
		const [old] = await findByEmail(database, `${name}@example.com`);
		const { id } = await rotateKey(registry, old!, { overlapDays: 5, mail: false });
		await takeEvent(registry, bought(name, 2, '2026-06-01T10:00:00Z'), products);
		const license = (await findById(database, id))!;
		expect(license.expires).toBe('2028-01-10');
		expect((await findById(database, old!.id))!.expires).not.toBe('2028-01-10');
		expect((await mailOf(database, license.number)).map(({ occasion }) => occasion)).toEqual(['renewed']);
	});

	test('later payments extend a last day that a person set, and are held if the license is revoked', async () => {
		const { database } = registry;
		const name = `given${kind}`;
		await takeEvent(registry, bought(name, 1, '2026-01-10T10:00:00Z'), products);
		const [license] = await findByEmail(database, `${name}@example.com`);
		await renewLicense(registry, license!, '2027-03-31');
		await Bun.sleep(2);
		await takeEvent(registry, bought(name, 2, '2026-11-01T10:00:00Z'), products);
		const renewed = (await findById(database, license!.id))!;
		expect(renewed.expires).toBe('2028-03-30');
		await revokeLicense(registry, renewed);
		expect(await takeEvent(registry, bought(name, 3, '2026-11-02T10:00:00Z'), products)).toBe('held');
		expect((await listOrders(database, { ref: `cs_${name}_3` }))[0]!.reason).toBe(
			`it pays for the license ${license!.id}, which is revoked`,
		);
	});

	test('a license that an operator issued to the customer is extended from its last day', async () => {
		const name = `operator${kind}`;
		const issued = await issueLicense(registry, {
			email: `other-${name}@example.com`,
			order: `A-${name}`,
			customer: `cus_${name}_1`,
			expires: '2027-01-31',
			mail: false,
		});
		// A payment of the same millisecond counts as known to the person who set the last day.
		await Bun.sleep(2);
		await takeEvent(registry, bought(name, 1, '2026-11-01T10:00:00Z'), products);
		expect((await findById(registry.database, issued.id))!.expires).toBe('2028-01-31');
		expect(await findByEmail(registry.database, `${name}@example.com`)).toEqual([]);
	});

	test('a wrong, unknown or zero amount is held unless the rule allows it', async () => {
		const { database } = registry;
		const sold = async (order: string, product: string, changes: object) => {
			const ref = `cs_${order}${kind}`;
			const object = session(`${order}${kind}`, { metadata: { product }, ...changes });
			const state = await takeEvent(
				registry,
				eventOf('checkout.session.completed', '2026-11-01T10:00:00Z', object),
				products,
			);
			return [state, (await listOrders(database, { ref }))[0]!.reason];
		};
		const price = { amount_subtotal: 4900, amount_total: 5831, currency: 'eur' };
		expect(await sold('p1', 'paid', price)).toEqual(['paid', null]);
		// Tax and discount change only the total.
		expect(await sold('p2', 'paid', { ...price, amount_total: 2450 })).toEqual(['paid', null]);
		const wrong = ['held', 'its amount is not that of the rule for paid'];
		expect(await sold('p3', 'paid', { ...price, amount_subtotal: 100 })).toEqual(wrong);
		expect(await sold('p4', 'paid', { ...price, currency: 'usd' })).toEqual(wrong);
		expect(await sold('p5', 'paid', {})).toEqual(['held', 'its amount is not known']);
		const free = { payment_status: 'no_payment_required', amount_total: 0 };
		expect(await sold('p6', 'year', free)).toEqual([
			'held',
			'nothing was paid, and the rule for year does not say "free": true',
		]);
		expect(await sold('p7', 'trial', free)).toEqual(['paid', null]);
		expect(await applyOrder(registry, `cs_p3${kind}`, products)).toBe('paid');
		const stored = await database.rows('SELECT * FROM order_events');
		expect(JSON.stringify(stored)).not.toMatch(/4900|5831|2450|"eur"/);
	});

	test('a held subscription keeps its key and counts matching invoices, until a person accepts the others', async () => {
		const { database } = registry;
		const name = `kept${kind}`;
		const strict = parseProducts(
			'products.json',
			'{"stripe": {"price_month": {"days": 30, "amount": 500, "currency": "eur", "grace_days": 3}}}',
		);
		const of = (number: number, at: string, end: string, subtotal: number) =>
			eventOf('invoice.paid', at, invoice(name, number, seconds(end), { subtotal, currency: 'eur' }));
		expect(
			await takeEvent(registry, of(1, '2026-10-01T10:00:00Z', '2026-11-01T10:00:00Z', 500), strict),
		).toBe('paid');
		expect(
			await takeEvent(registry, of(2, '2026-11-01T10:00:00Z', '2026-12-01T10:00:00Z', 700), strict),
		).toBe('held');
		const [license] = await findByEmail(database, `${name}@example.com`);
		expect([license!.expires, (await listOrders(database, { ref: `sub_${name}` }))[0]!.reason]).toEqual([
			'2026-11-04',
			`the invoice in_${name}_2: its amount is not that of the rule for price_month`,
		]);
		expect(await applyOrder(registry, `sub_${name}`, strict)).toBe('paid');
		expect((await findById(database, license!.id))!.expires).toBe('2026-12-04');
	});
});
