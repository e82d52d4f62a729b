import type { Queries } from '../../database/database.ts';
import { addressesIn } from '../../text/email-address.ts';
import type { Order } from './order.ts';

/**
 * Takes the person out of the orders with these references, and out of all that name one of the mailboxes. One that is held
 * waits for nobody any more: it is closed without licenses, and no event brings the address back. One that waits for its
 * payment goes on waiting: who pays after all is a customer again. Returns the references.
 */
export async function eraseOrders(
	queries: Queries,
	refs: ReadonlySet<string>,
	isTheirs: (email: string) => boolean,
): Promise<string[]> {
	const naming = await queries.rows<Pick<Order, 'ref' | 'email' | 'customer'>>(
		"SELECT ref, email, customer FROM orders WHERE email IS NOT NULL OR customer LIKE '%@%'",
	);
	const theirs = naming
		.filter(({ email, customer }) => addressesIn(`${email ?? ''} ${customer ?? ''}`).some(isTheirs))
		.map(({ ref }) => ref);
	const erased: string[] = [];
	for (const ref of new Set([...refs, ...theirs])) {
		const rows = await queries.rows(
			'UPDATE orders SET email = NULL, mailbox = NULL, customer = NULL WHERE ref = $1 RETURNING ref',
			[ref],
		);
		if (rows.length > 0) erased.push(ref);
		await queries.rows(
			`UPDATE orders SET state = 'paid', reason = $1, changed = $2, issued = $2
				WHERE ref = $3 AND state = 'held'`,
			['the person was forgotten', new Date().toISOString(), ref],
		);
	}
	return erased;
}
