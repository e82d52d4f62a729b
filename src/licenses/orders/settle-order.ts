import type { Queries } from '../../database/database.ts';
import { Failure } from '../../process/failure.ts';
import { addDays, dayTextAt } from '../../text/day.ts';
import { type AuditSubject, writeAudit } from '../audit.ts';
import { addLicenses } from '../issuing/issue.ts';
import { changeLicenses, type LedgerTurn } from '../ledger.ts';
import { checkEmail, checkExpires, type License } from '../license.ts';
import { dropWaitingMail, mailOf, queueMail } from '../mail/license-mail.ts';
import type { Registry } from '../registry.ts';
import { type KnownEvent, type Outcome, type Standing, standingOf } from './event.ts';
import { findOrder, licensesOfOrder, type Order, type OrderState, present } from './order.ts';
import type { Product, Products } from './products.ts';

/** The transaction in which an order is settled. */
export interface Turn {
	readonly queries: Queries;
	readonly ledger: LedgerTurn;
	/** Milliseconds by the clock that all nodes share. */
	readonly now: number;
}

export interface Terms {
	readonly products: Products;
	/** It is paid again and again, which is left to a person. */
	readonly recurring: boolean;
	/** The outcome of the event that just came; absent if a person decides. */
	readonly outcome?: Outcome;
	/** A person decided to issue now: the days count from here. */
	readonly from?: number;
}

/** A key for a payment in test mode ends the day after, whatever the product says. */
const testDays = 1;

/** Brings an order, its licenses and their mail in line with its events. Returns the state. */
export async function settleOrder(
	registry: Registry,
	turn: Turn,
	order: Order,
	terms: Terms,
): Promise<OrderState> {
	const { queries } = turn;
	const standing = standingOf(await eventsOf(queries, order));
	const decision = decide(order, standing, terms);
	const state = stateOf(standing, order.issued !== null || decision.product !== null);
	const subjects: AuditSubject[] = [];
	if (decision.product) {
		const from = terms.from ?? standing.paid!;
		subjects.push(...(await issue(registry, turn, { order, product: decision.product, from, state })));
	} else if (order.issued !== null && !isGood(state) && (state !== order.state || isBlow(terms.outcome)))
		subjects.push(...(await suspend(turn, order)));
	else if (order.issued !== null && isGood(state) && !isGood(order.state))
		subjects.push(...(await resume(turn, order)));
	// The state is the same while a dispute is open and after it is lost; that nothing brings the key back is news.
	const isLost = state === 'disputed' && terms.outcome === 'dispute-lost';
	if (state !== order.state || isLost) {
		const detail = isLost ? 'disputed, lost' : detailOf(state, decision.reason);
		subjects.push({ what: 'order', order: order.ref, detail });
	}
	await queries.rows(
		`UPDATE orders SET reason = $2, changed = CASE WHEN state = $1 THEN changed ELSE $3 END, state = $1
			WHERE ref = $4`,
		[state, state === 'held' ? decision.reason : null, new Date().toISOString(), order.ref],
	);
	await writeAudit(queries, registry.actor, subjects);
	return state;
}

async function eventsOf(queries: Queries, { ref, provider, payment, live }: Order): Promise<KnownEvent[]> {
	const rows = await queries.rows<{ id: string; happened: number; outcome: Outcome; subject: string | null }>(
		`SELECT id, happened, outcome, subject FROM order_events
			WHERE provider = $1 AND (order_ref = $2 OR payment = $3) AND live = $4`,
		[provider, ref, payment, live],
	);
	return rows.map((row) => ({ ...row, happened: Number(row.happened) }));
}

function stateOf({ paid, failed, money }: Standing, issued: boolean): OrderState {
	if (paid === null) return issued ? 'paid' : failed ? 'failed' : 'waiting';
	return money === 'paid' && !issued ? 'held' : money;
}

function isGood(state: OrderState): boolean {
	return state !== 'refunded' && state !== 'disputed';
}

/** A further dispute, or a lost one: a person who restored the key before did not know of it. */
function isBlow(outcome: Outcome | undefined): boolean {
	return outcome === 'dispute-opened' || outcome === 'dispute-lost';
}

function detailOf(state: OrderState, reason: string | null): string {
	return state === 'held' ? `held: ${reason}` : state;
}

/** The product whose licenses are to be issued now, or why there is none to be. */
function decide(
	order: Order,
	{ paid }: Standing,
	{ products, recurring }: Terms,
): { product: Product | null; reason: string | null } {
	const not = (reason: string | null) => ({ product: null, reason });
	if (order.issued !== null || paid === null) return not(null);
	if (recurring) return not('it is a subscription');
	const product = order.product === null ? undefined : products.get(order.provider)?.get(order.product);
	if (!product)
		return not(
			order.product === null
				? 'it has neither a payment link nor metadata.product'
				: `no rule for ${order.product} in PRODUCTS`,
		);
	if (product.live !== (order.live === 1))
		return not(
			order.live === 1
				? `the rule for ${order.product} is for test mode`
				: `test mode, and the rule for ${order.product} is for live payments`,
		);
	if (order.email === null) return not('it has no email address');
	try {
		checkEmail(order.email);
	} catch (thrown) {
		if (thrown instanceof Failure) return not('its email address is not one');
		throw thrown;
	}
	return { product, reason: null };
}

/** If the money is already gone, the licenses are still issued: revoked and without mail. */
async function issue(
	{ sealingKeys }: Registry,
	{ queries, ledger, now }: Turn,
	{ order, product, from, state }: { order: Order; product: Product; from: number; state: OrderState },
): Promise<AuditSubject[]> {
	const { ref, provider, live } = order;
	const moment = new Date(now).toISOString();
	const days = live === 1 ? product.days : testDays;
	const draft = {
		email: checkEmail(order.email!),
		expires: days === null ? null : checkExpires(addDays(dayTextAt(live === 1 ? from : now), days)),
		note: live === 1 ? product.note : ['test', product.note].filter(Boolean).join(': '),
		order: ref,
		...(isGood(state) ? { revoked: null } : { revoked: moment, revokedBy: provider }),
	};
	const issued = await addLicenses(queries, ledger, sealingKeys, Array(product.licenses).fill(draft));
	await queries.rows('UPDATE orders SET issued = $1, email = NULL, mailbox = NULL WHERE ref = $2', [
		moment,
		ref,
	]);
	if (isGood(state)) await queueMail(queries, issued, 'issued', now);
	return issued.map(({ id }) => ({
		what: 'issue',
		license: id,
		order: ref,
		...(!isGood(state) && { detail: `revoked, the order is ${state}` }),
	}));
}

/** Revokes the licenses that are not revoked yet. Drops waiting mail: its key would not work. */
async function suspend({ queries, ledger, now }: Turn, { ref, provider }: Order): Promise<AuditSubject[]> {
	const ended = (await licensesOfOrder(queries, ref)).filter(({ revoked }) => revoked === null);
	for (const { number } of ended) {
		await queries.rows('UPDATE licenses SET revoked = $1, revoked_by = $2, change = $3 WHERE number = $4', [
			new Date(now).toISOString(),
			provider,
			ledger.change,
			number,
		]);
		await dropWaitingMail(queries, number);
	}
	return ended.map(({ id }) => ({ what: 'revoke', license: id, order: ref }));
}

/** Undoes revocations by events of the provider, never those by a person. Mails a key that was never mailed. */
async function resume({ queries, ledger, now }: Turn, { ref, provider }: Order): Promise<AuditSubject[]> {
	const revoked = await queries.rows<Pick<License, 'number'>>(
		`UPDATE licenses SET revoked = NULL, revoked_by = NULL, change = $1
			WHERE order_ref = $2 AND revoked_by = $3 RETURNING number`,
		[ledger.change, ref, provider],
	);
	const numbers = new Set(revoked.map(({ number }) => number));
	const licenses = await licensesOfOrder(queries, ref);
	for (const license of present(licenses).filter(({ number }) => numbers.has(number)))
		if ((await mailOf(queries, license.number)).length === 0)
			await queueMail(queries, [license], 'issued', now);
	return licenses
		.filter(({ number }) => numbers.has(number))
		.map(({ id }) => ({ what: 'restore', license: id, order: ref }));
}

/** What a person adds to an order that its events did not say. */
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
