import { dayAt } from '@pointrelease/core/src/text/day.ts';
import { asHappened, type KnownEvent, type Standing, standingOf } from './event.ts';
import type { Payment } from './term.ts';

/** An invoice of a subscription, by its events. */
export interface Invoice {
	readonly id: string;
	/** Only `paid` extends the key. */
	readonly state: 'paid' | 'held' | 'failed' | 'refunded' | 'disputed';
	/** When it was paid, or last failed, in milliseconds. */
	readonly happened: number;
	readonly received: number;
	/** The end of its period, in milliseconds; null if it was not paid. */
	readonly until: number | null;
	/** The event of its payment; null if it was not paid. */
	readonly paidBy: KnownEvent | null;
}

/** A subscription, by all of its events in the order in which they happened. */
interface Subscription {
	readonly invoices: readonly Invoice[];
	/** When it ended, in milliseconds; null while it is active. */
	readonly ended: number | null;
	/** Why a person must review it; null if nobody must. */
	readonly hold: string | null;
	/** When the customer paid at checkout, in milliseconds. The invoice of that payment has the period. */
	readonly checkedOut: number | null;
}

export function subscriptionOf(events: readonly KnownEvent[]): Subscription {
	const inOrder = asHappened(events);
	let ended: number | null = null;
	let paused: KnownEvent | null = null;
	let checkedOut: number | null = null;
	const holds: string[] = [];
	const ofInvoices = new Map<string, KnownEvent[]>();
	for (const event of inOrder) {
		const { outcome, subject, detail, accepted = false } = event;
		if (outcome === 'paid') checkedOut ??= event.happened;
		else if (outcome === 'ended') ended = event.until ?? event.happened;
		else if (outcome === 'paused') paused = event;
		else if (outcome === 'resumed') paused = null;
		else if (outcome === 'changed' && !accepted) holds.push(detail ?? 'it was changed');
		else if (subject !== null && outcome.startsWith('invoice-'))
			ofInvoices.set(subject, [...(ofInvoices.get(subject) ?? []), event]);
	}
	const invoices = [...ofInvoices]
		.map(([id, ofInvoice]) => invoiceOf(id, ofInvoice, inOrder))
		.filter((invoice) => invoice !== null);
	const heldInvoice = invoices.find(({ state }) => state === 'held');
	if (heldInvoice)
		holds.push(heldInvoice.paidBy?.detail ?? `the invoice ${heldInvoice.id} was not counted yet`);
	// A pause does not matter after the end of the subscription.
	if (paused && !paused.accepted && ended === null) holds.push(paused.detail ?? 'it is paused');
	return { invoices, ended, hold: holds.at(-1) ?? null, checkedOut };
}

/** Null if only a payment of the invoice is known, because that may belong to something else. */
function invoiceOf(id: string, ofInvoice: readonly KnownEvent[], all: readonly KnownEvent[]): Invoice | null {
	const paidBy = ofInvoice.find(({ outcome }) => outcome === 'invoice-paid') ?? null;
	const last = paidBy ?? ofInvoice.findLast(({ outcome }) => outcome === 'invoice-failed');
	if (!last) return null;
	const payments = ofInvoice.flatMap(({ outcome, payment }) =>
		outcome === 'invoice-payment' && payment ? [payment] : [],
	);
	const { money } = standingOf(
		all.filter(
			({ payment, outcome }) => outcome !== 'invoice-payment' && payment && payments.includes(payment),
		),
	);
	const paidState = money !== 'paid' ? money : paidBy?.accepted ? 'paid' : 'held';
	return {
		id,
		paidBy,
		state: paidBy ? paidState : 'failed',
		happened: last.happened,
		received: last.received ?? last.happened,
		until: paidBy?.until ?? null,
	};
}

/** The payments of its invoices: the key works until the end of each period plus grace, but not beyond the end. */
export function paymentsOf({ invoices, ended }: Subscription, grace: number): Payment[] {
	return invoices
		.filter(({ state }) => state === 'paid')
		.map(({ id, happened, received, until }) => {
			const lastDay = dayAt(until ?? happened) + grace;
			return {
				id,
				created: happened,
				learned: received,
				brings: { lastDay: ended === null ? lastDay : Math.min(lastDay, dayAt(ended)) },
			};
		});
}

/** The state of the payments of a subscription: paid while one of its invoices is. */
export function standingOfSubscription({ invoices, checkedOut }: Subscription): Standing {
	const paid = invoices.filter(({ paidBy }) => paidBy !== null);
	const states = new Set(paid.map(({ state }) => state));
	const isGood = states.has('paid') || states.has('held');
	const moments = [...paid.map(({ happened }) => happened), ...(checkedOut === null ? [] : [checkedOut])];
	return {
		paid: moments.length === 0 ? null : Math.min(...moments),
		failed: false,
		money: isGood || paid.length === 0 ? 'paid' : states.has('disputed') ? 'disputed' : 'refunded',
	};
}
