import type { Answer } from '../../api/answer.ts';
import { isProblem, type Problem } from '../../api/problem.ts';
import { Failure } from '../../process/failure.ts';
import type { Call } from '../command.ts';

/** A problem as one line: what is wrong, then whatever helps to ask again. */
export function problemLine(body: string): string {
	const { type: _type, title: _title, status: _status, code: _code, detail, ...help } = JSON.parse(body);
	// The boards say all that their bare identifiers do.
	if (help.boards) delete help.candidates;
	const hints = Object.entries(help as Record<string, unknown>)
		.filter(([, value]) => value !== null && String(value) !== '' && !isRecord(value))
		.map(
			([name, value]) =>
				`${name.replace('majors', 'major versions').replaceAll('_', ' ')}: ${printed(value)}`,
		);
	return [detail, ...hints].join('; ');
}

function printed(value: unknown): string {
	if (Array.isArray(value)) return value.map(printed).join(', ');
	return isRecord(value)
		? Object.values(value)
				.filter((part) => part !== null)
				.join(' ')
		: String(value);
}

function isRecord(value: unknown): value is object {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The query that the options stand for, in the order of the names: `--as-of` is `as_of`. */
export function queryOfOptions(options: Call['options'], names: readonly string[]): string {
	const query = new URLSearchParams();
	for (const name of names) {
		const value = options[name];
		if (typeof value === 'string') query.set(name.replaceAll('-', '_'), value);
	}
	return query.toString();
}

/** The body of what a read answers without a server; a problem ends the command with one line. */
export function bodyOfRead(found: Answer | Problem | null, { json, print }: Call, usage: string): string {
	if (!found) throw new Failure('bad-arguments', `usage: pointrelease ${usage} (see --help)`);
	if (!isProblem(found)) return found.body;
	if (json) print(found.body);
	if (found.code === 'bad-parameter') {
		const { parameter, expected } = JSON.parse(found.body);
		throw new Failure('bad-arguments', `--${parameter.replaceAll('_', '-')}: expected ${expected}`);
	}
	throw new Failure(found.code, problemLine(found.body));
}
