import type { Outcome } from './event.ts';

/** What is kept of an event. */
export interface KnownEvent {
	readonly id: string;
	/** Milliseconds. */
	readonly happened: number;
	readonly outcome: Outcome;
	readonly subject: string | null;
}

/** What all events of an order make of it. */
export interface Standing {
	/** When it was first paid, in milliseconds; null while it is not. */
	readonly paid: number | null;
	/** It will never be paid. */
	readonly failed: boolean;
	/** Whether the money is there, once it was paid. */
	readonly money: 'paid' | 'refunded' | 'disputed';
}

/** Which of two events of the same second came first: providers tell no more than the second. */
const rank: Record<Outcome, number> = {
	unpaid: 0,
	failed: 1,
	paid: 2,
	'part-refunded': 3,
	refunded: 4,
	'dispute-opened': 4,
	'refund-failed': 5,
	'dispute-resolved': 5,
	'dispute-lost': 5,
};

/** The same for the same events, in whatever order they were delivered. */
export function standingOf(events: readonly KnownEvent[]): Standing {
	const inOrder = [...events].sort(
		(a, b) => a.happened - b.happened || rank[a.outcome] - rank[b.outcome] || (a.id < b.id ? -1 : 1),
	);
	let paid: number | null = null;
	let failed = false;
	let refunded = false;
	const disputes = new Map<string | null, Outcome>();
	for (const { happened, outcome, subject } of inOrder) {
		if (outcome === 'paid') paid ??= happened;
		else if (outcome === 'failed') failed = true;
		else if (outcome === 'refunded') refunded = true;
		else if (outcome === 'refund-failed') refunded = false;
		else if (outcome.startsWith('dispute-')) disputes.set(subject, outcome);
	}
	const disputed = [...disputes.values()].some((outcome) => outcome !== 'dispute-resolved');
	return {
		paid,
		failed: failed && paid === null,
		money: refunded ? 'refunded' : disputed ? 'disputed' : 'paid',
	};
}
