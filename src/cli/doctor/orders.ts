import { counted } from '@pointrelease/core/src/text/numbers.ts';
import type { Database } from '../../database/database.ts';
import { countOrders } from '../../licenses/orders/order.ts';
import { loadProducts, type Products } from '../../licenses/orders/products.ts';
import { reasonOf } from '../../process/failure.ts';
import { type Finding, ok, problem, warning } from '../../server/todo/finding.ts';
import type { Settings } from '../../settings/settings.ts';

/** The most products that a finding lists. */
const mostNamed = 5;

/** Whether payments issue licenses: the secret, the products and the last events. */
export async function checkOrders(settings: Settings, database: Database): Promise<Finding[]> {
	return [...(await checkProducts(settings)), ...(await checkEvents(settings, database))];
}

async function checkProducts({ productsFile, stripeSecrets }: Settings): Promise<Finding[]> {
	let products: Products;
	try {
		products = await loadProducts(productsFile);
	} catch (thrown) {
		return [
			problem('products', reasonOf(thrown), 'correct it, because the service does not start with this file'),
		];
	}
	const rules = [...products.values()].flatMap((named) => [...named]);
	if (stripeSecrets.length === 0)
		return productsFile === null
			? []
			: [
					warning(
						'products',
						`${counted(rules.length, 'product')}, but no STRIPE_WEBHOOK_SECRET, so payments issue nothing`,
						'set STRIPE_WEBHOOK_SECRET, see "pointrelease manual selling"',
					),
				];
	if (rules.length === 0)
		return [
			warning(
				'products',
				'no product has a rule, so every order is held',
				'set PRODUCTS to a file with a rule for each payment link, see "pointrelease manual selling"',
			),
		];
	const tried = rules.filter(([, { live }]) => !live).map(([name]) => name);
	const summary = `${counted(rules.length, 'product')} in ${productsFile}`;
	if (tried.length === 0) return [ok('products', summary)];
	return [
		warning(
			'products',
			`${summary}, ${tried.length} of them for test mode: ${named(tried)}`,
			'remove them when you sell, because anyone who has the link of a test payment gets a key for a day',
		),
	];
}

async function checkEvents({ stripeSecrets }: Settings, database: Database): Promise<Finding[]> {
	const { lastEvents } = await countOrders(database);
	const providers = new Set([...lastEvents.keys(), ...(stripeSecrets.length > 0 ? ['stripe'] : [])]);
	return [...providers].map((provider) => {
		const last = lastEvents.get(provider);
		const check = 'webhook';
		const secrets = counted(stripeSecrets.length, 'secret');
		if (last === undefined)
			return warning(
				check,
				`${provider}: ${secrets}, no event yet`,
				'send a test event; if it is answered 400, STRIPE_WEBHOOK_SECRET is not that of the endpoint',
			);
		const moment = new Date(last).toISOString();
		if (stripeSecrets.length === 0)
			return warning(
				check,
				`${provider}: last event ${moment}, but STRIPE_WEBHOOK_SECRET is not set now, so events are refused`,
				'set STRIPE_WEBHOOK_SECRET, or run doctor with the settings of the service',
			);
		return ok(check, `${provider}: ${secrets}, last event ${moment}`);
	});
}

function named(names: readonly string[]): string {
	const more = names.length - mostNamed;
	return names.slice(0, mostNamed).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
