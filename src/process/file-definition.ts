import * as z from 'zod/mini';
import type { Schema } from './definition-parts.ts';
import { invalidFile, type JsonFile, parseJsonFile, readJsonFile } from './json-file.ts';
import { validate } from './validate.ts';

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
	const result = validate(value, definition);
	if ('mistakes' in result) throw invalidFile(file, result.mistakes);
	return result.data;
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
