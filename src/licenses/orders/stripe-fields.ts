import { isRecord } from '../../process/json-file.ts';
import type { OrderEvent, Price } from './event.ts';

/** An object of Stripe: its members may be missing or have another type. */
export type Fields = Readonly<Record<string, unknown>>;

/** The members that an order event gets from an object of Stripe; null if the object does not matter to orders. */
export type Meaning = Omit<OrderEvent, 'provider' | 'id' | 'type' | 'happened' | 'live'> | null;

/** An ID, or the ID of an expanded object. */
export function idOf(value: unknown): string | null {
	return text(isRecord(value) ? value.id : value);
}

/** Text of 1 to 255 characters without control characters, as IDs and addresses have; null for any other value. */
export function text(value: unknown): string | null {
	return typeof value === 'string' && /^[^\x00-\x1f\x7f]{1,255}$/.test(value) ? value : null;
}

/** The price as a member of an event; no member if the object has no price. */
export function priced(amount: unknown, currency: unknown): { price?: Price } {
	if (!Number.isSafeInteger(amount) || typeof currency !== 'string' || !/^[a-z]{3}$/i.test(currency))
		return {};
	return { price: { amount: amount as number, currency: currency.toLowerCase() } };
}

/** Converts a moment of Stripe, in seconds, to milliseconds. */
export function momentOf(seconds: unknown): number | undefined {
	return Number.isSafeInteger(seconds) && (seconds as number) > 0 && (seconds as number) < 1e10
		? (seconds as number) * 1000
		: undefined;
}

/** The objects in a list of Stripe. */
export function listOf(value: unknown): Fields[] {
	const items = isRecord(value) ? value.data : undefined;
	return Array.isArray(items) ? items.filter(isRecord) : [];
}
