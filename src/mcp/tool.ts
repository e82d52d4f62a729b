import { Failure } from '../process/failure.ts';
import type { JsonSchema } from './schema.ts';
import type { Source } from './source.ts';

/** The arguments of a call, already checked against the input schema. */
export type Arguments = Readonly<Record<string, unknown>>;

/** A question that an agent can ask. Tools only read. */
export interface Tool {
	readonly name: string;
	readonly title: string;
	/** Short and exact: agents choose tools by it. */
	readonly description: string;
	readonly input: JsonSchema;
	readonly output: JsonSchema;
	answer(source: Source, input: Arguments): Promise<unknown>;
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
