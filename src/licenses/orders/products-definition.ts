import * as z from 'zod/mini';
import {
	about,
	flag,
	named,
	needing,
	object,
	schemaMember,
	text,
	whole,
} from '../../process/definition-parts.ts';
import { parseDefined, readDefined } from '../../process/file-definition.ts';
import type { JsonFile } from '../../process/json-file.ts';
import { jsonSchemaOf } from '../../process/validate.ts';
import { noteShape } from '../license.ts';
import type { Price } from './event.ts';

/** The form of a name, which the seller chooses in `metadata.product`. It must not be an email address. */
const nameShape = /^[^\s@\x00-\x1f\x7f]([^@\x00-\x1f\x7f]{0,253}[^\s@\x00-\x1f\x7f])?$/u;

const rule = object(
	{
		licenses: z._default(
			about(
				'how many licenses are issued, each with its own mail; 0 for something else that you sell with the same account',
				whole(0, 1000),
			),
			1,
		),
		days: about(
			'how many days the keys work from the day of payment; `null`: they do not expire. Keys of a subscription work for the periods of its paid invoices instead',
			z.nullable(whole(1, 36_500, 'a whole number from 1 to 36500, or null for no end')),
		),
		renews: z._default(about('`true`: paying again extends the key that the customer has', flag()), false),
		grace_days: z._default(
			about('for subscriptions: how many days the key still works after the paid period', whole(0, 365)),
			0,
		),
		amount: z.optional(
			about(
				'the required price before tax and discount, in the smallest unit of `currency`: `4900` for 49 €; any unless given',
				whole(0, 1e12),
			),
		),
		currency: z.optional(
			about(
				'the currency of `amount`, such as `"eur"`',
				text('three letters such as "eur"', /^[A-Za-z]{3}$/),
			),
		),
		free: z._default(
			about(
				'`true`: a payment of 0 (a trial, a discount of 100 %) is enough. Otherwise such an order is held',
				flag(),
			),
			false,
		),
		note: z._default(
			about(
				'the note of the licenses',
				z.nullable(text('a text of at most 500 characters without control characters', noteShape)),
			),
			null,
		),
		live: z._default(about('`false` makes it a rule for test mode', flag()), true),
	},
	'an object with what is bought',
);

/** The licenses that a payment for a product buys. `price` is what must be paid before tax and discount; null for any. */
export type Product = ReturnType<typeof productOf>;

function productOf({ grace_days: graceDays, amount, currency = '', free, ...rest }: z.output<typeof rule>) {
	const price: Price | null = amount === undefined ? null : { amount, currency: currency.toLowerCase() };
	return { ...rest, graceDays, price, free: free || amount === 0 };
}

const definition = object(
	{
		$schema: schemaMember,
		stripe: z.optional(
			about(
				'products sold with Stripe, by the ID of the payment link (plink_…), of the price or product of a subscription, or by the product in the metadata of the checkout session',
				named(
					nameShape,
					'the ID of a payment link, or metadata.product (no @, no space at an end)',
					z.pipe(needing(rule, { amount: ['currency'], currency: ['amount'] }), z.transform(productOf)),
					'an object with products by name',
				),
			),
		),
	},
	'an object with the products of each provider',
);

/** The products, by provider and by their name there. */
export type Products = ReadonlyMap<string, ReadonlyMap<string, Product>>;

const fileAt = (path: string): JsonFile => ({ path, title: 'products file', code: 'bad-products' });

/** The products of a PRODUCTS file. */
export function readProducts(path: string): Products {
	return productsOf(readDefined(fileAt(path), definition));
}

/** The same for a text that was read before. */
export function parseProducts(path: string, text: string): Products {
	return productsOf(parseDefined(fileAt(path), text, definition));
}

function productsOf({ stripe }: z.output<typeof definition>): Products {
	return new Map(stripe && [['stripe', new Map(Object.entries(stripe))]]);
}

export function productsSchema(): object {
	return jsonSchemaOf(definition, {
		$id: 'urn:pointrelease:schema:products',
		title: 'Products of pointrelease',
		description: 'The PRODUCTS file: which licenses a payment buys.',
	});
}
