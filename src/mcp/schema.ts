import { descriptionText } from '../api/description.ts';

export type JsonSchema = { [name: string]: unknown };

const description = JSON.parse(descriptionText) as {
	paths: Record<string, Described>;
	components: { schemas: Record<string, JsonSchema> };
};
const components = description.components.schemas;

/** The shape of the answer of a path in the API description, with all that it refers to, so that it stands alone. */
export function answerShape(path: string): JsonSchema {
	return resolve(
		description.paths[path]!.get.responses[200].content['application/json'].schema,
	) as JsonSchema;
}

interface Described {
	get: { responses: { 200: { content: { 'application/json': { schema: JsonSchema } } } } };
}

/** A shape of the API description by its name, likewise. */
export function namedShape(name: string): JsonSchema {
	return resolve(components[name]!) as JsonSchema;
}

function resolve(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(resolve);
	if (typeof value !== 'object' || value === null) return value;
	const { $ref, ...members } = value as { $ref?: string };
	const own = Object.fromEntries(Object.entries(members).map(([name, member]) => [name, resolve(member)]));
	if ($ref === undefined) return own;
	return { ...(resolve(components[$ref.split('/').at(-1)!]) as object), ...own };
}

/** An object of these members, of which all must be there unless they are named as optional. */
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
