import type { JsonSchema } from './schema.ts';
import type { Source } from './source.ts';

/** What a tool is given by whoever calls it; it was checked against the input shape. */
export type Arguments = Readonly<Record<string, unknown>>;

/** A question that an agent may ask. All of them only read. */
export interface Tool {
	readonly name: string;
	readonly title: string;
	/** Short, and no more than is true: an agent decides by it. */
	readonly description: string;
	readonly input: JsonSchema;
	readonly output: JsonSchema;
	answer(source: Source, given: Arguments): Promise<unknown>;
}

/** A segment of a path. */
export function segment(value: unknown): string {
	return encodeURIComponent(String(value));
}

/** The query of the arguments that are given, by their own names. */
export function queryFrom(given: Arguments, names: readonly string[]): string {
	const query = new URLSearchParams();
	for (const name of names) {
		const value = given[name];
		if (value !== undefined) query.set(name, Array.isArray(value) ? value.join(',') : String(value));
	}
	const text = query.toString();
	return text === '' ? '' : `?${text}`;
}
