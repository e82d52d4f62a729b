import { frameworks } from '@pointrelease/core/src/advice/policy/frameworks.ts';
import { formatNames, mdmNames } from '@pointrelease/core/src/integrations/enforce/formats.ts';
import { nameShape } from '../pull/connections-file.ts';
import { secretSchema } from '../pull/secret.ts';
import type { Need } from './channels/channel-kind.ts';
import { channelKinds } from './channels/channel-kinds.ts';
import { noticeKinds } from './message.ts';

const text = { type: 'string', minLength: 1 };
const path = (description: string) => ({ ...text, description });
const secret = { $ref: '#/$defs/secret' };
const days = (usual: number, description: string) => ({
	type: 'integer',
	minimum: 1,
	maximum: 3650,
	default: usual,
	description,
});

/** The JSON Schema of the watch file, made from the tables of channels, formats and frameworks. */
export function watchSchema(): object {
	return {
		$schema: 'https://json-schema.org/draft/2020-12/schema',
		title: 'Watch file of pointrelease',
		type: 'object',
		properties: {
			$schema: { type: 'string' },
			inventories: {
				type: 'array',
				items: text,
				minItems: 1,
				uniqueItems: true,
				description: 'files, folders (their newest file), and @connections',
			},
			connections: path('the connections file (default: CONNECTIONS)'),
			every: {
				type: 'string',
				pattern: '^[0-9]{1,6}[mhd]$',
				default: '24h',
				description: 'how often the inventories are pulled, from 15m to 31d',
			},
			late_days: days(3, 'days without a whole inventory until the channels are told'),
			owned: path('a file or @connection with the Macs that you own'),
			keep: { type: 'array', items: text, description: 'columns to carry through to reports and history' },
			policy: path('a policy of the POLICIES file, or a built-in one'),
			framework: { enum: [...frameworks.keys()] },
			unranked: { const: 'critical', description: 'count updates without a rank as critical' },
			exceptions: path('a CSV file of accepted exceptions'),
			time_zone: {
				...text,
				default: 'UTC',
				description: 'the zone of days in messages, such as Europe/Berlin',
			},
			channels: {
				type: 'object',
				propertyNames: { pattern: nameShape.source },
				additionalProperties: { oneOf: [...channelKinds.values()].map(channelSchema) },
			},
			reports: path('the folder for fleet.html, fleet.csv and fleet.json'),
			enforce: part({
				formats: { type: 'array', items: { enum: formatNames }, minItems: 1 },
				mdm: { enum: mdmNames },
				activations: { type: 'boolean' },
				own_major: { type: 'boolean' },
			}),
			evidence: part({
				sign: path('the private key of fleet evidence-key'),
				by: path('who makes the folder, as the auditor will read it'),
				pseudonymous: { type: 'boolean' },
			}),
			heartbeat: { ...secret, description: 'an address that is called after each whole round' },
			keep_days: days(30, 'how long pulled inventories are kept'),
			history: path('the history file (default: fleet-history.db in the state folder)'),
			page: path('the address of your service, for links in messages'),
		},
		required: ['inventories'],
		additionalProperties: false,
		$defs: { secret: secretSchema },
	};
}

function part(properties: Record<string, object>): object {
	const required = ['folder', ...('formats' in properties ? ['formats'] : [])];
	return {
		type: 'object',
		properties: { folder: path('where they are written'), ...properties },
		required,
		additionalProperties: false,
	};
}

function channelSchema({
	name,
	title,
	needs,
	options,
}: {
	name: string;
	title: string;
	needs: Readonly<Record<string, Need>>;
	options: Readonly<Record<string, Need>>;
}): object {
	const kindMembers = Object.entries({ ...needs, ...options }).map(([member, need]) => [
		member,
		need === 'secret' ? secret : typeof need === 'string' ? text : { enum: need },
	]);
	return {
		title,
		type: 'object',
		properties: {
			kind: { const: name },
			tell: { type: 'array', items: { enum: noticeKinds }, minItems: 1, description: 'all kinds by default' },
			policy: path('the policy for this channel, instead of that of the watch'),
			group: {
				type: 'object',
				properties: { column: text, value: text },
				required: ['column', 'value'],
				additionalProperties: false,
				description: 'only Macs whose row has the value in the column',
			},
			names: { type: 'boolean', default: false, description: 'whether names of Macs may be in messages' },
			ca_file: path('a PEM file of the only authority that is trusted'),
			...Object.fromEntries(kindMembers),
		},
		required: ['kind', ...Object.keys(needs)],
		additionalProperties: false,
	};
}
