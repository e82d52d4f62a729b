import type { Answer } from '../../api/answer.ts';
import { isProblem, type Problem } from '../../api/problem.ts';
import { Failure } from '../../process/failure.ts';
import type { Call } from '../command.ts';
import { problemLine } from './problem-line.ts';

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
