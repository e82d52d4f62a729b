import { dayAt } from '@pointrelease/core/src/text/day.ts';
import type { Queries } from '../../database/database.ts';
import { type KnownEvent, type Outcome, priceDigest, type Standing, standingOf } from './event.ts';
import type { Order } from './order.ts';
import type { Product } from './products.ts';
import { type Invoice, paymentsOf, standingOfSubscription, subscriptionOf } from './subscription.ts';
import type { Payment } from './term.ts';

/** Everything that follows from the events of an order. */
export interface OrderFacts {
	readonly standing: Standing;
	/** The payments whose money the seller still has. */
	readonly payments: readonly Payment[];
	/** All payments, including those that were refunded or disputed. */
	readonly allPayments: readonly Payment[];
	/** Why a person must review the order; null if nobody must. */
	readonly hold: string | null;
	/** The event of a single payment; null for a subscription, and before the payment. */
	readonly paidBy: KnownEvent | null;
}

/** A key for a payment in test mode ends this many days after the payment, whatever the product says. */
export const testDays = 1;

interface EventRow {
	id: string;
	happened: number | string;
	received: string;
	outcome: Outcome;
	subject: string | null;
	payment: string | null;
	until: number | string | null;
	price: string | null;
	free: number | null;
	detail: string | null;
	accepted: number | null;
}

/** The events of an order; for a subscription also the events of the payments of its invoices. */
async function eventsOf(
	queries: Queries,
	{ ref, provider, payment, live, recurring }: Order,
): Promise<KnownEvent[]> {
	const ofInvoices = `OR payment IN (SELECT payment FROM order_events
		WHERE provider = $1 AND live = $4 AND outcome = 'invoice-payment' AND subject IN (
			SELECT subject FROM order_events WHERE provider = $1 AND order_ref = $2 AND outcome = 'invoice-paid'))`;
	const rows = await queries.rows<EventRow>(
		`SELECT id, happened, received, outcome, subject, payment, until, price, free, detail, accepted
			FROM order_events
			WHERE provider = $1 AND (order_ref = $2 OR payment = $3 ${recurring ? ofInvoices : ''}) AND live = $4`,
		[provider, ref, payment, live],
	);
	return rows.map((row) => ({
		...row,
		happened: Number(row.happened),
		received: Date.parse(row.received),
		until: row.until === null ? null : Number(row.until),
		free: row.free === 1,
		accepted: row.accepted === 1,
	}));
}

export async function factsOf(queries: Queries, order: Order): Promise<OrderFacts> {
	const events = await eventsOf(queries, order);
	return order.recurring === 1 ? ofSubscription(events, order) : ofPayment(events, order);
}

function ofSubscription(events: readonly KnownEvent[], order: Order): OrderFacts {
	const subscription = subscriptionOf(events);
	const { invoices, ended } = subscription;
	const paymentsFor = (counted: typeof invoices) =>
		inTestMode(order, paymentsOf({ ...subscription, invoices: counted, ended }, order.grace ?? 0));
	return {
		standing: standingOfSubscription(subscription),
		payments: paymentsFor(invoices),
		allPayments: paymentsFor(
			invoices.map((invoice) => ({ ...invoice, state: invoice.paidBy?.accepted ? 'paid' : invoice.state })),
		),
		hold: subscription.hold,
		paidBy: null,
	};
}

function ofPayment(events: readonly KnownEvent[], order: Order): OrderFacts {
	const standing = standingOf(events);
	const paidBy =
		events.find(({ outcome, happened }) => outcome === 'paid' && happened === standing.paid) ?? null;
	const { ref, issued, countsFrom, days } = order;
	const allPayments =
		issued === null || countsFrom === null
			? []
			: inTestMode(order, [
					{ id: ref, created: Number(countsFrom), learned: Date.parse(issued), brings: { days } },
				]);
	return {
		standing,
		payments: standing.money === 'paid' ? allPayments : [],
		allPayments,
		hold: null,
		paidBy,
	};
}

/** Test payments do not add up, because anybody with the link can make them: each ends a day after it was made. */
function inTestMode({ live }: Order, payments: readonly Payment[]): readonly Payment[] {
	if (live === 1) return payments;
	return payments.map((payment) => ({
		...payment,
		brings: { lastDay: dayAt(payment.created) + testDays },
	}));
}

/** Why a payment does not match the rule of its product; null if it does. */
export function priceProblem(event: KnownEvent, { price, free }: Product, name: string): string | null {
	if (price && !event.price) return 'its amount is not known';
	if (price && event.price !== priceDigest(price, event.id))
		return `its amount is not that of the rule for ${name}`;
	return event.free && !free ? `nothing was paid, and the rule for ${name} does not say "free": true` : null;
}

/** Accepts the paid invoices that match the rule. Gives the others a reason for a person to review. */
export async function judgeInvoices(
	queries: Queries,
	order: Order,
	product: Product | undefined,
	acceptsAll: boolean,
): Promise<void> {
	const set = (column: 'accepted' | 'detail', value: number | string, event: string) =>
		queries.rows(`UPDATE order_events SET ${column} = $1 WHERE provider = $2 AND id = $3`, [
			value,
			order.provider,
			event,
		]);
	for (const event of await eventsOf(queries, order)) {
		if (event.accepted) continue;
		if (acceptsAll) await set('accepted', 1, event.id);
		else if (event.outcome === 'invoice-paid' && product) {
			const problem = priceProblem(event, product, order.product ?? '');
			await (problem === null
				? set('accepted', 1, event.id)
				: set('detail', `the invoice ${event.subject}: ${problem}`, event.id));
		}
	}
}

/** The invoices of a subscription, oldest first. */
export async function invoicesOf(queries: Queries, order: Order): Promise<readonly Invoice[]> {
	if (order.recurring !== 1) return [];
	const { invoices } = subscriptionOf(await eventsOf(queries, order));
	return invoices.toSorted((a, b) => a.happened - b.happened);
}

/** Whether a subscription renews itself: it has not ended, and its last invoice did not fail. */
export async function renewsItself(queries: Queries, order: Order): Promise<boolean> {
	if (order.recurring !== 1) return false;
	const { invoices, ended } = subscriptionOf(await eventsOf(queries, order));
	const last = invoices.toSorted((a, b) => a.happened - b.happened).at(-1);
	return ended === null && last?.state === 'paid';
}
