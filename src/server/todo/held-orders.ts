import { counted } from '@pointrelease/core/src/text/numbers.ts';
import type { Database } from '../../database/database.ts';
import { type ListedOrder, listOrders } from '../../licenses/orders/order.ts';
import { type Finding, needsYou, problem, warning } from './finding.ts';

/** With more held orders than this, the rest is one entry. */
const mostOrders = 20;
const listing = '"pointrelease license orders --state held" lists them with their reasons';

/** Held orders: somebody paid and has no key. */
export async function checkHeldOrders(database: Database): Promise<Finding[]> {
	const held = await listOrders(database, { state: 'held' });
	const sold = held.filter(({ live }) => live === 1);
	const shown = sold.slice(0, mostOrders);
	const tried = held.length - sold.length;
	return [
		...shown.map((order) =>
			needsYou('order', order.changed, problem('orders', foundOf(order), wayOut(order)), order.ref),
		),
		...(sold.length > shown.length
			? [
					needsYou(
						'order',
						sold[mostOrders]!.changed,
						problem(
							'orders',
							`${counted(sold.length - shown.length, 'more order is', 'more orders are')} paid and held`,
							listing,
						),
					),
				]
			: []),
		// Payments in test mode are nobody's money: nobody waits.
		...(tried > 0
			? [
					warning(
						'orders',
						`${counted(tried, 'order')} in test mode ${tried === 1 ? 'is' : 'are'} held`,
						listing,
					),
				]
			: []),
	];
}

function foundOf({ ref, reason }: ListedOrder): string {
	return `${ref} is paid and held: ${reason}`;
}

/** What to do depends on why it is held: without a rule, applying it again changes nothing. */
function wayOut({ ref, reason }: ListedOrder): string {
	const apply = `"pointrelease license orders apply ${ref}"`;
	return reason?.startsWith('no rule for ')
		? `add a rule to the PRODUCTS file and restart the service ("licenses": 0 for something else that you sell), then run ${apply}`
		: `look at it with "pointrelease license orders ${ref}", then run ${apply}`;
}
