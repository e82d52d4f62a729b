import type { HistoryFile } from '../../src/history/history-file.ts';
import { type Remembered, type RememberTask, rememberFile } from '../../src/history/remember.ts';

/** Adds rows as a pull does: a record for each Mac, with the columns of any management service. */
export function rememberRows(
	history: HistoryFile,
	{ name, rows }: { name: string; rows: readonly Readonly<Record<string, unknown>>[] },
	task: RememberTask,
): Promise<Remembered> {
	const content = [new TextEncoder().encode(JSON.stringify(rows))];
	return rememberFile(history, { name, path: name, content }, task);
}
