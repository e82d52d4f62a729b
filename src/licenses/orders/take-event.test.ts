import { beforeAll, describe, expect, test } from 'bun:test';
import { licensesOf, orderOutcome } from '../../../test/order-outcome.ts';
import { inRandomOrder, orderEvents, products, productsText } from '../../../test/order-scenarios.ts';
import { sized } from '../../../test/size.ts';
import { type Kind, kinds, useStores } from '../../../test/stores.ts';
import { charge, dispute, session, stripeEvent } from '../../../test/stripe-objects.ts';
import type { Settings } from '../../settings/settings.ts';
import { readAudit } from '../audit.ts';
import { renewLicense, restoreLicense, revokeLicense, rotateKey } from '../issuing/changes.ts';
import { findById } from '../issuing/find.ts';
import { forget } from '../issuing/forget.ts';
import { issueLicense } from '../issuing/issue.ts';
import { statusOf } from '../license.ts';
import { mailOf } from '../mail/license-mail.ts';
import { openRegistry, type Registry, withRegistry } from '../registry.ts';
import type { OrderEvent } from './event.ts';
import { countOrders, listOrders } from './order.ts';
import { parseProducts } from './products-definition.ts';
import { applyOrder } from './settle-order.ts';
import { readStripeEvent } from './stripe.ts';
import { takeEvent } from './take-event.ts';

const stores = useStores();

function eventOf(...parts: Parameters<typeof stripeEvent>): OrderEvent {
	return readStripeEvent(new TextEncoder().encode(JSON.stringify(stripeEvent(...parts))))!;
}

const paid = (order: string, changes = {}, options = {}) =>
	eventOf('checkout.session.completed', session(order, changes), options);

describe.each(kinds)('%s', (kind) => {
	const on = async (work: (registry: Registry) => Promise<void>) =>
		withRegistry(await stores.settings(kind), work);

	test('a payment issues the licenses of its product, once, with the mail and the audit log', () =>
		on(async (registry) => {
			const { database } = registry;
			const event = paid('a', {}, { created: Date.parse('2026-11-17T23:59:59Z') / 1000 });
			expect(await takeEvent(registry, event, products)).toBe('paid');
			expect(await takeEvent(registry, event, products)).toBe('repeated');
			const [license] = await licensesOf(registry);
			expect(license).toMatchObject({
				email: 'a@example.com',
				expires: '2027-11-17',
				note: 'year',
				order: 'cs_a',
				revoked: null,
			});
			expect(await mailOf(database, 1)).toMatchObject([{ occasion: 'issued' }]);
			expect(await listOrders(database, { customer: 'cus_a' })).toMatchObject([
				{
					ref: 'cs_a',
					provider: 'stripe',
					state: 'paid',
					payment: 'pi_a',
					email: null,
					licenses: [license!.id],
				},
			]);
			const audit = await readAudit(database, { most: 9 });
			expect(audit.map(({ what, who, event: id, order }) => [what, who, id, order])).toEqual([
				['issue', 'stripe', event.id, 'cs_a'],
				['order', 'stripe', event.id, 'cs_a'],
			]);
			expect(await takeEvent(registry, paid('b', { metadata: { product: 'site' } }), products)).toBe('paid');
			expect((await licensesOf(registry)).filter(({ order }) => order === 'cs_b')).toHaveLength(3);
			const stored = await Promise.all(
				['orders', 'order_events', 'audit'].map((table) => database.rows(`SELECT * FROM ${table}`)),
			);
			expect(JSON.stringify(stored)).not.toMatch(/987654321|xts|Jane|Berlin|four|@/);
		}));

	test('an order without a rule is held, and applied later with a rule, a product or an address', () =>
		on(async (registry) => {
			const { database } = registry;
			const reasonOf = async (ref: string) => (await listOrders(database, { ref }))[0]!.reason;
			const link = (payment_link: string | null) => ({ payment_link });
			const heldOrders: [order: string, changes: object, reason: string][] = [
				['a', link('plink_none'), 'no rule for plink_none in PRODUCTS'],
				['b', link(null), 'it has neither a payment link nor metadata.product'],
				['c', { customer_details: null }, 'it has no email address'],
				['d', { customer_details: { email: 'none' } }, 'its email address is not one'],
				['e', { mode: 'subscription' }, 'its first invoice has not come: the endpoint must get invoice.paid'],
				['f', link('plink_try'), 'the rule for plink_try is for test mode'],
			];
			for (const [order, changes, reason] of heldOrders) {
				expect(await takeEvent(registry, paid(order, changes), products)).toBe('held');
				expect(await reasonOf(`cs_${order}`)).toBe(reason);
			}
			const named = { customer_details: { email: 'Jane <h@example.com>' }, customer: null };
			expect(await takeEvent(registry, paid('h', named), products)).toBe('held');
			for (const email of ['h@example.com', 'J <H@example.com>'])
				expect((await listOrders(database, { email })).map(({ ref }) => ref)).toEqual(['cs_h']);
			const testMode = paid('g', {}, { live: false });
			expect(await takeEvent(registry, testMode, products)).toBe('held');
			expect(await licensesOf(registry)).toEqual([]);
			expect((await countOrders(database)).states).toEqual(new Map([['held', 8]]));
			// Even a person cannot issue a live key for a payment in test mode.
			expect(applyOrder(registry, 'cs_g', products)).rejects.toThrow(
				'the order cs_g is still held: test mode, and the rule for plink_year is for live payments',
			);
			expect(applyOrder(registry, 'cs_a', products)).rejects.toThrow('still held: no rule for plink_none');
			const more = parseProducts(
				'products.json',
				productsText.replace('plink_shirt', 'plink_none').replace('"licenses":0,', ''),
			);
			expect(await applyOrder(registry, 'cs_a', more)).toBe('paid');
			expect(await applyOrder(registry, 'cs_b', products, { product: 'plink_year' })).toBe('paid');
			expect(await applyOrder(registry, 'cs_c', products, { email: 'c@example.com' })).toBe('paid');
			expect(await applyOrder(registry, 'cs_e', products)).toBe('paid');
			expect(applyOrder(registry, 'cs_a', more)).rejects.toThrow('the order cs_a is paid, not held');
			expect(applyOrder(registry, 'cs_x', more)).rejects.toThrow('there is no order "cs_x"');
			expect((await licensesOf(registry)).map(({ order, email }) => [order, email])).toEqual(
				['a', 'b', 'c', 'e'].map((order) => [`cs_${order}`, `${order}@example.com`]),
			);
		}));

	test('a payment in test mode issues a key that ends the day after, and only with a rule for test mode', () =>
		on(async (registry) => {
			expect(
				await takeEvent(registry, paid('t', { payment_link: 'plink_try' }, { live: false }), products),
			).toBe('paid');
			const [license] = await licensesOf(registry);
			const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
			expect([license!.expires! <= tomorrow, license!.note]).toEqual([true, 'test']);
		}));

	test('a person who revokes or restores a license is not overruled by events of its payment', () =>
		on(async (registry) => {
			const { database } = registry;
			await takeEvent(registry, paid('a'), products);
			const [issued] = await licensesOf(registry);
			await revokeLicense(registry, issued!);
			const opened = eventOf('charge.dispute.created', dispute('a', 'needs_response'));
			expect(await takeEvent(registry, opened, products)).toBe('disputed');
			expect(await takeEvent(registry, eventOf('charge.dispute.closed', dispute('a', 'won')), products)).toBe(
				'paid',
			);
			expect(statusOf((await findById(database, issued!.id))!)).toBe('revoked');
			await restoreLicense(registry, (await findById(database, issued!.id))!);
			expect(await takeEvent(registry, eventOf('charge.refunded', charge('a', true)), products)).toBe(
				'refunded',
			);
			const refunded = (await findById(database, issued!.id))!;
			expect(statusOf(refunded)).toBe('revoked');
			await restoreLicense(registry, refunded);
			expect(await takeEvent(registry, eventOf('charge.refunded', charge('a', true)), products)).toBe(
				'refunded',
			);
			expect(statusOf((await findById(database, issued!.id))!)).toBe('active');
			// A new dispute, which the person did not know of, revokes the key again.
			const more = eventOf('charge.dispute.created', dispute('a', 'needs_response', 2));
			expect(await takeEvent(registry, more, products)).toBe('refunded');
			expect(statusOf((await findById(database, issued!.id))!)).toBe('revoked');
			expect(issueLicense(registry, { email: 'a@example.com', order: 'cs_a' })).rejects.toThrow(
				'the order cs_a is refunded: nothing was issued',
			);
			// An order that a person entered before its event came gets only one key.
			const byHand = await issueLicense(registry, { email: 'b@example.com', order: 'cs_b' });
			expect(await takeEvent(registry, paid('b'), products)).toBe('paid');
			expect(
				(await licensesOf(registry)).filter(({ order }) => order === 'cs_b').map(({ id }) => id),
			).toEqual([byHand.id]);
		}));
});

describe.each(kinds)('%s', (kind) => {
	const on = async (work: (registry: Registry, settings: Settings) => Promise<void>) => {
		const settings = await stores.settings(kind);
		await withRegistry(settings, (registry) => work(registry, settings));
	};

	test.each([
		['charge.refunded', charge('a', true), 'refunded'],
		['charge.dispute.closed', dispute('a', 'lost'), 'disputed'],
	] as const)('a key that was restored during a dispute ends with %s', (type, object, state) =>
		on(async (registry) => {
			await takeEvent(registry, paid('a'), products);
			await takeEvent(registry, eventOf('charge.dispute.created', dispute('a', 'needs_response')), products);
			await restoreLicense(registry, (await licensesOf(registry))[0]!);
			expect(await takeEvent(registry, eventOf(type, object), products)).toBe(state);
			expect((await licensesOf(registry)).map(statusOf)).toEqual(['revoked']);
		}),
	);

	test('the audit log distinguishes a lost dispute from an open one', () =>
		on(async (registry) => {
			await takeEvent(registry, paid('a'), products);
			await takeEvent(registry, eventOf('charge.dispute.created', dispute('a', 'needs_response')), products);
			await takeEvent(registry, eventOf('charge.dispute.closed', dispute('a', 'lost')), products);
			const lines = await readAudit(registry.database, { order: 'cs_a', most: 9 });
			expect(lines.map(({ what, why }) => `${what}: ${why}`)).toEqual([
				'issue: checkout.session.completed',
				'order: paid: checkout.session.completed',
				'revoke: charge.dispute.created',
				'order: disputed: charge.dispute.created',
				'order: disputed, lost: charge.dispute.closed',
			]);
		}));

	test('a key that was read before its order was refunded is neither replaced nor renewed', () =>
		on(async (registry) => {
			await takeEvent(registry, paid('a'), products);
			const [license] = await licensesOf(registry);
			await takeEvent(registry, eventOf('charge.refunded', charge('a', true)), products);
			expect(rotateKey(registry, license!, { overlapDays: 14 })).rejects.toThrow('is revoked');
			expect(renewLicense(registry, license!, null)).rejects.toThrow('is revoked');
			expect(await licensesOf(registry)).toHaveLength(1);
		}));

	test('a forgotten person gets neither a key nor mail again, even after events of the payment', () =>
		on(async (registry, settings) => {
			await takeEvent(registry, paid('a'), products);
			await takeEvent(registry, eventOf('charge.dispute.created', dispute('a', 'needs_response')), products);
			const licenses = await licensesOf(registry);
			await forget(registry, settings, { licenses, email: null }, { revoke: true });
			await takeEvent(registry, eventOf('charge.dispute.closed', dispute('a', 'won')), products);
			expect((await licensesOf(registry)).map(statusOf)).toEqual(['revoked']);
			await takeEvent(registry, paid('b'), products);
			const [, license] = await licensesOf(registry);
			await forget(registry, settings, { licenses: [license!], email: null }, { revoke: false });
			expect(rotateKey(registry, license!, { overlapDays: 14 })).rejects.toThrow('give --no-mail');
			await rotateKey(registry, license!, { overlapDays: 14, mail: false });
		}));

	test('an event of the other mode does not change an order, and a held order is as old as its state', () =>
		on(async (registry) => {
			const { database } = registry;
			expect(await takeEvent(registry, paid('t', {}, { live: false }), products)).toBe('held');
			const [heldOrder] = await listOrders(database, { ref: 'cs_t' });
			await takeEvent(registry, paid('t', { payment_status: 'unpaid' }), products);
			await Bun.sleep(2);
			await takeEvent(registry, eventOf('charge.refunded', charge('t', false), { live: false }), products);
			expect(await listOrders(database, { ref: 'cs_t' })).toEqual([heldOrder!]);
			await takeEvent(registry, paid('a'), products);
			const testEvent = eventOf('charge.refunded', charge('a', true), { live: false });
			expect(await takeEvent(registry, testEvent, products)).toBe('kept');
			expect((await licensesOf(registry)).map(statusOf)).toEqual(['active']);
		}));
});

const events = orderEvents(sized(60, 200));
const deliveries = 5 * sized(60, 200);

describe(`${deliveries} deliveries of events in random order give the same result as each event once, in order`, () => {
	let expected: unknown;

	/** Delivers to several nodes at once. Each node gets its next event when it has answered the one before. */
	const deliver = async (
		kind: Kind,
		nodes: number,
		paymentEvents: readonly OrderEvent[],
	): Promise<unknown> => {
		const settings = await stores.settings(kind);
		const registries = await Promise.all(Array.from({ length: nodes }, () => openRegistry(settings)));
		const queue = [...paymentEvents];
		try {
			await Promise.all(
				registries.map(async (registry) => {
					for (let next = queue.shift(); next; next = queue.shift())
						await takeEvent(registry, next, products);
				}),
			);
			return await orderOutcome(registries[0]!);
		} finally {
			for (const registry of registries) await registry.close();
		}
	};

	beforeAll(async () => {
		expected = await deliver('sqlite', 1, events);
		const states = (expected as { state: string }[]).map(({ state }) => state);
		expect(Object.keys(Object.groupBy(states, (state) => state)).toSorted()).toEqual([
			'disputed',
			'failed',
			'held',
			'paid',
			'refunded',
			'waiting',
		]);
	});

	test.each([
		['sqlite', 1],
		['sqlite', 2],
		['postgres', 1],
		['postgres', 2],
	] as const)('%s, %d nodes', async (kind, nodes) => {
		expect(await deliver(kind, nodes, inRandomOrder(events, deliveries, nodes))).toEqual(expected);
	});
});
