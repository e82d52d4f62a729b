import type { Queries } from '../../database/database.ts';
import type { Product, Products } from './products.ts';

/*
 * Rules that a person made while deciding a held order: a product of a provider counts as another one of the PRODUCTS
 * file, or as something that needs no license. They are in the database, so that every node has them without a restart;
 * the file wins.
 */

/** A product that counts as another one of its provider; null as something else that the seller sells. */
export interface KeptRule {
	readonly provider: string;
	readonly product: string;
	readonly live: boolean;
	readonly countsAs: string | null;
}

interface Row {
	provider: string;
	product: string;
	live: number;
	counts_as: string | null;
}

export async function readKeptRules(queries: Queries): Promise<KeptRule[]> {
	const rows = await queries.rows<Row>(
		'SELECT provider, product, live, counts_as FROM product_rules ORDER BY provider, product',
	);
	return rows.map(({ counts_as: countsAs, live, ...row }) => ({
		...row,
		live: Number(live) === 1,
		countsAs,
	}));
}

export async function keepRule(
	queries: Queries,
	{ provider, product, live, countsAs }: KeptRule,
): Promise<void> {
	await queries.rows(
		`INSERT INTO product_rules (provider, product, live, counts_as) VALUES ($1, $2, $3, $4)
			ON CONFLICT (provider, product) DO UPDATE SET live = excluded.live, counts_as = excluded.counts_as`,
		[provider, product, live ? 1 : 0, countsAs],
	);
}

/** Removes a rule. False if there is none. */
export async function dropRule(
	queries: Queries,
	{ provider, product }: Pick<KeptRule, 'provider' | 'product'>,
): Promise<boolean> {
	const rows = await queries.rows(
		'DELETE FROM product_rules WHERE provider = $1 AND product = $2 RETURNING product',
		[provider, product],
	);
	return rows.length > 0;
}

/** The products of the file with those that count as one of them. */
export async function withKeptRules(queries: Queries, products: Products): Promise<Products> {
	const kept = await readKeptRules(queries);
	if (kept.length === 0) return products;
	const all = new Map([...products].map(([provider, rules]) => [provider, new Map(rules)]));
	for (const { provider, product, live, countsAs } of kept) {
		const rules = all.get(provider) ?? new Map<string, Product>();
		const rule = countsAs === null ? noLicense(live) : products.get(provider)?.get(countsAs);
		if (rule && !rules.has(product)) rules.set(product, rule);
		all.set(provider, rules);
	}
	return all;
}

function noLicense(live: boolean): Product {
	return { licenses: 0, days: null, renews: false, note: null, live, graceDays: 0, price: null, free: true };
}
