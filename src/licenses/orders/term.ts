import { dayAt, dayOfNumber } from '@pointrelease/core/src/text/day.ts';

/** A payment and how it extends a license. */
export interface Payment {
	readonly id: string;
	/** When it was made, in milliseconds. Payments count in this order, not in that of their events. */
	readonly created: number;
	/** When this service learned of it, in milliseconds. */
	readonly learned: number;
	/** A number of days after the end of what was paid before (null for no end), or a last day, by its number. */
	readonly brings: { readonly days: number | null } | { readonly lastDay: number };
}

/** The last day that a person set, and when. It includes the payments that the service had learned of by then. */
interface Grant {
	readonly at: number;
	/** The number of the day; null for no end. */
	readonly lastDay: number | null;
}

/**
 * The last day of a license by all its payments and the grant; null for no end, undefined if there are none. Each payment
 * extends from the end of the payment before, or from its own day if that is later.
 */
export function lastDayOf(
	payments: readonly Payment[],
	grant: Grant | null = null,
): string | null | undefined {
	const counted = grant ? payments.filter(({ learned }) => learned > grant.at) : payments;
	const inOrder = counted.toSorted((a, b) => a.created - b.created || (a.id < b.id ? -1 : 1));
	let end: number | null | undefined = grant?.lastDay;
	for (const { created, brings } of inOrder) {
		if (end === null) break;
		if ('lastDay' in brings) end = Math.max(end ?? 0, brings.lastDay);
		else end = brings.days === null ? null : Math.max(end ?? 0, dayAt(created)) + brings.days;
	}
	return typeof end === 'number' ? dayOfNumber(end) : end;
}
