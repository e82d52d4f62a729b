import { describe, expect, test } from 'bun:test';
import { products } from '../../../test/order-scenarios.ts';
import { kinds, useStores } from '../../../test/stores.ts';
import { session, stripeEvent } from '../../../test/stripe-objects.ts';
import { silentLog } from '../../process/log.ts';
import type { Settings } from '../../settings/settings.ts';
import { readAudit } from '../audit.ts';
import { openMailSender } from '../mail/license-mail.ts';
import { countOrders, listOrders } from '../orders/order.ts';
import { readStripeEvent } from '../orders/stripe.ts';
import { takeEvent } from '../orders/take-event.ts';
import { type Registry, withRegistry } from '../registry.ts';
import { changeEmail } from './changes.ts';
import { findLicenses } from './find.ts';
import { findPerson, forget } from './forget.ts';
import { issueLicense } from './issue.ts';

const stores = useStores();
const person = 'tapirjones@example.com';

function take(registry: Registry, type: string, order: string, changes: object) {
	const event = stripeEvent(`checkout.session.${type}`, session(order, changes));
	return takeEvent(registry, readStripeEvent(new TextEncoder().encode(JSON.stringify(event)))!, products);
}

async function stored({ database }: Registry): Promise<string> {
	const tables = ['orders', 'licenses', 'outbox', 'audit'];
	return JSON.stringify(
		await Promise.all(tables.map((table) => database.rows(`SELECT * FROM ${table}`))),
		(name, value) => (['digest', 'sealed'].includes(name) ? undefined : value),
	);
}

describe.each(kinds)('%s', (kind) => {
	const on = async (work: (registry: Registry, settings: Settings) => Promise<void>) => {
		const settings = await stores.settings(kind);
		await withRegistry(settings, (registry) => work(registry, settings));
	};
	const forgetNamed = async (registry: Registry, settings: Settings, name: string) =>
		forget(registry, settings, await findPerson(registry.database, name), { revoke: false });

	test('orders are found by an address in any spelling or by their reference, and are erased', () =>
		on(async (registry, settings) => {
			const { database } = registry;
			const changesFor = (email: string) => ({ payment_link: 'plink_none', customer_details: { email } });
			expect(await take(registry, 'completed', 'a', changesFor(`Tapir Jones <${person}>`))).toBe('held');
			expect(await take(registry, 'completed', 'b', changesFor(`  ${person.toUpperCase()} `))).toBe('held');
			expect(await take(registry, 'completed', 'c', changesFor(`the${person}`))).toBe('held');
			await issueLicense(registry, { email: 'firm@example.com', order: 'D-1', customer: person });
			expect(await forgetNamed(registry, settings, ` ${person}`)).toMatchObject({ licenses: [], orders: 3 });
			expect(await stored(registry)).not.toMatch(/[^e]tapir/i);
			expect((await countOrders(database)).states).toEqual(
				new Map([
					['paid', 3],
					['held', 1],
				]),
			);
			expect((await listOrders(database, { ref: 'cs_a' }))[0]!.reason).toBe('the person was forgotten');
			// Later events of Stripe do not bring the address back.
			expect(await take(registry, 'async_payment_succeeded', 'a', changesFor(person))).toBe('paid');
			expect(await forgetNamed(registry, settings, 'cs_c')).toMatchObject({ licenses: [], orders: 1 });
			expect(await stored(registry)).not.toMatch(/tapir/i);
			expect((await readAudit(database, { order: 'cs_c', most: 9 })).map(({ what }) => what)).toEqual([
				'order',
				'forget',
			]);
			expect(forgetNamed(registry, settings, person)).rejects.toThrow(
				'there is neither a license nor an order nor a mail of this person',
			);
			expect(forgetNamed(registry, settings, 'cs_none')).rejects.toThrow('no license has the ID, the order');
		}));

	test('a license ID or an order erases only that, and everything else of the address stays', () =>
		on(async (registry, settings) => {
			const changes = { payment_link: 'plink_none', customer_details: { email: person } };
			for (const order of ['a', 'b']) expect(await take(registry, 'completed', order, changes)).toBe('held');
			const [firstLicense, secondLicense] = [
				await issueLicense(registry, { email: person, order: 'D-1' }),
				await issueLicense(registry, { email: person, order: 'D-2' }),
			];
			const sender = openMailSender(registry, settings, silentLog);
			await sender.deliverDue();
			await sender.close();
			const ordersOf = async (email: string) =>
				(await listOrders(registry.database, { email })).map(({ ref, state }) => `${ref} ${state}`);
			expect(await forgetNamed(registry, settings, 'cs_a')).toMatchObject({
				licenses: [],
				orders: 1,
				files: 0,
			});
			expect(await ordersOf(person)).toEqual(['cs_b held', 'D-1 paid', 'D-2 paid']);
			expect(await forgetNamed(registry, settings, firstLicense.id)).toMatchObject({
				licenses: [{ id: firstLicense.id }],
				orders: 1,
				files: 1,
			});
			expect(await ordersOf(person)).toEqual(['cs_b held', 'D-2 paid']);
			// Naming the address erases everything.
			expect(await forgetNamed(registry, settings, person)).toMatchObject({
				licenses: [{ id: secondLicense.id }],
				orders: 2,
				files: 1,
			});
			expect(await stored(registry)).not.toMatch(/tapir/i);
		}));

	test('an address in a product name, or of a failed order, is not stored', () =>
		on(async (registry) => {
			await take(registry, 'completed', 'a', { payment_link: null, metadata: { product: person } });
			const unpaid = { payment_status: 'unpaid', customer_details: { email: person } };
			expect(await take(registry, 'async_payment_failed', 'b', unpaid)).toBe('failed');
			expect(await take(registry, 'completed', 'b', unpaid)).toBe('failed');
			expect(await stored(registry)).not.toMatch(/tapir/i);
			expect((await listOrders(registry.database, { ref: 'cs_a' }))[0]).toMatchObject({
				state: 'held',
				product: '(address)',
				reason: 'no rule for (address) in PRODUCTS',
			});
		}));

	test('an earlier address of a license is found in its mail', () =>
		on(async (registry, settings) => {
			const { id } = await issueLicense(registry, { email: person });
			const sender = openMailSender(registry, settings, silentLog);
			await sender.deliverDue();
			await sender.close();
			await changeEmail(registry, await findLicenses(registry.database, id), 'firm@example.com');
			expect(await forgetNamed(registry, settings, person)).toMatchObject({ licenses: [], files: 1 });
			expect(await stored(registry)).not.toMatch(/tapir/i);
			expect((await findLicenses(registry.database, id))[0]!.email).toBe('firm@example.com');
			expect((await readAudit(registry.database, { license: id, most: 1 }))[0]).toMatchObject({
				what: 'forget',
				why: 'an earlier address in its mail',
			});
		}));
});
