import { repeatedName } from '@pointrelease/core/src/text/repeated-name.ts';
import { Failure, fileTrouble } from '../../process/failure.ts';
import { isRecord } from '../../process/json-file.ts';
import { readRegularFile } from '../../process/regular-file.ts';
import { checkNote } from '../license.ts';
import type { Price } from './event.ts';

/** The licenses that a payment for a product buys. */
export interface Product {
	readonly licenses: number;
	/** How many days the keys work; null for no end. */
	readonly days: number | null;
	readonly note: string | null;
	/** False for the provider's test mode. */
	readonly live: boolean;
	/** Whether a further payment extends the license that the customer has. */
	readonly renews: boolean;
	/** How many days a key works after the period of a paid invoice. */
	readonly graceDays: number;
	/** The price that the payment must have before tax and discount; null for any. */
	readonly price: Price | null;
	/** Whether a payment of nothing is enough. */
	readonly free: boolean;
}

/** The products, by provider and by their name there. */
export type Products = ReadonlyMap<string, ReadonlyMap<string, Product>>;

export const noProducts: Products = new Map();

/** The providers with an adapter. */
const providers = ['stripe'];
const members = ['licenses', 'days', 'note', 'live', 'renews', 'grace_days', 'amount', 'currency', 'free'];
/** The form of a name, which the seller chooses in `metadata.product`. It must not be an email address. */
const nameShape = /^[^\s@\x00-\x1f\x7f]([^@\x00-\x1f\x7f]{0,253}[^\s@\x00-\x1f\x7f])?$/;

type Fields = Readonly<Record<string, unknown>>;

/** Reads a products file. Fails with the first mistake in it. `products.schema.json` describes the file. */
export function readProducts(text: string): Products {
	let file: unknown;
	try {
		file = JSON.parse(text);
	} catch {
		throw wrong('it is not JSON');
	}
	const twice = repeatedName(text);
	if (twice !== null) throw wrong(`it has ${quoted(twice)} twice in one object`);
	if (!isRecord(file)) throw wrong('it is not an object with the products of each provider');
	const products = new Map<string, Map<string, Product>>();
	for (const [provider, named] of Object.entries(file)) {
		if (provider === '$schema') continue;
		if (!providers.includes(provider))
			throw wrong(`it has ${quoted(provider)}: expected only ${providers.join(', ')} (and $schema)`);
		if (!isRecord(named)) throw wrong(`${provider} is not an object with products by name`);
		products.set(
			provider,
			new Map(Object.entries(named).map(([name, rule]) => [name, productOf(provider, name, rule)])),
		);
	}
	return products;
}

function productOf(provider: string, name: string, rule: unknown): Product {
	const place = `${provider}.${name}`;
	if (!nameShape.test(name))
		throw wrong(
			`${provider} has ${quoted(name)}: expected the ID of a payment link, or metadata.product (no @, no space at an end)`,
		);
	if (!isRecord(rule)) throw wrong(`${place} is not an object`);
	const unknownMember = Object.keys(rule).find((member) => !members.includes(member));
	if (unknownMember !== undefined)
		throw wrong(`${place} has ${quoted(unknownMember)}: expected only ${members.join(', ')}`);
	const { licenses = 1, days, note = null, live = true } = rule;
	if (!isWhole(licenses, 0, 1000)) throw wrong(`${place}.licenses is not a whole number from 0 to 1000`);
	if (days !== null && !isWhole(days, 1, 36_500))
		throw wrong(`${place}.days is not a whole number from 1 to 36500, or null for no end`);
	if (note !== null && typeof note !== 'string') throw wrong(`${place}.note is not a text`);
	const { renews = false, grace_days: graceDays = 0, free = false } = rule;
	for (const [member, value] of Object.entries({ live, renews, free }))
		if (typeof value !== 'boolean') throw wrong(`${place}.${member} is not true or false`);
	if (!isWhole(graceDays, 0, 365)) throw wrong(`${place}.grace_days is not a whole number from 0 to 365`);
	const price = priceOf(place, rule);
	try {
		return {
			licenses,
			days,
			note: note === null ? null : checkNote(note),
			live: live === true,
			renews: renews === true,
			graceDays,
			price,
			free: free === true || price?.amount === 0,
		};
	} catch (thrown) {
		throw thrown instanceof Failure ? wrong(`${place}.note: ${thrown.message}`) : thrown;
	}
}

function priceOf(place: string, { amount, currency }: Fields): Price | null {
	if (amount === undefined && currency === undefined) return null;
	if (!isWhole(amount, 0, 1e12) || typeof currency !== 'string' || !/^[a-z]{3}$/i.test(currency))
		throw wrong(
			`${place}: amount is a whole number in the smallest unit (cents), with currency, three letters such as "eur"`,
		);
	return { amount, currency: currency.toLowerCase() };
}

function wrong(mistake: string): Failure {
	return new Failure('bad-products', mistake);
}

function quoted(text: string): string {
	return JSON.stringify(text.slice(0, 80));
}

function isWhole(value: unknown, least: number, most: number): value is number {
	return Number.isInteger(value) && (value as number) >= least && (value as number) <= most;
}

/** Longer than any products file that a person would review. */
const mostBytes = 1024 * 1024;

/** Reads the file that PRODUCTS names. A mistake anywhere refuses the whole file. */
export function loadProducts(file: string | null): Products {
	if (file === null) return noProducts;
	try {
		const text = readRegularFile(file).toString();
		if (text.length > mostBytes) throw new Failure('bad-products', 'it is longer than 1 MB');
		return readProducts(text);
	} catch (thrown) {
		const why =
			thrown instanceof Failure ? `is invalid: ${thrown.message}` : `cannot be read (${fileTrouble(thrown)})`;
		throw new Failure('bad-products', `the products file ${file} ${why}`);
	}
}
