import { closeSync, openSync } from 'node:fs';
import { onEveryBeat } from '../../process/beat.ts';
import type { Log } from '../../process/log.ts';

/** How often it is tried whether another file can be opened. */
const tryEvery = 2_000;

export interface OpenFiles {
	/** Whether the last attempt found none left: then new connections wait in the kernel, and nobody is told by it. */
	exhausted(): boolean;
	stop(): void;
}

/** Notices that the process may open no more files, connections included, and says so once, and when it is over. */
export function watchOpenFiles(log: Log): OpenFiles {
	let exhausted = false;
	const look = () => {
		const now = !canOpen();
		if (now && !exhausted)
			log.error('out of open files, new connections wait', {
				advice: 'raise the limit (ulimit -n, LimitNOFILE)',
			});
		if (!now && exhausted) log.info('open files are free again');
		exhausted = now;
	};
	return { exhausted: () => exhausted, ...onEveryBeat(tryEvery, look) };
}

function canOpen(): boolean {
	try {
		closeSync(openSync('/dev/null', 'r'));
		return true;
	} catch (thrown) {
		return !['EMFILE', 'ENFILE'].includes((thrown as NodeJS.ErrnoException).code ?? '');
	}
}
