import type { OrderEvent, Price } from './event.ts';

/** An object of Stripe: its members may be missing or have another type. */
export type Fields = Record<string, unknown>;

/** An object of Stripe as an event of an order; null if it means nothing for orders. */
export type Meaning = Omit<OrderEvent, 'provider' | 'id' | 'type' | 'happened' | 'live'> | null;

/** An ID, or the ID of an expanded object. */
export function idOf(value: unknown): string | null {
	return text(isFields(value) ? value.id : value);
}

/** Ids and addresses have at most 255 characters, all of which can be seen. */
export function text(value: unknown): string | null {
	return typeof value === 'string' && /^[^\x00-\x1f\x7f]{1,255}$/.test(value) ? value : null;
}

export function isFields(value: unknown): value is Fields {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The price, as members of an event; none if the object does not say one. */
export function priced(amount: unknown, currency: unknown): { price?: Price } {
	if (!Number.isSafeInteger(amount) || typeof currency !== 'string' || !/^[a-z]{3}$/i.test(currency))
		return {};
	return { price: { amount: amount as number, currency: currency.toLowerCase() } };
}

/** A moment of Stripe, in seconds, as milliseconds. */
export function momentOf(seconds: unknown): number | undefined {
	return Number.isSafeInteger(seconds) && (seconds as number) > 0 && (seconds as number) < 1e10
		? (seconds as number) * 1000
		: undefined;
}

/** The objects of a list. */
export function listOf(value: unknown): Fields[] {
	const items = isFields(value) ? value.data : undefined;
	return Array.isArray(items) ? items.filter(isFields) : [];
}
