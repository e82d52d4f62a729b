import type { Queries } from '../../database/database.ts';
import { type DeliveryRecord, deliveryColumns, deliveryOf } from '../../delivery/outbox.ts';
import { Failure } from '../../process/failure.ts';
import type { Settings } from '../../settings/settings.ts';
import { writeAudit } from '../audit.ts';
import { changeLicenses } from '../ledger.ts';
import { statusOf } from '../license.ts';
import type { Registry } from '../registry.ts';
import { type MailStatus, statusOfMail } from './mail-status.ts';

/** A mail that is not known to have reached a mail server, with what it is about. */
export interface OpenMail {
	readonly delivery: DeliveryRecord;
	readonly status: MailStatus;
	readonly kind: string;
	/** The license, order or list. */
	readonly about: string;
	/** The address of the license; null for mail to the operator. */
	readonly email: string | null;
}

type Row = DeliveryRecord & {
	kind: string;
	about: string;
	email: string | null;
	expires: string | null;
	revoked: string | null;
};

/**
 * Mail that waits, was refused, given up or written to a file, or whose state is unknown; the newest first. A mail that was
 * sent again is left out, and so is one whose license ended: nobody waits for it. Messages of the watch are not mail.
 */
export async function readOpenMail(queries: Queries, settings: Settings, most: number): Promise<OpenMail[]> {
	const rows = await queries.rows<Row>(
		`SELECT ${deliveryColumns}, subject_kind AS kind, subject_id AS about, licenses.email, licenses.expires, licenses.revoked
			FROM outbox LEFT JOIN licenses ON licenses.id = outbox.subject_id AND subject_kind LIKE 'license%'
			WHERE subject_kind NOT LIKE 'watch:%' AND (sent IS NULL OR place LIKE '/%')
				AND (subject_kind = 'license-notice' OR NOT EXISTS (
					SELECT 1 FROM outbox AS later WHERE later.subject_kind = outbox.subject_kind
						AND later.subject_id = outbox.subject_id AND later.queued > outbox.queued))
			ORDER BY queued DESC, outbox.id LIMIT $1`,
		[most],
	);
	return rows
		.filter(
			({ kind, expires, revoked }) =>
				!kind.startsWith('license') || statusOf({ expires, revoked }) === 'active',
		)
		.map(({ kind, about, email, expires: _, revoked: __, ...row }) => {
			const delivery = deliveryOf(row);
			return { delivery, status: statusOfMail(delivery, settings), kind, about, email };
		});
}

/** Records that a mail of unknown state has arrived, because a person knows it. */
export async function settleMail({ database, actor }: Registry, id: string): Promise<void> {
	const now = await database.now();
	await changeLicenses(database, async (queries) => {
		const [row] = await queries.rows<{ kind: string; about: string }>(
			`UPDATE outbox SET sent = $1, unknown_since = NULL, lease_owner = NULL, lease_until = 0, problem = NULL,
					address = NULL
				WHERE id = $2 AND unknown_since IS NOT NULL AND sent IS NULL
				RETURNING subject_kind AS kind, subject_id AS about`,
			[now, id],
		);
		if (!row) throw new Failure('no-such-mail', 'this mail is no longer in doubt: reload the page');
		const about = row.kind.startsWith('license') ? { license: row.about } : {};
		await writeAudit(queries, actor, [{ what: 'mail', detail: 'a mail in doubt has arrived', ...about }]);
	});
}
