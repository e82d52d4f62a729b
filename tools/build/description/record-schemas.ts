import { shapes } from '@pointrelease/core/src/api/shapes/shapes.ts';
import * as z from 'zod';

export type JsonSchema = { [member: string]: unknown };

const place = '#/components/schemas/';

/** The reference to a record of the API description. */
export function recordReference(name: keyof typeof shapes): JsonSchema {
	return { $ref: place + name };
}

/** The shapes as JSON Schema by their names. Where one stands in another, there is a reference to it. */
export function recordSchemas(): Record<string, JsonSchema> {
	const registry = z.registry<{ id: string }>();
	for (const [name, shape] of Object.entries(shapes)) registry.add(shape, { id: name });
	const { schemas } = z.toJSONSchema(registry, { uri: (name) => place + name });
	return Object.fromEntries(Object.keys(shapes).map((name) => [name, tidy(schemas[name]) as JsonSchema]));
}

/** What the library adds and nobody needs to read. */
const noise = new Set(['$schema', '$id', 'propertyNames']);
const farBounds: readonly unknown[] = [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];

/** A schema as a person would write it: what may be null is one schema, and nothing says that anything is allowed. */
function tidy(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(tidy);
	if (typeof value !== 'object' || value === null) return value;
	const members = Object.entries(value)
		.filter(([name, member]) => !noise.has(name) && !farBounds.includes(member) && !isEmpty(member))
		.map(([name, member]): [string, unknown] => [name, tidy(member)]);
	const schema = Object.fromEntries(members);
	if (typeof schema.pattern === 'string') schema.pattern = schema.pattern.replaceAll('\\/', '/');
	if (schema.type === 'number' && Number.isInteger(schema.const)) schema.type = 'integer';
	return orNull(schema);
}

function orNull({ anyOf, ...schema }: JsonSchema): JsonSchema {
	const [some, none, ...others] = (anyOf ?? []) as JsonSchema[];
	if (typeof some?.type !== 'string' || none?.type !== 'null' || others.length > 0)
		return anyOf ? { anyOf, ...schema } : schema;
	const { type, enum: values, ...rest } = some;
	return {
		type: [type, 'null'],
		...(Array.isArray(values) && { enum: [...values, null] }),
		...rest,
		...schema,
	};
}

function isEmpty(value: unknown): boolean {
	return (
		typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0
	);
}
