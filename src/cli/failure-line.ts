import { visible } from '@pointrelease/core/src/text/visible.ts';
import { Failure, reasonOf } from '../process/failure.ts';
import { incompleteStatus } from './exit-status.ts';

/** What to do about a failure on the command line, after its message. The rooms below do not know any option. */
const advice: Readonly<Record<string, string>> = {
	'no-model-column': '; choose one with --column model=NAME',
	'no-history': ' Add exports with: pointrelease fleet remember FILE...',
	'damaged-history': ' Restore it from a backup, or start a new one with --history.',
	'not-pseudonymous': ' Start a pseudonymous history with --history and another file.',
	'unknown-import': ' See "pointrelease fleet remember --list".',
	'folder-not-empty': ' Name a new folder with --out.',
};

/** The line on standard error, one for each setting that cannot be read, and the exit status of a command that failed. */
export function failureOf(thrown: unknown, words: readonly string[]): { line: string; status: number } {
	const { code, message, status } = partsOf(thrown);
	// With --json errors are JSON on standard error too: standard output carries only data.
	const text = words.includes('--json')
		? JSON.stringify({ error: { code, message } })
		: message.replaceAll(/^/gm, 'pointrelease: ');
	return { line: `${visible(text)}\n`, status };
}

function partsOf(thrown: unknown): { code: string; message: string; status: number } {
	if (!(thrown instanceof Failure))
		return { code: 'internal-error', message: `internal error: ${reasonOf(thrown)}`, status: 70 };
	const { code } = thrown;
	const message = thrown.message + (Object.hasOwn(advice, code) ? advice[code] : '');
	// For a pipeline an incomplete pull is the same as an incomplete export.
	return { code, message, status: code === 'incomplete-pull' ? incompleteStatus : 1 };
}
