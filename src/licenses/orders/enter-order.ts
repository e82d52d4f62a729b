import type { Queries } from '../../database/database.ts';

/** An order that a person entered or imported: it counts as paid. One that is there keeps what is known of it. */
export async function enterOrder(
	queries: Queries,
	{ ref, customer = null, moment }: { ref: string; customer?: string | null; moment: string },
): Promise<void> {
	await queries.rows(
		`INSERT INTO orders (ref, provider, live, state, customer, created, changed, issued)
			VALUES ($1, 'operator', 1, 'paid', $2, $3, $3, $3)
			ON CONFLICT (ref) DO UPDATE SET customer = COALESCE(orders.customer, excluded.customer),
				changed = excluded.changed, issued = COALESCE(orders.issued, excluded.issued), reason = NULL,
				email = NULL, mailbox = NULL,
				state = CASE WHEN orders.state IN ('held', 'waiting', 'failed') THEN 'paid' ELSE orders.state END`,
		[ref, customer, moment],
	);
}
