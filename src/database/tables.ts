import { createHash } from 'node:crypto';
import { type Database, placeholders, type Queries, type Value } from './database.ts';
import { licenseColumns } from './license-columns.ts';

export interface Table {
	readonly name: string;
	/** The columns that identify a row, and the order in which rows are read. */
	readonly key: readonly string[];
	readonly columns: readonly string[];
}

/** Every table with its present columns; tables that others refer to come first. */
export const tables: readonly Table[] = [
	{ name: 'ledger', key: ['single'], columns: ['single', 'change', 'licenses', 'seal_key', 'identity'] },
	{
		name: 'learning',
		key: ['single'],
		columns: ['single', 'change', 'polls', 'lease_owner', 'lease_until', 'announced'],
	},
	{ name: 'licenses', key: ['number'], columns: licenseColumns.map(({ name }) => name) },
	{
		name: 'outbox',
		key: ['id'],
		columns: [
			'id',
			'license',
			'occasion',
			'queued',
			'due',
			'attempts',
			'lease_owner',
			'lease_until',
			'sent',
			'given_up',
			'problem',
			'handed_over',
			'unknown_since',
			'subject_kind',
			'subject_id',
			'place',
		],
	},
	{
		name: 'orders',
		key: ['ref'],
		columns: [
			'ref',
			'provider',
			'live',
			'state',
			'reason',
			'payment',
			'customer',
			'product',
			'email',
			'mailbox',
			'created',
			'changed',
			'issued',
			'recurring',
			'renews',
			'days',
			'counts_from',
			'grace',
		],
	},
	{
		name: 'order_events',
		key: ['provider', 'id'],
		columns: [
			'provider',
			'id',
			'type',
			'happened',
			'received',
			'live',
			'order_ref',
			'payment',
			'subject',
			'outcome',
			'until',
			'price',
			'free',
			'detail',
			'accepted',
		],
	},
	{
		name: 'audit',
		key: ['number'],
		columns: ['number', 'moment', 'who', 'why', 'what', 'license', 'order_ref', 'event'],
	},
	{
		name: 'reminders',
		key: ['license', 'ends_on', 'days'],
		columns: ['license', 'ends_on', 'days', 'queued'],
	},
	{ name: 'lost_key_requests', key: ['id'], columns: ['id', 'email', 'asked'] },
	{ name: 'usage', key: ['day', 'license'], columns: ['license', 'day', 'requests'] },
	{
		name: 'feed_addresses',
		key: ['digest'],
		columns: ['digest', 'license', 'generation', 'created', 'revoked', 'change'],
	},
	{
		name: 'imports',
		key: ['file', 'time'],
		columns: ['file', 'time', 'licenses', 'taken', 'mail', 'begun', 'done'],
	},
	{ name: 'usage_batches', key: ['writer'], columns: ['writer', 'batch', 'day'] },
	{
		name: 'usage_journal',
		key: ['part', 'writer', 'batch'],
		columns: ['part', 'writer', 'batch', 'day', 'pairs'],
	},
	{
		name: 'learnt',
		key: ['kind', 'subject', 'object'],
		columns: ['kind', 'subject', 'object', 'value', 'feed', 'seen', 'accepted', 'change'],
	},
	{
		name: 'quarantine',
		key: ['id'],
		columns: ['id', 'reason', 'feed', 'subject', 'detail', 'facts', 'first_seen', 'state', 'decided', 'told'],
	},
	{
		name: 'decisions',
		key: ['number'],
		columns: ['number', 'what', 'subject', 'item', 'who', 'why', 'decided', 'added', 'removed', 'undone'],
	},
	{
		name: 'feeds',
		key: ['feed'],
		columns: [
			'feed',
			'first_try',
			'last_try',
			'last_answer',
			'failures',
			'problem',
			'due',
			'polled',
			'memory',
			'moved',
			'frozen',
			'pending',
			'lost',
			'clock_off',
		],
	},
	{
		name: 'watch_rounds',
		key: ['number'],
		columns: ['number', 'cause', 'started', 'step', 'whole', 'counts', 'ended'],
	},
	{
		name: 'watch_sources',
		key: ['name'],
		columns: ['name', 'round', 'tried', 'taken', 'file', 'remembered', 'problem'],
	},
	{
		name: 'watch_messages',
		key: ['id'],
		columns: ['id', 'channel', 'kind', 'subject', 'about', 'round', 'queued', 'message'],
	},
	{
		name: 'watch_channels',
		key: ['name'],
		columns: ['name', 'entry', 'missing_since', 'paused', 'problem'],
	},
	{ name: 'watch_notes', key: ['name'], columns: ['name', 'value'] },
	{ name: 'service_settings', key: ['name'], columns: ['name', 'value'] },
];

/** Tables whose only row the schema creates. A copy sets that row last, when all other rows are there. */
export const singleRows = ['ledger', 'learning'] as const;

const pageRows = 500;

async function* pagesOf(queries: Queries, { name, columns, key }: Table): AsyncGenerator<Value[][]> {
	const list = key.join(', ');
	const places = columns.map((column) => key.indexOf(column));
	let after: Value[] | null = null;
	for (;;) {
		const beyond: string = after ? `WHERE (${list}) > ${placeholders(1, key.length)}` : '';
		const page: Value[][] = await queries.tuples<Value[]>(
			`SELECT ${columns.join(', ')} FROM ${name} ${beyond} ORDER BY ${list} LIMIT ${pageRows}`,
			after ?? [],
		);
		if (page.length > 0) yield page;
		const last = page.at(-1);
		if (page.length < pageRows || !last) return;
		after = key.map((_, place) => last[places.indexOf(place)]!);
	}
}

/** Adds all rows that are missing in the target, and so continues an interrupted copy. */
export async function copyTable(
	from: Queries,
	to: Database,
	table: Table,
	progress: (rows: number) => void,
): Promise<void> {
	const { name, columns } = table;
	let rows = 0;
	for await (const page of pagesOf(from, table)) {
		await to.rows(
			`INSERT INTO ${name} (${columns.join(', ')}) VALUES ${placeholders(page.length, columns.length)}
				ON CONFLICT DO NOTHING`,
			page.flat(),
		);
		rows += page.length;
		progress(rows);
	}
}

export interface Fingerprint {
	rows: number;
	/** Independent of the order of rows: two databases sort text differently. */
	digest: string;
}

export async function fingerprintOf(queries: Queries, table: Table): Promise<Fingerprint> {
	const sum = new Uint8Array(32);
	let rows = 0;
	for await (const page of pagesOf(queries, table))
		for (const row of page) {
			const digest = createHash('sha256')
				.update(JSON.stringify(row.map(canonical)))
				.digest();
			// XOR would cancel equal rows, but a key makes every row different.
			for (let at = 0; at < sum.length; at++) sum[at]! ^= digest[at]!;
			rows++;
		}
	return { rows, digest: Buffer.from(sum).toString('hex') };
}

/** One driver returns large numbers as text, the other as numbers. */
function canonical(value: Value): string | null {
	if (value === null) return null;
	return typeof value === 'object' ? Buffer.from(value).toString('hex') : String(value);
}
