import type { Parameter, ValueSchema } from '@pointrelease/core/src/api/parameters.ts';
import type { z } from 'zod';
import { Failure } from '../process/failure.ts';
import type { Source } from './source.ts';

/** The arguments of a call, already checked against the input schema. */
export type Arguments = Readonly<Record<string, unknown>>;

/** A question that an agent can ask. Tools only read. */
export interface Tool<Output extends z.ZodObject = z.ZodObject> {
	readonly name: string;
	readonly title: string;
	/** Short and exact: agents choose tools by it. */
	readonly description: string;
	readonly input: Readonly<Record<string, Parameter>>;
	readonly output: Output;
	answer(source: Source, input: Arguments): Promise<unknown>;
}

/** A text that must be given. */
export function text(description: string, maxLength = 200): Parameter {
	return { ...optionalText(description, maxLength), isRequired: true };
}

export function optionalText(description: string, maxLength = 200): Parameter {
	return { description, schema: { type: 'string', minLength: 1, maxLength } };
}

/** A number that may be left out. */
export function whole(description: string, minimum: number, maximum: number): Parameter {
	return { description, schema: { type: 'integer', minimum, maximum } };
}

/** A JSON Schema of the arguments of a tool. */
export function inputSchema({ input }: Pick<Tool, 'input'>) {
	const properties = Object.entries(input).map(([name, { description, schema }]): [string, ValueSchema] => [
		name,
		{ ...schema, description },
	]);
	return {
		type: 'object',
		properties: Object.fromEntries(properties),
		required: Object.keys(input).filter((name) => input[name]!.isRequired),
		additionalProperties: false,
	};
}

/** Encodes a segment of a path. */
export function segment(value: unknown): string {
	return encodeURIComponent(String(value));
}

/** The segment of a path that names a Mac and what it runs. */
export function macSegment({ mac, version }: Arguments): string {
	for (const [name, value] of Object.entries({ mac, version }))
		if (String(value).includes(':'))
			throw new Failure('bad-arguments', `${name} is "${value}": give the Mac and its version apart`);
	return `${segment(mac)}:${segment(version)}`;
}

/** The query string of the arguments that are given. */
export function queryFrom(input: Arguments, names: readonly string[]): string {
	const query = new URLSearchParams();
	for (const name of names) {
		const value = input[name];
		if (value !== undefined) query.set(name, Array.isArray(value) ? value.join(',') : String(value));
	}
	const text = query.toString();
	return text === '' ? '' : `?${text}`;
}
