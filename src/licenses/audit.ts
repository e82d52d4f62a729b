import { withoutAddresses } from '@pointrelease/core/src/text/email-address.ts';
import { placeholders, type Queries, type Value } from '../database/database.ts';

/** Who changes licenses, and why, in their own words. */
export interface Actor {
	readonly who: string;
	readonly why: string;
	/** The provider's ID of the event that caused the change; absent if a person or the service caused it. */
	readonly event?: string;
}

/** The service itself. */
export const ownActor: Actor = { who: 'service', why: '' };

export interface AuditSubject {
	readonly what: AuditedChange;
	/** The public ID of the license; absent if the change is about none or about very many. */
	readonly license?: string;
	/** The reference of the order. */
	readonly order?: string | null;
	/** The effect of the change, if its name does not say it. */
	readonly detail?: string;
}

type AuditedChange =
	| 'issue'
	| 'import'
	| 'resend'
	| 'revoke'
	| 'restore'
	| 'renew'
	| 'change-email'
	| 'rotate'
	| 'forget'
	| 'feed'
	| 'remind'
	| 'rotate-secret'
	| 'console'
	| 'order'
	| 'mail';

/** A line of the audit log. */
export interface AuditLine {
	readonly number: number;
	readonly moment: string;
	readonly who: string;
	readonly why: string;
	readonly what: string;
	readonly license: string | null;
	readonly order: string | null;
	readonly event: string | null;
}

const columns = ['number', 'moment', 'who', 'why', 'what', 'license', 'order_ref', 'event'];

/** Call this in the transaction of the audited change: its lock on the ledger makes the numbers unique. */
export async function writeAudit(
	queries: Queries,
	{ who, why, event }: Actor,
	subjects: readonly AuditSubject[],
): Promise<void> {
	if (subjects.length === 0) return;
	const [last] = await queries.tuples<[number]>('SELECT COALESCE(MAX(number), 0) FROM audit');
	const moment = new Date().toISOString();
	const rows = subjects.map(({ what, license, order, detail }, at): Value[] => [
		Number(last![0]) + at + 1,
		moment,
		nameIn(who),
		withoutAddresses([detail, why].filter(Boolean).join(': ')),
		what,
		license ?? null,
		order ?? null,
		event ?? null,
	]);
	for (let start = 0; start < rows.length; start += 500) {
		const part = rows.slice(start, start + 500);
		await queries.rows(
			`INSERT INTO audit (${columns.join(', ')}) VALUES ${placeholders(part.length, columns.length)}`,
			part.flat(),
		);
	}
}

/** The name of the person, or the part before the @: the log is never erased, so it must not hold addresses. */
function nameIn(who: string): string {
	const name = who
		.replace(/<[^<>]*@[^<>]*>/g, '')
		.trim()
		.replace(/^([^\s@<>"]+)@\S*$/, '$1');
	return withoutAddresses(name) || '(address)';
}

/** A reason as a person wrote it: the log has one line for each entry. */
export function oneLine(text = ''): string {
	return text.replace(/\s+/g, ' ').trim().slice(0, 500);
}

/** The latest lines, oldest first: of everything, of one license, or of one order. */
export async function readAudit(
	queries: Queries,
	{ license, order, most }: { license?: string; order?: string; most: number },
): Promise<AuditLine[]> {
	const about = license ?? order;
	const where = about === undefined ? '' : `WHERE ${license === undefined ? 'order_ref' : 'license'} = $1`;
	const rows = await queries.rows<AuditLine>(
		`SELECT number, moment, who, why, what, license, order_ref AS "order", event FROM audit ${where}
			ORDER BY number DESC LIMIT ${Math.min(most, 10_000_000)}`,
		about === undefined ? [] : [about],
	);
	return rows.reverse();
}
