import { expect, test } from 'bun:test';
import Ajv from 'ajv/dist/2020.js';
import schema from './products.schema.json' with { type: 'json' };
import { readProducts } from './products.ts';

const isValid = new Ajv({ strict: false }).compile(schema);

function mistakeIn(file: unknown): string | null {
	try {
		readProducts(typeof file === 'string' ? file : JSON.stringify(file));
		return null;
	} catch (thrown) {
		return (thrown as Error).message;
	}
}

const usual = { renews: false, graceDays: 0, price: null, free: false };
const ofRule = (rule: unknown) => ({ stripe: { plink_1A: rule } });

test('a file says what each product buys', () => {
	const file = {
		$schema: 'urn:pointrelease:schema:products',
		stripe: { plink_1A: { licenses: 1, days: 365, note: 'year', live: true }, site: { days: null } },
	};
	const named = { stripe: { 'Büro, 1 Jahr': { days: 365 } } };
	expect([isValid(named), mistakeIn(named)]).toEqual([true, null]);
	expect(isValid(file)).toBe(true);
	expect([...readProducts(JSON.stringify(file)).get('stripe')!]).toEqual([
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
	expect([isValid(renewed), readProducts(JSON.stringify(renewed)).get('stripe')!.get('plink_1A')]).toEqual([
		true,
		{
			licenses: 1,
			days: 365,
			note: null,
			live: true,
			renews: true,
			graceDays: 7,
			price: { amount: 4900, currency: 'eur' },
			free: true,
		},
	]);
	const nothing = readProducts(JSON.stringify(ofRule({ days: 1, amount: 0, currency: 'eur' })));
	expect(nothing.get('stripe')!.get('plink_1A')!.free).toBe(true);
	for (const empty of [{}, { stripe: {} }]) expect([isValid(empty), mistakeIn(empty)]).toEqual([true, null]);
});

test('everything that the schema refuses is refused with one line that names the place', () => {
	const wrong: [file: unknown, mistake: string][] = [
		[[], 'it is not an object with the products of each provider'],
		[{ paddle: {} }, 'it has "paddle": expected only stripe (and $schema)'],
		[{ stripe: [] }, 'stripe is not an object with products by name'],
		...['a@b', ' a', 'a ', 'a\tb', ''].map((name): [unknown, string] => [
			{ stripe: { [name]: { days: 1 } } },
			`stripe has ${JSON.stringify(name)}: expected the ID of a payment link, or metadata.product (no @, no space at an end)`,
		]),
		[ofRule(7), 'stripe.plink_1A is not an object'],
		[
			ofRule({ days: 1, price: 49 }),
			'stripe.plink_1A has "price": expected only licenses, days, note, live, renews, grace_days, amount, currency, free',
		],
		[ofRule({ days: 1, licenses: -1 }), 'stripe.plink_1A.licenses is not a whole number from 0 to 1000'],
		[ofRule({ days: 1, licenses: 1.5 }), 'stripe.plink_1A.licenses is not a whole number from 0 to 1000'],
		[ofRule({}), 'stripe.plink_1A.days is not a whole number from 1 to 36500, or null for no end'],
		[ofRule({ days: 0 }), 'stripe.plink_1A.days is not a whole number from 1 to 36500, or null for no end'],
		[ofRule({ days: 1, note: 7 }), 'stripe.plink_1A.note is not a text'],
		[ofRule({ days: 1, live: 'yes' }), 'stripe.plink_1A.live is not true or false'],
		[ofRule({ days: 1, renews: 1 }), 'stripe.plink_1A.renews is not true or false'],
		[ofRule({ days: 1, free: 'no' }), 'stripe.plink_1A.free is not true or false'],
		[ofRule({ days: 1, grace_days: -1 }), 'stripe.plink_1A.grace_days is not a whole number from 0 to 365'],
		...[
			{ amount: 4900 },
			{ currency: 'eur' },
			{ amount: 49.5, currency: 'eur' },
			{ amount: 1, currency: 'euro' },
		].map((price): [unknown, string] => [
			ofRule({ days: 1, ...price }),
			'stripe.plink_1A: amount is a whole number in the smallest unit (cents), with currency, three letters such as "eur"',
		]),
	];
	for (const [file, mistake] of wrong) expect([isValid(file), mistakeIn(file)]).toEqual([false, mistake]);
	expect(mistakeIn('{')).toBe('it is not JSON');
	expect(mistakeIn('{"stripe": {"plink_1A": {"days": 1}, "plink_1A": {"days": 2}}}')).toBe(
		'it has "plink_1A" twice in one object',
	);
	expect(mistakeIn(ofRule({ days: 1, note: 'a\u0000b' }))).toStartWith(
		'stripe.plink_1A.note: a note has at most',
	);
});
