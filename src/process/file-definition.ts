import * as z from 'zod/mini';
import { quoted, type Schema } from './definition-parts.ts';
import type { Failure } from './failure.ts';
import { invalidFile, type JsonFile, parseJsonFile, readJsonFile } from './json-file.ts';

/** More lines than this help nobody. */
const mostMistakes = 20;

/** Reads a file by its definition. All mistakes of the file are in the Failure, a line each. */
export function readDefined<Value extends Schema>(file: JsonFile, definition: Value): z.output<Value> {
	return validated(file, readJsonFile(file), definition);
}

/** The same for a text that was read before. */
export function parseDefined<Value extends Schema>(
	file: JsonFile,
	text: string,
	definition: Value,
): z.output<Value> {
	return validated(file, parseJsonFile(file, text), definition);
}

/** The same for a value that was read before. */
export function validated<Value extends Schema>(
	file: JsonFile,
	value: unknown,
	definition: Value,
): z.output<Value> {
	const { data, error } = z.safeParse(definition, value, { reportInput: true });
	if (error) throw mistakesIn(file, error.issues);
	return data as z.output<Value>;
}

/** A copy of a value without the members that its definition does not have. */
export function withoutUnknown(value: unknown, definition: Schema): unknown {
	const unknown = z
		.safeParse(definition, value)
		.error?.issues.filter(({ code }) => code === 'unrecognized_keys');
	if (!unknown || unknown.length === 0) return value;
	const copy = structuredClone(value);
	for (const issue of unknown) {
		const container = issue.path.reduce((at, name) => (at as Record<PropertyKey, unknown>)[name], copy);
		for (const name of (issue as z.core.$ZodIssueUnrecognizedKeys).keys)
			delete (container as Record<string, unknown>)[name];
	}
	return copy;
}

function mistakesIn(file: JsonFile, issues: readonly z.core.$ZodIssue[]): Failure {
	const lines = [...new Set(issues.flatMap((issue) => linesOf(issue)))];
	const more = lines.length - mostMistakes;
	return invalidFile(file, [
		...lines.slice(0, mostMistakes),
		...(more > 0 ? [`and ${more} more mistakes`] : []),
	]);
}

function linesOf(issue: z.core.$ZodIssue): string[] {
	const { path } = issue;
	if (issue.code === 'unrecognized_keys')
		return issue.keys.map((key) => `${placeOf(path) || 'it'} has ${quoted(key)}: ${issue.message}`);
	if (issue.code === 'invalid_key')
		return [`${placeOf(path.slice(0, -1)) || 'it'} has ${quoted(path.at(-1))}: ${issue.issues[0]!.message}`];
	return [`${placeOf(path) || 'the file'} ${issue.message}`];
}

/** A path as people write it: `channels.team.tell[2]`. */
function placeOf(path: readonly PropertyKey[]): string {
	return path
		.map((part) => {
			if (typeof part === 'number') return `[${part}]`;
			return /^[\w$-]+$/.test(String(part)) ? `.${String(part)}` : `[${quoted(part)}]`;
		})
		.join('')
		.replace(/^\./, '');
}

/** The JSON Schema of a file. */
export function jsonSchemaOf(
	definition: Schema,
	head: { readonly title: string; readonly description: string },
) {
	const { $schema, ...schema } = z.toJSONSchema(definition, { io: 'input' });
	return { $schema, ...head, ...schema };
}
