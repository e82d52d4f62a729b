import { statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { ensureFolder } from '../../database/state-folder.ts';
import { openHistory } from '../../history/open-history.ts';
import { choosePseudonyms } from '../../history/pseudonyms.ts';
import { rememberFile } from '../../history/remember.ts';
import { Failure } from '../../process/failure.ts';
import { dayIn } from '../local-day.ts';
import { readSources, writeSource } from '../state/sources.ts';
import { policyOn } from '../watch-file.ts';
import { type Parts, turnOf } from './parts.ts';
import { recordsOf } from './pull-inventories.ts';

/**
 * Adds new inventories to the history. The history recognizes an export by its digest, so that a crash between its commit
 * and ours adds nothing twice.
 */
export async function rememberInventories(parts: Parts): Promise<void> {
	const { file, database, log } = parts;
	const sources = recordsOf(file, await readSources(database)).flatMap((source) =>
		source.file === null ? [] : [{ source, path: source.file, mark: markOf(source.file) }],
	);
	const fresh = sources.filter(({ source, mark }) => mark !== null && mark !== source.remembered);
	if (fresh.length === 0) return;
	ensureFolder(dirname(file.history), 'folder of the history', 'set "history" to a file in one that can');
	const policy = policyOn(file, dayIn(file.timeZone, parts.now()));
	const history = openHistory(file.history, true);
	try {
		const pseudonyms = choosePseudonyms(history, false);
		for (const { source, path, mark } of fresh) {
			try {
				const {
					known: wasRemembered,
					macs,
					incomplete,
				} = await rememberFile(
					history,
					{ path, name: basename(path) },
					{
						catalog: parts.catalog(),
						now: new Date(parts.now()),
						pseudonyms,
						keep: pseudonyms ? [] : file.keep,
						late: policy.isStated ? { policy, limits: file.lateLimits } : null,
						turn: turnOf(parts),
					},
				);
				if (!wasRemembered) log.info('inventory remembered', { source: source.name, macs, incomplete });
			} catch (thrown) {
				parts.signal.throwIfAborted();
				// A file that cannot be read is reported when it is judged. A failure of the history itself ends the step.
				if (!(thrown instanceof Failure) || isOfHistory(thrown)) throw thrown;
				log.warn('inventory not remembered', { source: source.name, problem: thrown.message });
				continue;
			}
			await writeSource(database, { ...source, remembered: mark });
			// Collect what this file needed before the next is read: without it, that round takes 230 MB (see `finishRound`).
			Bun.gc(true);
		}
	} finally {
		history.close();
	}
}

/** Changes when the file does; null if it is gone. */
function markOf(path: string): string | null {
	const status = statSync(path, { throwIfNoEntry: false });
	return status ? `${path} ${status.size} ${Math.floor(status.mtimeMs)}` : null;
}

function isOfHistory({ code }: Failure): boolean {
	return code.includes('history') || ['not-pseudonymous', 'disk-full'].includes(code);
}
