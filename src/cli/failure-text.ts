import { Failure, reasonOf } from '../process/failure.ts';
import { visible } from '../text/visible.ts';

/** What a command that failed leaves behind: a line on standard error, and its status. */
export function failureOf(thrown: unknown, words: readonly string[]): { line: string; status: number } {
	const failed = thrown instanceof Failure;
	const message = failed ? thrown.message : `internal error: ${reasonOf(thrown)}`;
	// A program that asked for JSON gets it on either stream: what is on standard output stays data alone.
	const told = words.includes('--json')
		? JSON.stringify({ error: { code: failed ? thrown.code : 'internal-error', message } })
		: `pointrelease: ${message}`;
	return { line: `${visible(told)}\n`, status: failed ? 1 : 70 };
}
