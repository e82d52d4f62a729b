import * as z from 'zod/mini';
import { quoted, type Schema } from './definition-parts.ts';

/** More lines than this help nobody. */
const mostMistakes = 20;

/** What a reader makes of a value, or all its mistakes, a line each. No file is read here, so the page can use it. */
export function validate<Value extends Schema>(
	value: unknown,
	definition: Value,
): { readonly data: z.output<Value> } | { readonly mistakes: readonly string[] } {
	const { data, error } = z.safeParse(definition, value, { reportInput: true });
	if (!error) return { data: data as z.output<Value> };
	const lines = [...new Set(error.issues.flatMap((issue) => linesOf(issue)))];
	const more = lines.length - mostMistakes;
	return {
		mistakes: [...lines.slice(0, mostMistakes), ...(more > 0 ? [`and ${more} more mistakes`] : [])],
	};
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
	head: { readonly $id: string; readonly title: string; readonly description: string },
) {
	const { $schema, ...schema } = z.toJSONSchema(definition, { io: 'input' });
	return { $schema, ...head, ...schema };
}
