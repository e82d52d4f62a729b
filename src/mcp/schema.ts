import { longestDays, mostBehind, mostExcluded } from '@pointrelease/core/src/advice/policy/policy.ts';
import { descriptionText } from '../api/description.ts';

export type JsonSchema = { [name: string]: unknown };

const description = JSON.parse(descriptionText) as {
	paths: Record<string, Described>;
	components: { schemas: Record<string, JsonSchema> };
};
const components = description.components.schemas;

/** The schema of a path's answer from the API description, with all references resolved. */
export function answerShape(path: string): JsonSchema {
	return resolve(
		description.paths[path]!.get.responses[200].content['application/json'].schema,
	) as JsonSchema;
}

interface Described {
	get: { responses: { 200: { content: { 'application/json': { schema: JsonSchema } } } } };
}

/** A schema of the API description by its name, with all references resolved. */
export function namedShape(name: string): JsonSchema {
	return resolve(components[name]!) as JsonSchema;
}

function resolve(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(resolve);
	if (typeof value !== 'object' || value === null) return value;
	const { $ref, ...members } = value as { $ref?: string };
	const resolved = Object.fromEntries(
		Object.entries(members).map(([name, member]) => [name, resolve(member)]),
	);
	if ($ref === undefined) return resolved;
	return { ...(resolve(components[$ref.split('/').at(-1)!]) as object), ...resolved };
}

/** An object with these members. All are required except the optional ones. */
export function object(properties: Record<string, JsonSchema>, optional: readonly string[] = []): JsonSchema {
	return {
		type: 'object',
		properties,
		required: Object.keys(properties).filter((name) => !optional.includes(name)),
		additionalProperties: false,
	};
}

export function text(description: string): JsonSchema {
	return { type: 'string', minLength: 1, maxLength: 200, description };
}

export function whole(description: string, minimum: number, maximum: number): JsonSchema {
	return { type: 'integer', minimum, maximum, description };
}

/** A member that may be null. */
export function maybe(type: string, description: string): JsonSchema {
	return { type: [type, 'null'], description };
}

/** The schema of an answer, with additional members, and others in place of its own. */
export function withMembers(shape: JsonSchema, members: Record<string, JsonSchema>): JsonSchema {
	const { properties, required } = shape as { properties: object; required: string[] };
	return {
		...shape,
		properties: { ...properties, ...members },
		required: [...new Set([...required, ...Object.keys(members)])],
	};
}

/** The terms of a policy by the names of the query parameters. All are optional. */
export const policyInput: Record<string, JsonSchema> = {
	policy: text('the name of a policy that the operator has configured'),
	behind: whole('major versions that Macs may stay behind the newest one: 1 for N-1', 0, mostBehind),
	defer_days: whole('days a release must be out before it is required', 0, longestDays),
	defer_major_days: whole('the same for a new major version (default: defer_days)', 0, longestDays),
	exclude: {
		type: 'array',
		items: text('a version'),
		maxItems: mostExcluded,
		description: 'versions that are never required',
	},
	grace_days: whole('days to install a required release', 0, longestDays),
	exploited_grace_days: whole('the same if it fixes a known exploited vulnerability', 0, longestDays),
	as_of: {
		type: 'string',
		format: 'date',
		description: 'the day to look from, YYYY-MM-DD (default: today in UTC)',
	},
};

export const policyNames: readonly string[] = Object.keys(policyInput);
