import type { Database, Queries } from '../../database/database.ts';
import type { SubjectKind } from '../../delivery/deliverer.ts';
import type { Channel, Mail } from '../../delivery/mail.ts';
import { queueDeliveries } from '../../delivery/outbox.ts';
import type { Settings } from '../../settings/settings.ts';
import { changeLicenses } from '../ledger.ts';
import { findOrder } from './order.ts';

const kind = 'order-held';

/** The events of a payment may come in any order, and hold it for a moment. */
const settleTime = 60_000;

/**
 * Queues a mail to the operator about each paid order that is held, once each time that it becomes so. Test payments are
 * nobody's money. Returns how many were queued.
 */
export async function queueHeldOrders(database: Database, now: number): Promise<number> {
	if ((await untoldOrders(database, now)).length === 0) return 0;
	// Under the lock of the ledger, so that one of several nodes queues it.
	return changeLicenses(database, async (queries) => {
		const refs = await untoldOrders(queries, now);
		const subjects = refs.map((id) => ({ kind, id }));
		await queueDeliveries(queries, subjects, { occasion: 'held', now });
		return refs.length;
	});
}

async function untoldOrders(queries: Queries, now: number): Promise<string[]> {
	const rows = await queries.rows<{ ref: string; changed: string; told: number | string | null }>(
		`SELECT ref, changed,
				(SELECT max(queued) FROM outbox WHERE subject_kind = $1 AND subject_id = orders.ref) AS told
			FROM orders WHERE state = 'held' AND live = 1`,
		[kind],
	);
	return rows.flatMap(({ ref, changed, told }) => {
		const heldSince = Date.parse(changed);
		return heldSince + settleTime <= now && (told === null || Number(told) < heldSince) ? [ref] : [];
	});
}

/** Mail to the operator about orders that are held; none is sent about an order that no longer is. */
export function heldOrderMail(
	database: Database,
	{ operatorEmail, mailFrom }: Pick<Settings, 'operatorEmail' | 'mailFrom'>,
	channel: Channel<Mail>,
): SubjectKind<Mail> {
	return {
		kind,
		channel,
		async compose({ id, subject, queued }) {
			const order = await findOrder(database, subject.id);
			if (operatorEmail === null || order?.state !== 'held') return null;
			const domain = /@([^\s@<>]+)>?$/.exec(mailFrom)?.[1] ?? 'localhost';
			return {
				messageId: `<${id}@${domain}>`,
				from: mailFrom,
				to: operatorEmail,
				subject: `pointrelease: order ${plain(order.ref)} is paid and held`,
				date: new Date(queued),
				text: [
					'An order is paid, and no license follows from it until you decide:',
					'',
					`    ${plain(order.ref)}, since ${order.changed.slice(0, 16).replace('T', ' ')} UTC`,
					`    Why: ${plain(order.reason ?? 'unknown')}`,
					'',
					'List everything with: pointrelease license orders --state held',
					`Then: pointrelease license orders apply ${plain(order.ref)}`,
					'',
				].join('\n'),
			};
		},
		isLogged: () => true,
		commandToRepeat: (id) => `license orders ${id}`,
	};
}

/** Plain ASCII, because names come from the payment provider. */
function plain(text: string): string {
	return text.replace(/[^\x20-\x7e]+/g, ' ').slice(0, 300);
}
