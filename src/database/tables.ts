import { licenseColumns } from './license-columns.ts';

export interface Table {
	readonly name: string;
	/** What tells its rows apart, and the order in which they are read. */
	readonly key: readonly string[];
	readonly columns: readonly string[];
}

/** Every table with all its columns as they are now; those that others point to come first. */
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
		],
	},
	{
		name: 'orders',
		key: ['ref'],
		columns: [
			...['ref', 'provider', 'live', 'state', 'reason', 'payment', 'customer', 'product'],
			...['email', 'mailbox', 'created', 'changed', 'issued'],
		],
	},
	{
		name: 'order_events',
		key: ['provider', 'id'],
		columns: [
			...['provider', 'id', 'type', 'happened', 'received', 'live', 'order_ref', 'payment'],
			...['subject', 'outcome'],
		],
	},
	{
		name: 'audit',
		key: ['number'],
		columns: ['number', 'moment', 'who', 'why', 'what', 'license', 'order_ref', 'event'],
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
		],
	},
];
