import * as z from 'zod';

interface Schema {
	readonly type?: string;
	readonly properties?: Readonly<Record<string, Schema>>;
	readonly required?: readonly string[];
	readonly items?: Schema;
	readonly anyOf?: readonly Schema[];
}

/** A JSON Schema that says of an object which members it has, and of each member its type. */
export interface BriefSchema {
	readonly type?: string | readonly string[];
	readonly properties?: Readonly<Record<string, BriefSchema>>;
	readonly required?: readonly string[];
	readonly items?: BriefSchema;
	readonly anyOf?: readonly BriefSchema[];
}

/**
 * The shape of an answer for the list of tools, which every conversation of an agent begins with: names, types and what is
 * always there. What a member means, its name and the answer tell.
 */
export function briefSchema(shape: z.ZodObject): BriefSchema {
	return brief(z.toJSONSchema(shape) as Schema);
}

function brief({ type, properties, required, items, anyOf }: Schema): BriefSchema {
	if (anyOf) return briefUnion(anyOf);
	return {
		...(type !== undefined && { type }),
		...(properties && {
			properties: Object.fromEntries(
				Object.entries(properties).map(([name, member]) => [name, brief(member)]),
			),
		}),
		...(required && { required }),
		...(items && { items: brief(items) }),
	};
}

function briefUnion(shapes: readonly Schema[]): BriefSchema {
	const [only, ...others] = shapes.filter(({ type }) => type !== 'null');
	if (!only?.type || others.length > 0) return { anyOf: shapes.map(brief) };
	return { ...brief(only), type: [only.type, 'null'] };
}
