import { describe, expect, test } from 'bun:test';
import { addDays, daysBetween, dayTextAt } from '@pointrelease/core/src/text/day.ts';
import fc from 'fast-check';
import { sized } from '../../test/size.ts';
import { costlyKinds, kinds, useStores } from '../../test/stores.ts';
import { invoice, session, stripeEvent } from '../../test/stripe-objects.ts';
import { readSettings } from '../settings/settings.ts';
import { renewLicense, revokeLicense, rotateKey, setReminders } from './issuing/changes.ts';
import { findById } from './issuing/find.ts';
import { issueLicense } from './issuing/issue.ts';
import type { License } from './license.ts';
import { mailOf } from './mail/license-mail.ts';
import { composeNotice, reminderOf } from './mail/mail.ts';
import { parseProducts } from './orders/products-definition.ts';
import { readStripeEvent } from './orders/stripe.ts';
import { takeEvent } from './orders/take-event.ts';
import { openRegistry, type Registry } from './registry.ts';
import { dueAt, dueReminders, queueReminders } from './reminders.ts';

const stores = useStores();
const plan = { days: [30, 7, 1, 0], hour: 9 };
const day = 86_400_000;

test('of all due reminders of a last day only the latest is sent, for any plan and moment', () => {
	fc.assert(
		fc.property(
			fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 6 }),
			fc.integer({ min: 0, max: 23 }),
			fc.integer({ min: Date.UTC(2027, 11, 1), max: Date.UTC(2028, 3, 1) }),
			fc.integer({ min: -10, max: 70 }),
			(days, hour, now, away) => {
				const endsOn = addDays(dayTextAt(now), away);
				const due = dueReminders({ days, hour }, now).filter(
					({ from, to }) => from <= endsOn && endsOn <= to,
				);
				const passed = days.filter((count) => dueAt(endsOn, count, { hour }) <= now);
				const isOver = daysBetween(endsOn, dayTextAt(now - hour * 3_600_000)) > (days.includes(0) ? 3 : 0);
				expect(due.map(({ days: count }) => count)).toEqual(
					passed.length === 0 || isOver ? [] : [Math.min(...passed)],
				);
			},
		),
	);
});

test('REMINDERS is a list of days and an hour, off by default', () => {
	expect(readSettings({}).reminders.days).toEqual([]);
	expect(readSettings({ REMINDERS: 'off' }).reminders.days).toEqual([]);
	expect(readSettings({ REMINDERS: '0, 7,30,7' }).reminders).toEqual({ days: [30, 7, 0], hour: 9 });
	for (const wrong of ['soon', '-1', '366', '7;1', '7 at 24', '7 at', 'at 7', '7 6'])
		expect(() => readSettings({ REMINDERS: wrong })).toThrow('REMINDERS is not of the form 30,7,1,0');
	expect(readSettings({ REMINDERS: '30,7 at 6' }).reminders).toEqual({ days: [30, 7], hour: 6 });
});

test('the words name the license, the day, what stops working and where to renew, before and after the end', () => {
	const license = {
		id: '7KQ2M9XA',
		email: 'you@example.com',
		expires: '2027-01-31',
		revoked: null,
	} as License;
	const settings = { mailFrom: 'shop@example.com', renewUrl: 'https://shop.example/renew' };
	const written = (occasion: string, now: string, changed: Partial<License> = {}) =>
		composeNotice({ id: 'x', occasion, queued: 0 }, { ...license, ...changed }, settings, Date.parse(now));
	const before = written(reminderOf('2027-01-31'), '2027-01-31T23:59:59Z')!;
	expect([before.subject, before.to]).toEqual([
		'Your pointrelease license ends on 2027-01-31',
		'you@example.com',
	]);
	for (const word of ['7KQ2M9XA', '2027-01-31', '403', settings.renewUrl, 'do not want reminders'])
		expect(before.text).toContain(word);
	const after = written(reminderOf('2027-01-31'), '2027-02-01T00:00:00Z')!;
	expect(after.subject).toBe('Your pointrelease license ended on 2027-01-31');
	expect(
		Math.max(...`${before.text}${after.text}`.split('\n').map((line) => line.length)),
	).toBeLessThanOrEqual(78);
	// Renewed, revoked or forgotten since.
	expect(written(reminderOf('2027-01-31'), '2027-01-01', { expires: '2028-01-31' })).toBeNull();
	expect(written(reminderOf('2027-01-31'), '2027-01-01', { expires: null })).toBeNull();
	expect(written(reminderOf('2027-01-31'), '2027-01-01', { revoked: '2026-12-01' })).toBeNull();
	expect(written('renewed', '2027-01-01')!.text).toContain('works until 2027-01-31');
	expect(written('renewed', '2027-01-01', { expires: null })!.text).toContain('without an end');
});

describe.each(costlyKinds)('%s', (kind) => {
	test('in three years with two nodes and restarts, each reminder is queued once', async () => {
		const settings = await stores.settings(kind);
		let [one, two] = [await openRegistry(settings), await openRegistry(settings)];
		const start = Date.now();
		const today = dayTextAt(start);
		const issue = async (registry: Registry, name: string, days: number) => {
			const expires = addDays(today, days);
			const { id } = await issueLicense(registry, { email: `${name}@example.com`, expires, mail: false });
			return (await findById(registry.database, id))!;
		};
		const plain = [await issue(one, 'a', 31), await issue(one, 'b', 400), await issue(one, 'c', 1000)];
		const short = await issue(one, 'short', 5);
		const renewed = await issue(one, 'renewed', 100);
		const revoked = await issue(one, 'revoked', 200);
		const silent = await issue(one, 'silent', 300);
		await setReminders(one, [silent], false);
		const rotated = await issue(one, 'rotated', 500);
		const next = await rotateKey(one, rotated, { overlapDays: 40, mail: false });
		const step = kind === 'sqlite' ? sized(1, 0.25) : 1;
		for (let at = 0; at < 3 * 365; at += step) {
			const now = start + at * day;
			await Promise.all([queueReminders(one.database, plan, now), queueReminders(two.database, plan, now)]);
			if (at === 95) await renewLicense(one, renewed, addDays(today, 900));
			if (at === 180) await revokeLicense(two, revoked);
			if (at % 250 === 0) {
				await two.close();
				two = await openRegistry(settings);
			}
			if (at % 365 === 0) {
				await one.close();
				one = await openRegistry(settings);
			}
		}
		const counted = async (license: Pick<License, 'id'>) => {
			const { number } = (await findById(one.database, license.id))!;
			const mails = await mailOf(one.database, number);
			return Map.groupBy(mails, ({ occasion }) => occasion);
		};
		const reminderCount = async (license: License, expires = license.expires!) =>
			(await counted(license)).get(reminderOf(expires))?.length ?? 0;
		for (const license of plain)
			expect([license.email, await reminderCount(license)]).toEqual([license.email, 4]);
		// The license was issued after the first two reminders were due.
		expect(await reminderCount(short)).toBe(2);
		expect([await reminderCount(renewed), await reminderCount(renewed, addDays(today, 900))]).toEqual([2, 4]);
		expect(await reminderCount(revoked)).toBe(1);
		expect((await counted(silent)).size).toBe(0);
		expect((await counted(rotated)).size).toBe(0);
		expect(await reminderCount((await findById(one.database, next.id))!)).toBe(4);
		await one.close();
		await two.close();
	});
});

describe.each(kinds)('%s', (kind) => {
	test('test payments and active subscriptions get no reminder; a failed invoice gets one', async () => {
		const registry = await openRegistry(await stores.settings(kind));
		const { database } = registry;
		const products = parseProducts(
			'products.json',
			'{"stripe": {"plink_try": {"days": 9, "live": false}, "price_month": {"days": 30}}}',
		);
		const take = async (type: string, object: object, live = true) =>
			takeEvent(
				registry,
				readStripeEvent(new TextEncoder().encode(JSON.stringify(stripeEvent(type, object, { live }))))!,
				products,
			);
		const now = Date.now();
		const end = Math.floor(now / 1000) + 20 * 86_400;
		await take('checkout.session.completed', session('t', { payment_link: 'plink_try' }), false);
		await take('invoice.paid', invoice('s', 1, end));
		const later = now + 15 * day;
		expect(await queueReminders(database, plan, later)).toBe(0);
		const failed = stripeEvent('invoice.payment_failed', invoice('s', 2, end));
		const event = readStripeEvent(
			new TextEncoder().encode(JSON.stringify({ ...failed, created: failed.created + 9 })),
		)!;
		await takeEvent(registry, event, products);
		expect(await queueReminders(database, plan, later)).toBe(1);
		expect(await queueReminders(database, plan, later)).toBe(0);
		await registry.close();
	});
});
