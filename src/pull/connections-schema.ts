import { nameShape } from './connections-file.ts';
import type { Need } from './kind.ts';
import { kinds } from './kinds.ts';
import { secretSchema } from './secret.ts';

/** The JSON Schema of the connections file, made from the table of kinds. */
export function connectionSchema(): object {
	const address = { type: 'string', format: 'uri', pattern: '^https?://' };
	const secret = { $ref: '#/$defs/secret' };
	const memberOf = (need: Need) =>
		need === 'secret' ? secret : need === 'text' ? { type: 'string', minLength: 1 } : { enum: need };
	const entries = [...kinds.values()].map(({ name, title, needs, origins }) => ({
		title,
		type: 'object',
		properties: {
			kind: { const: name },
			url: { ...address, description: 'where the API is' },
			login_url: { ...address, description: 'where tokens are issued' },
			ca_file: { type: 'string', description: 'a PEM file of the only authority that is trusted' },
			...Object.fromEntries(Object.entries(needs).map(([member, need]) => [member, memberOf(need)])),
		},
		required: ['kind', ...(origins({}).api === null ? ['url'] : []), ...Object.keys(needs)],
		additionalProperties: false,
	}));
	return {
		$schema: 'https://json-schema.org/draft/2020-12/schema',
		title: 'Connections of pointrelease',
		type: 'object',
		properties: {
			$schema: { type: 'string' },
			connections: {
				type: 'object',
				propertyNames: { pattern: nameShape.source },
				additionalProperties: { oneOf: entries },
			},
		},
		required: ['connections'],
		additionalProperties: false,
		$defs: { secret: secretSchema },
	};
}
