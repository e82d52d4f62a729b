import type { JsonSchema } from './record-schemas.ts';

/** Records as plain TypeScript, for those who have neither the schemas nor their library. */

interface Style {
	/** What stands for the record of a name. */
	readonly named: (name: string) => string;
	/** Whether members and lists may be changed. */
	readonly isFrozen: boolean;
}

/** The members of an interface with a type for each name. */
export function printTypes(schemas: Readonly<Record<string, JsonSchema>>, style: Style): string {
	return Object.entries(schemas)
		.map(([name, schema]) => printMember(name, schema, { style, isOptional: false, depth: 1 }))
		.join('');
}

/** An object type with optional members. */
export function printOptions(schemas: Readonly<Record<string, JsonSchema>>, style: Style): string {
	const members = Object.entries(schemas).map(([name, schema]) =>
		printMember(name, schema, { style, isOptional: true, depth: 1 }),
	);
	return `{\n${members.join('')}}`;
}

function printMember(
	name: string,
	schema: JsonSchema,
	{ style, isOptional, depth }: { style: Style; isOptional: boolean; depth: number },
): string {
	const indent = '\t'.repeat(depth);
	const { description } = schema;
	const words =
		description === undefined ? '' : `${indent}/** ${String(description).replaceAll('*/', '* /')} */\n`;
	const word = /^\w+$/.test(name) ? name : JSON.stringify(name);
	const frozen = style.isFrozen ? 'readonly ' : '';
	return `${words}${indent}${frozen}${word}${isOptional ? '?' : ''}: ${typeOf(schema, style, depth)};\n`;
}

function typeOf(schema: JsonSchema, style: Style, depth: number): string {
	const {
		$ref,
		const: only,
		enum: values,
		type,
		anyOf,
		oneOf,
		allOf,
	} = schema as {
		$ref?: string;
		const?: unknown;
		enum?: unknown[];
		type?: string | string[];
		anyOf?: JsonSchema[];
		oneOf?: JsonSchema[];
		allOf?: JsonSchema[];
	};
	if ($ref !== undefined) return style.named($ref.split('/').at(-1)!);
	if (only !== undefined) return JSON.stringify(only);
	if (values) return values.map((value) => JSON.stringify(value)).join(' | ');
	const others = anyOf ?? oneOf ?? allOf;
	if (others) return others.map((other) => typeOf(other, style, depth)).join(allOf ? ' & ' : ' | ');
	return [type ?? 'unknown']
		.flat()
		.map((one) => typeNamed(one, schema, style, depth))
		.join(' | ');
}

function typeNamed(type: string, schema: JsonSchema, style: Style, depth: number): string {
	if (type === 'integer') return 'number';
	if (type === 'array') {
		const items = typeOf((schema.items ?? {}) as JsonSchema, style, depth);
		return `${style.isFrozen ? 'readonly ' : ''}${/ [|&] /.test(items) ? `(${items})` : items}[]`;
	}
	if (type !== 'object') return type;
	const {
		properties,
		required = [],
		additionalProperties,
	} = schema as {
		properties?: Record<string, JsonSchema>;
		required?: string[];
		additionalProperties?: JsonSchema | false;
	};
	const frozen = style.isFrozen ? 'readonly ' : '';
	if (!properties) {
		const values = additionalProperties ? typeOf(additionalProperties, style, depth) : 'unknown';
		return `{ ${frozen}[name: string]: ${values} }`;
	}
	const members = Object.entries(properties).map(([name, member]) =>
		printMember(name, member, { style, isOptional: !required.includes(name), depth: depth + 1 }),
	);
	const indent = '\t'.repeat(depth);
	const open = additionalProperties === undefined ? `${indent}\t${frozen}[name: string]: unknown;\n` : '';
	return `{\n${members.join('')}${open}${indent}}`;
}
