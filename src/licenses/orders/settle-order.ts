import { addDays, dayTextAt } from '@pointrelease/core/src/text/day.ts';
import type { Queries } from '../../database/database.ts';
import { Failure } from '../../process/failure.ts';
import { type AuditSubject, writeAudit } from '../audit.ts';
import { addLicenses } from '../issuing/issue.ts';
import { changeLicenses } from '../ledger.ts';
import { checkEmail, checkExpires, type License } from '../license.ts';
import { dropWaitingMail, hasKeyMail, queueMail } from '../mail/license-mail.ts';
import type { Registry } from '../registry.ts';
import type { Outcome, Standing } from './event.ts';
import { type KeptRule, keepRule, withKeptRules } from './kept-rules.ts';
import {
	findOrder,
	licensesOfOrder,
	type Order,
	type OrderState,
	ordersOfGroup,
	present,
	type Turn,
} from './order.ts';
import { factsOf, judgeInvoices, type OrderFacts, priceProblem, testDays } from './order-facts.ts';
import type { Product, Products } from './products.ts';
import { alignLastDay, findRenewed, joinOrder, revokedByPerson } from './renewal.ts';
import { lastDayOf } from './term.ts';

interface Terms {
	readonly products: Products;
	/** The outcome of the new event; absent if a person decides. */
	readonly outcome?: Outcome;
	/** The moment at which a person decided to issue: the days count from then, and all events are accepted. */
	readonly from?: number;
}

/** Makes an order, its licenses and their mail match its events. Returns the new state. */
export async function settleOrder(
	registry: Registry,
	turn: Turn,
	stored: Order,
	terms: Terms,
): Promise<OrderState> {
	const { queries } = turn;
	const product = ruleOf(stored, terms);
	const order = { ...stored, grace: product?.graceDays ?? stored.grace };
	if (order.recurring === 1) await judgeInvoices(queries, order, product, terms.from !== undefined);
	const facts = await factsOf(queries, order);
	const { standing } = facts;
	const decision = await decide(queries, order, facts, terms);
	const isIssued = order.issued !== null || decision.product !== null;
	const state = stateOf(standing, isIssued, facts.hold);
	const root = decision.root?.ref ?? order.renews ?? order.ref;
	const subjects: AuditSubject[] = [];
	const siblings = (await ordersOfGroup(queries, root)).filter(({ ref }) => ref !== order.ref);
	const isOtherGood = siblings.some((sibling) => isGood(sibling.state));
	const wasGood = isOtherGood || (order.issued !== null && isGood(order.state));
	const isAnyGood = isOtherGood || isGood(state);
	if (decision.product) {
		const from = terms.from ?? standing.paid!;
		const { days, graceDays: grace } = decision.product;
		if (decision.root) await joinOrder(turn, order, { root: decision.root, days, from, grace });
		else
			subjects.push(
				...(await issue(registry, turn, { order, product: decision.product, from, state, facts })),
			);
	} else if (product && order.issued !== null)
		await queries.rows('UPDATE orders SET grace = $1 WHERE ref = $2', [product.graceDays, order.ref]);
	if (isIssued) subjects.push(...(await alignLastDay(turn, root)));
	if (order.issued !== null && !isAnyGood && (state !== order.state || isNewDispute(terms.outcome)))
		subjects.push(...(await suspend(turn, { ...order, ref: root })));
	else if ((order.issued !== null || decision.root) && isAnyGood && !wasGood)
		subjects.push(...(await resume(turn, { ...order, ref: root })));
	// A lost dispute has the same state as an open one, but is recorded: the key will not work again.
	const isLost = state === 'disputed' && terms.outcome === 'dispute-lost';
	const reason = state === 'held' ? (decision.reason ?? facts.hold) : null;
	if (state !== order.state || isLost) {
		const detail = isLost ? 'disputed, lost' : detailOf(state, reason);
		subjects.push({ what: 'order', order: order.ref, detail });
	}
	await queries.rows(
		`UPDATE orders SET reason = $2, changed = CASE WHEN state = $1 THEN changed ELSE $3 END, state = $1
			WHERE ref = $4`,
		[state, reason, new Date().toISOString(), order.ref],
	);
	await writeAudit(queries, registry.actor, subjects);
	return state;
}

function stateOf({ paid, failed, money }: Standing, issued: boolean, hold: string | null): OrderState {
	if (paid === null) return issued ? 'paid' : failed ? 'failed' : 'waiting';
	return money === 'paid' && (!issued || hold !== null) ? 'held' : money;
}

function isGood(state: OrderState): boolean {
	return state !== 'refunded' && state !== 'disputed';
}

/** Whether a dispute was opened or lost. It revokes the key even if a person had restored it, not knowing of this. */
function isNewDispute(outcome: Outcome | undefined): boolean {
	return outcome === 'dispute-opened' || outcome === 'dispute-lost';
}

function detailOf(state: OrderState, reason: string | null): string {
	return state === 'held' ? `held: ${reason}` : state;
}

interface Decision {
	/** The product whose licenses must be issued or extended; null if nothing is to be done. */
	readonly product: Product | null;
	/** The order whose licenses are extended; null if new licenses are issued. */
	readonly root: Order | null;
	/** Why there is no product. */
	readonly reason: string | null;
}

/** The rule for the product of an order; undefined if there is none. */
function ruleOf({ provider, product }: Order, { products }: Terms): Product | undefined {
	return product === null ? undefined : products.get(provider)?.get(product);
}

async function decide(
	queries: Queries,
	order: Order,
	{ standing: { paid, money }, payments, hold, paidBy }: OrderFacts,
	terms: Terms,
): Promise<Decision> {
	const { from } = terms;
	const not = (reason: string | null) => ({ product: null, root: null, reason });
	if (order.issued !== null || paid === null) return not(null);
	const product = ruleOf(order, terms);
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
	const wrongPrice = paidBy && from === undefined ? priceProblem(paidBy, product, order.product!) : null;
	if (wrongPrice !== null) return not(wrongPrice);
	if (order.recurring === 1 && payments.length === 0 && money === 'paid' && from === undefined)
		return not(hold ?? 'its first invoice has not come: the endpoint must get invoice.paid');
	if (order.email === null) return not('it has no email address');
	try {
		checkEmail(order.email);
	} catch (thrown) {
		if (thrown instanceof Failure) return not('its email address is not one');
		throw thrown;
	}
	const root = product.renews ? await findRenewed(queries, order) : null;
	const revoked = root && (await revokedByPerson(queries, root));
	if (revoked) return not(`it pays for the license ${revoked}, which is revoked`);
	return { product, root, reason: null };
}

interface IssuedOrder {
	readonly order: Order;
	readonly product: Product;
	readonly from: number;
	readonly state: OrderState;
	readonly facts: OrderFacts;
}

/** Issues the licenses of an order. If it is refunded or disputed already, they are revoked and not mailed. */
async function issue(
	{ sealingKeys }: Registry,
	{ queries, ledger, now }: Turn,
	{ order, product, from, state, facts }: IssuedOrder,
): Promise<AuditSubject[]> {
	const { ref, provider, live } = order;
	const moment = new Date(now).toISOString();
	const days = live === 1 ? product.days : testDays;
	const ofDays = () => (days === null ? null : addDays(dayTextAt(live === 1 ? from : now), days));
	const ofInvoices = order.recurring === 1 ? lastDayOf(facts.allPayments) : undefined;
	const expires = ofInvoices === undefined ? ofDays() : ofInvoices;
	const draft = {
		email: checkEmail(order.email!),
		expires: expires === null ? null : checkExpires(expires),
		note: live === 1 ? product.note : ['test', product.note].filter(Boolean).join(': '),
		order: ref,
		reminders: null,
		...(isGood(state) ? { revoked: null } : { revoked: moment, revokedBy: provider }),
	};
	const issued = await addLicenses(queries, ledger, sealingKeys, Array(product.licenses).fill(draft));
	await queries.rows(
		`UPDATE orders SET issued = $1, email = NULL, mailbox = NULL, days = $2, counts_from = $3, grace = $4
			WHERE ref = $5`,
		[moment, product.days, order.recurring === 1 ? null : from, product.graceDays, ref],
	);
	// A person issued the licenses before the first invoice came. Later invoices extend them from this day.
	if (order.recurring === 1 && ofInvoices === undefined)
		await queries.rows('UPDATE licenses SET granted = $1, granted_until = expires WHERE order_ref = $2', [
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
	for (const { number, id } of ended) {
		await queries.rows('UPDATE licenses SET revoked = $1, revoked_by = $2, change = $3 WHERE number = $4', [
			new Date(now).toISOString(),
			provider,
			ledger.change,
			number,
		]);
		await dropWaitingMail(queries, id);
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
		if (!(await hasKeyMail(queries, license))) await queueMail(queries, [license], 'issued', now);
	return licenses
		.filter(({ number }) => numbers.has(number))
		.map(({ id }) => ({ what: 'restore', license: id, order: ref }));
}

/** What a person adds to an order because its events lack it. */
interface Supplied {
	/** The name of the product whose rule decides; null for something else that the seller sells. */
	readonly product?: string | null;
	readonly email?: string;
	/** Whether the product of the order counts as that one from now on. */
	readonly keep?: boolean;
}

/**
 * Issues or extends the licenses of an order that is held. Days count from today: the purchaser had no key before. A
 * subscription that has its licenses is accepted in its present state.
 */
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
		// An order that is held with its licenses is a subscription, whose product stays: a person accepts its events.
		const product = order.issued === null ? (supplied.product ?? order.product) : order.product;
		const kept = keptFor(order, products, supplied);
		if (kept) {
			await keepRule(queries, kept);
			const counts = kept.countsAs === null ? 'needs no license' : `counts as ${kept.countsAs}`;
			const detail = `${kept.product} ${counts} from now on`;
			await writeAudit(queries, registry.actor, [{ what: 'order', order: ref, detail }]);
		}
		const email = supplied.email === undefined ? order.email : checkEmail(supplied.email);
		await queries.rows('UPDATE orders SET product = $1 WHERE ref = $2', [product, ref]);
		const turn = { queries, ledger, now };
		const terms = { products: await withKeptRules(queries, products), from: now };
		const state = await settleOrder(registry, turn, { ...order, product, email }, terms);
		if (state !== 'held') return state;
		const heldOrder = await findOrder(queries, ref);
		throw new Failure('order-held', `the order ${ref} is still held: ${heldOrder?.reason}`);
	});
}

/** The rule that a person makes with a decision; null if they make none. */
function keptFor(order: Order, products: Products, { product: countsAs, keep }: Supplied): KeptRule | null {
	const { ref, provider, product, live } = order;
	if (countsAs === undefined || !(keep || countsAs === null)) return null;
	if (product === null)
		throw new Failure(
			'bad-arguments',
			`the order ${ref} names no product: no rule can be kept for it, so decide this order alone`,
		);
	if (countsAs === product) return null;
	if (countsAs !== null && !products.get(provider)?.has(countsAs))
		throw new Failure('bad-arguments', `PRODUCTS has no rule for ${JSON.stringify(countsAs)}`);
	return { provider, product, live: live === 1, countsAs };
}
