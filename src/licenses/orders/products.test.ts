import { expect, test } from 'bun:test';
import { compareWithSchema, mistakeOf, mutations } from '../../../test/mutations.ts';
import { sized } from '../../../test/size.ts';
import { parseProducts, productsSchema } from './products-definition.ts';

/** The lines about a file without their beginning; null if it is valid. */
function mistakesIn(file: unknown): string | null {
	const text = typeof file === 'string' ? file : JSON.stringify(file);
	return (
		mistakeOf(() => parseProducts('p', text))?.replaceAll('the products file p is invalid: ', '') ?? null
	);
}

const usual = { renews: false, graceDays: 0, price: null, free: false };
const ofRule = (rule: unknown) => ({ stripe: { plink_1A: rule } });

test('a file says what each product buys', () => {
	const file = {
		$schema: 'urn:pointrelease:schema:products',
		stripe: { plink_1A: { licenses: 1, days: 365, note: 'year', live: true }, site: { days: null } },
	};
	const named = { stripe: { 'Büro, 1 Jahr': { days: 365 } } };
	expect(mistakesIn(named)).toBe(null);
	expect([...parseProducts('p', JSON.stringify(file)).get('stripe')!]).toEqual([
		['plink_1A', { ...usual, licenses: 1, days: 365, note: 'year', live: true }],
		['site', { ...usual, licenses: 1, days: null, note: null, live: true }],
	]);
	const renewed = ofRule({
		days: 365,
		renews: true,
		grace_days: 7,
		amount: 4900,
		currency: 'EUR',
		free: true,
	});
	expect(parseProducts('p', JSON.stringify(renewed)).get('stripe')!.get('plink_1A')).toEqual({
		licenses: 1,
		days: 365,
		note: null,
		live: true,
		renews: true,
		graceDays: 7,
		price: { amount: 4900, currency: 'eur' },
		free: true,
	});
	const nothing = parseProducts('p', JSON.stringify(ofRule({ days: 1, amount: 0, currency: 'eur' })));
	expect(nothing.get('stripe')!.get('plink_1A')!.free).toBe(true);
	for (const empty of [{}, { stripe: {} }]) expect(mistakesIn(empty)).toBe(null);
});

const members = 'licenses, days, renews, grace_days, amount, currency, free, note, live';

test.each<[file: unknown, mistake: string]>([
	['{', 'it is not JSON'],
	['{"stripe": {"plink_1A": {"days": 1}, "plink_1A": {"days": 2}}}', 'it has "plink_1A" twice in one object'],
	[[], 'the file is []: expected an object with the products of each provider'],
	[{ paddle: {} }, 'it has "paddle": expected only stripe'],
	[{ stripe: [] }, 'stripe is []: expected an object with products by name'],
	...['a@b', ' a', 'a ', 'a\tb', ''].map((name): [unknown, string] => [
		{ stripe: { [name]: { days: 1 } } },
		`stripe has ${JSON.stringify(name)}: expected the ID of a payment link, or metadata.product (no @, no space at an end)`,
	]),
	[ofRule(7), 'stripe.plink_1A is 7: expected an object with what is bought'],
	[ofRule({ days: 1, price: 49 }), `stripe.plink_1A has "price": expected only ${members}`],
	[
		ofRule({ days: 1, licenses: -1 }),
		'stripe.plink_1A.licenses is -1: expected a whole number from 0 to 1000',
	],
	[
		ofRule({}),
		'stripe.plink_1A.days is missing: expected a whole number from 1 to 36500, or null for no end',
	],
	[
		ofRule({ days: 0 }),
		'stripe.plink_1A.days is 0: expected a whole number from 1 to 36500, or null for no end',
	],
	[
		ofRule({ days: 1, note: 'a\u0000b' }),
		'stripe.plink_1A.note is "a\\u0000b": expected a text of at most 500 characters without control characters',
	],
	[
		ofRule({ days: 1, live: 'yes', renews: 1, free: 'no', grace_days: 1.5 }),
		[
			'stripe.plink_1A.renews is 1: expected true or false',
			'stripe.plink_1A.grace_days is 1.5: expected a whole number from 0 to 365',
			'stripe.plink_1A.free is "no": expected true or false',
			'stripe.plink_1A.live is "yes": expected true or false',
		].join('\n'),
	],
	[ofRule({ days: 1, amount: 4900 }), 'stripe.plink_1A.amount needs "currency"'],
	[ofRule({ days: 1, currency: 'eur' }), 'stripe.plink_1A.currency needs "amount"'],
	[
		ofRule({ days: 1, amount: 49.5, currency: 'euro' }),
		[
			'stripe.plink_1A.amount is 49.5: expected a whole number from 0 to 1000000000000',
			'stripe.plink_1A.currency is "euro": expected three letters such as "eur"',
		].join('\n'),
	],
])('%j is refused', (file, mistakes) => {
	expect(mistakesIn(file)).toBe(mistakes);
});

test('the schema accepts what the reader accepts, and nothing else', () => {
	const full = { days: 365, note: 'year', live: true, renews: true, grace_days: 7, free: false };
	const valid = [
		ofRule({ ...full, licenses: 2, amount: 4900, currency: 'EUR' }),
		{ $schema: 'x', stripe: { 'Büro, 1 Jahr': { days: null, note: null }, prod_1: full } },
	];
	const values = [
		36_500,
		36_501,
		365,
		1000,
		1001,
		'eur',
		'euro',
		'a\u0000b',
		'x'.repeat(500),
		'😀'.repeat(400),
	];
	const { accepted, differing } = compareWithSchema(
		mutations(valid, { values, count: sized(400, 2_000) }),
		productsSchema(),
		(text) => parseProducts('p', text),
	);
	expect(differing).toEqual([]);
	expect(accepted).toBeGreaterThan(sized(50, 50));
});
