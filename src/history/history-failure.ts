import { Failure } from '../process/failure.ts';

/** What is wrong with a history, in a line. */
export function historyFailure(path: string, thrown: unknown): Error {
	if (thrown instanceof Failure) return thrown;
	const { code, message } = thrown as { code?: string; message?: string };
	if (code === 'SQLITE_FULL' || code === 'SQLITE_IOERR_WRITE')
		return new Failure(
			'disk-full',
			`${path} cannot grow: the disk is full, or a limit was reached. Nothing was changed.`,
		);
	if (code === 'SQLITE_NOTADB') return new Failure('not-a-history', `${path} is not a fleet history.`);
	if (code?.startsWith('SQLITE_CORRUPT'))
		return new Failure(
			'damaged-history',
			`${path} is damaged. Restore it from a backup, or start a new one with --history.`,
		);
	if (code?.startsWith('SQLITE_BUSY'))
		return new Failure('history-busy', `${path} is in use by another command. Try again later.`);
	if (code?.startsWith('SQLITE'))
		return new Failure('history-unusable', `${path} cannot be used (${code}): ${message}`);
	return thrown as Error;
}
