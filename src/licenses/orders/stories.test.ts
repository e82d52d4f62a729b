import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { sized } from '../../../test/size.ts';
import { type Kind, kinds, useStores } from '../../../test/stores.ts';
import {
	charge,
	type EventOptions,
	invoice,
	invoicePayment,
	refund,
	session,
	stripeEvent,
	subscription,
	subscriptionItems,
	subscriptionSession,
} from '../../../test/stripe-objects.ts';
import { renewLicense, revokeLicense, rotateKey } from '../issuing/changes.ts';
import { findByEmail, findById } from '../issuing/find.ts';
import { issueLicense } from '../issuing/issue.ts';
import { statusOf } from '../license.ts';
import { mailOf } from '../mail/license-mail.ts';
import { openRegistry, type Registry } from '../registry.ts';
import type { OrderEvent } from './event.ts';
import { listOrders } from './order.ts';
import { readProducts } from './products.ts';
import { applyOrder } from './settle-order.ts';
import { readStripeEvent } from './stripe.ts';
import { takeEvent } from './take-event.ts';

const stores = useStores();
const products = readProducts(
	JSON.stringify({
		stripe: {
			year: { days: 365, renews: true },
			price_month: { days: 30, grace_days: 3, renews: true },
			paid: { days: 365, amount: 4900, currency: 'eur' },
			trial: { days: 30, free: true },
		},
	}),
);
const seconds = (moment: string) => Date.parse(moment) / 1000;

/** The events of one customer, by the customer's name; `at` is when each happened. */
type Story = (name: string) => OrderEvent[];

function eventOf(type: string, at: string, object: object, options: EventOptions = {}): OrderEvent {
	const id = `evt_${Bun.hash(`${type} ${at} ${JSON.stringify(object)}`).toString(36)}`;
	const event = stripeEvent(type, object, { id, created: seconds(at), ...options });
	return readStripeEvent(new TextEncoder().encode(JSON.stringify(event)))!;
}

const bought = (name: string, number: number, at: string) =>
	eventOf(
		'checkout.session.completed',
		at,
		session(`${name}_${number}`, {
			// A payment link creates another customer for each payment, with the same address.
			customer_details: { email: `${name}@example.com` },
			metadata: { product: 'year' },
		}),
	);
const refunded = (name: string, number: number, at: string) =>
	eventOf('charge.refunded', at, charge(`${name}_${number}`, true));
const notRefunded = (name: string, number: number, at: string) =>
	eventOf('refund.failed', at, refund(`${name}_${number}`));
const started = (name: string, at: string) =>
	eventOf('checkout.session.completed', at, subscriptionSession(name, { payment_link: 'plink_none' }));
const invoiced = (name: string, number: number, at: string, end: string) =>
	eventOf('invoice.paid', at, invoice(name, number, seconds(end)));
const linked = (name: string, number: number, at: string) =>
	eventOf('invoice_payment.paid', at, invoicePayment(name, number));
const failed = (name: string, number: number, at: string) =>
	eventOf('invoice.payment_failed', at, invoice(name, number, seconds(at)));
const ended = (name: string, at: string) =>
	eventOf(
		'customer.subscription.deleted',
		at,
		subscription(name, { ended_at: seconds(at), status: 'canceled' }),
	);
const updated = (name: string, at: string, changes: object, before: object) =>
	eventOf('customer.subscription.updated', at, subscription(name, changes), { before });

const stories: Record<string, { story: Story; end: unknown }> = {
	'paid twice, the second time before the end': {
		story: (name) => [bought(name, 1, '2026-01-10T23:59:59Z'), bought(name, 2, '2026-11-17T00:00:00Z')],
		end: { licenses: [['2028-01-10', 'active']], states: ['paid', 'paid'], keys: 1 },
	},
	'paid again long after the end, on a leap day': {
		story: (name) => [bought(name, 1, '2021-03-01T10:00:00Z'), bought(name, 2, '2024-02-29T10:00:00Z')],
		end: { licenses: [['2025-02-28', 'expired']], states: ['paid', 'paid'], keys: 1 },
	},
	'the first of three payments refunded': {
		story: (name) => [
			bought(name, 1, '2026-01-10T10:00:00Z'),
			bought(name, 2, '2026-06-01T10:00:00Z'),
			bought(name, 3, '2026-07-01T10:00:00Z'),
			refunded(name, 1, '2026-08-01T10:00:00Z'),
		],
		end: { licenses: [['2028-05-31', 'active']], states: ['refunded', 'paid', 'paid'], keys: 1 },
	},
	'the second payment refunded, and the refund failed': {
		story: (name) => [
			bought(name, 1, '2026-01-10T10:00:00Z'),
			bought(name, 2, '2026-06-01T10:00:00Z'),
			refunded(name, 2, '2026-08-01T10:00:00Z'),
			notRefunded(name, 2, '2026-08-02T10:00:00Z'),
		],
		end: { licenses: [['2028-01-10', 'active']], states: ['paid', 'paid'], keys: 1 },
	},
	'everything refunded': {
		story: (name) => [
			bought(name, 1, '2026-01-10T10:00:00Z'),
			bought(name, 2, '2026-06-01T10:00:00Z'),
			refunded(name, 1, '2026-08-01T10:00:00Z'),
			refunded(name, 2, '2026-08-01T11:00:00Z'),
		],
		end: { licenses: [['2028-01-10', 'revoked']], states: ['refunded', 'refunded'], keys: 0 },
	},
	'a subscription with three invoices, one of them after a failed attempt': {
		story: (name) => [
			started(name, '2026-09-01T10:00:00Z'),
			invoiced(name, 1, '2026-09-01T10:00:01Z', '2026-10-01T10:00:00Z'),
			invoiced(name, 2, '2026-10-01T10:00:00Z', '2026-11-01T10:00:00Z'),
			failed(name, 3, '2026-11-01T10:00:00Z'),
			invoiced(name, 3, '2026-11-03T10:00:00Z', '2027-01-01T10:00:00Z'),
		],
		end: { licenses: [['2027-01-04', 'active']], states: ['paid'], keys: 1 },
	},
	'a subscription that is canceled in the middle of a period': {
		story: (name) => [
			started(name, '2026-10-01T10:00:00Z'),
			invoiced(name, 1, '2026-10-01T10:00:01Z', '2026-11-01T10:00:00Z'),
			invoiced(name, 2, '2026-11-01T10:00:00Z', '2026-12-01T10:00:00Z'),
			ended(name, '2026-11-10T23:59:59Z'),
		],
		end: { licenses: [['2026-11-10', 'expired']], states: ['paid'], keys: 1 },
	},
	'a subscription whose second invoice is refunded': {
		story: (name) => [
			invoiced(name, 1, '2026-10-01T10:00:01Z', '2026-11-30T10:00:00Z'),
			linked(name, 1, '2026-10-01T10:00:02Z'),
			invoiced(name, 2, '2026-11-01T10:00:00Z', '2026-12-31T10:00:00Z'),
			linked(name, 2, '2026-11-01T10:00:02Z'),
			refunded(name, 2, '2026-11-02T10:00:00Z'),
		],
		end: { licenses: [['2026-12-03', 'active']], states: ['paid'], keys: 1 },
	},
	'a subscription with another quantity, and with a pause that is over': {
		story: (name) => [
			invoiced(name, 1, '2026-10-01T10:00:01Z', '2026-11-30T10:00:00Z'),
			updated(
				name,
				'2026-10-02T10:00:00Z',
				{ items: subscriptionItems(3, 9) },
				{ items: subscriptionItems(1, 9) },
			),
			updated(
				name,
				'2026-10-03T10:00:00Z',
				{ pause_collection: { behavior: 'void' } },
				{ pause_collection: null },
			),
			updated(name, '2026-10-04T10:00:00Z', {}, { pause_collection: { behavior: 'void' } }),
		],
		end: {
			licenses: [['2026-12-03', 'active']],
			states: ['held: the price or the quantity of the subscription was changed'],
			keys: 1,
		},
	},
	'a subscription after one that ended: the same key': {
		story: (name) => [
			invoiced(name, 1, '2026-08-01T10:00:00Z', '2026-09-01T10:00:00Z'),
			ended(name, '2026-09-01T10:00:00Z'),
			eventOf(
				'invoice.paid',
				'2026-11-01T10:00:00Z',
				invoice(name, 1, seconds('2027-11-01T10:00:00Z'), {
					id: `in_${name}_again`,
					parent: { subscription_details: { subscription: `sub_${name}_again`, metadata: {} } },
				}),
			),
		],
		end: { licenses: [['2027-11-04', 'active']], states: ['paid', 'paid'], keys: 1 },
	},
};

function permutations<T>(items: readonly T[]): T[][] {
	if (items.length < 2) return [[...items]];
	return items.flatMap((item, at) =>
		permutations([...items.slice(0, at), ...items.slice(at + 1)]).map((rest) => [item, ...rest]),
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
		const strict = readProducts(
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
