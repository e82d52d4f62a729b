import { parseDay } from '@pointrelease/core/src/text/day.ts';
import type { Queries, Value } from '../../database/database.ts';
import type { AuditSubject } from '../audit.ts';
import { type License, mailboxOf } from '../license.ts';
import { queueNotice } from '../mail/license-mail.ts';
import { findOrder, licensesOfOrder, type Order, ordersOfGroup, present, type Turn } from './order.ts';
import { factsOf } from './order-facts.ts';
import { lastDayOf, type Payment } from './term.ts';

/** The order whose licenses a further payment extends: the order of the newest license of the customer or address. */
export async function findRenewed(queries: Queries, order: Order): Promise<Order | null> {
	const values: Value[] = [];
	const place = (value: Value) => `$${values.push(value)}`;
	const { provider, live, ref, product, customer, email } = order;
	const byCustomer = customer === null ? null : `orders.customer = ${place(customer)}`;
	const byAddress = email === null ? null : `licenses.mailbox = ${place(mailboxOf(email))}`;
	const same = [byCustomer, byAddress].filter(Boolean).join(' OR ');
	if (same === '') return null;
	const [newest] = await queries.rows<{ ref: string }>(
		`SELECT orders.ref AS ref FROM orders JOIN licenses ON licenses.order_ref = orders.ref
			WHERE orders.live = ${place(live)} AND orders.ref <> ${place(ref)} AND orders.issued IS NOT NULL AND (
				(orders.provider = ${place(provider)} AND orders.product = ${place(product)} AND (${same}))
				OR (orders.provider = 'operator' AND ${byCustomer ?? '1 = 0'}))
			ORDER BY licenses.number DESC LIMIT 1`,
		values,
	);
	return newest ? findOrder(queries, newest.ref) : null;
}

/** The newest license of an order if a person revoked all of them, so that a payment cannot extend any; null otherwise. */
export async function revokedByPerson(queries: Queries, root: Order): Promise<string | null> {
	const rows = await queries.rows<{ id: string; revoked: string | null; by: string | null }>(
		'SELECT id, revoked, revoked_by AS by FROM licenses WHERE order_ref = $1 ORDER BY number',
		[root.ref],
	);
	const stopped = rows.filter(({ revoked, by }) => revoked !== null && by === null);
	return stopped.length === rows.length ? (stopped.at(-1)?.id ?? null) : null;
}

/** Makes an order extend the licenses of another order, and mails the customer. */
export async function joinOrder(
	{ queries, now }: Turn,
	order: Order,
	{ root, days, from, grace }: { root: Order; days: number | null; from: number; grace: number },
): Promise<void> {
	const licenses = present(await licensesOfOrder(queries, root.ref));
	// An order that a person entered has no record of its days, so its last day counts as set by a person.
	if (root.countsFrom === null && root.recurring !== 1)
		await queries.rows(
			`UPDATE licenses SET granted = created, granted_until = expires WHERE order_ref = $1 AND granted IS NULL`,
			[root.ref],
		);
	await queries.rows(
		`UPDATE orders SET renews = $1, days = $2, counts_from = $3, grace = $4, issued = $5, email = NULL,
			mailbox = NULL WHERE ref = $6`,
		[root.ref, days, from, grace, new Date(now).toISOString(), order.ref],
	);
	await queueNotice(queries, licenses, 'renewed', now);
}

interface GrantRow {
	id: string;
	granted: string | null;
	until: string | null;
}

/**
 * Gives the licenses of a group of orders the last day that follows from all payments. It is computed again each time, so
 * that events may come in any order, and a refund takes back exactly the days of its payment.
 */
export async function alignLastDay({ queries, ledger }: Turn, root: string): Promise<AuditSubject[]> {
	const members = await ordersOfGroup(queries, root);
	if (members.length === 1 && members[0]!.recurring !== 1) return [];
	const facts = await Promise.all(members.map((member) => factsOf(queries, member)));
	const good = facts.flatMap(({ payments }) => payments);
	const counted = good.length > 0 ? good : facts.flatMap(({ allPayments }) => allPayments);
	const grants = await queries.rows<GrantRow>(
		'SELECT id, granted, granted_until AS until FROM licenses WHERE order_ref = $1',
		[root],
	);
	const changed: AuditSubject[] = [];
	for (const license of present(await licensesOfOrder(queries, root))) {
		const expires = endOf(license, counted, grants);
		if (expires === undefined || expires === license.expires) continue;
		await queries.rows('UPDATE licenses SET expires = $1, change = $2 WHERE number = $3', [
			expires,
			ledger.change,
			license.number,
		]);
		const detail = expires === null ? 'no end' : `until ${expires}`;
		changed.push({ what: 'renew', license: license.id, order: root, detail });
	}
	return changed;
}

function endOf(
	{ id }: License,
	payments: readonly Payment[],
	grants: readonly GrantRow[],
): string | null | undefined {
	const { granted = null, until = null } = grants.find((grant) => grant.id === id) ?? {};
	if (granted === null) return lastDayOf(payments);
	return lastDayOf(payments, { at: Date.parse(granted), lastDay: until === null ? null : parseDay(until) });
}
