import { closeSync, openSync } from 'node:fs';
import type { Log } from '../process/log.ts';

/** How often it tries to open another file, in milliseconds. */
const tryEvery = 2_000;

export interface OpenFiles {
	/** Whether the last attempt failed. New connections then wait in the kernel, which reports nothing. */
	exhausted(): boolean;
	stop(): void;
}

/**
 * Logs once that the process has reached its limit of open files, connections included, and once that it can open files
 * again.
 */
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
	const timer = setInterval(look, tryEvery);
	timer.unref();
	return { exhausted: () => exhausted, stop: () => clearInterval(timer) };
}

function canOpen(): boolean {
	try {
		closeSync(openSync('/dev/null', 'r'));
		return true;
	} catch (thrown) {
		return !['EMFILE', 'ENFILE'].includes((thrown as NodeJS.ErrnoException).code ?? '');
	}
}
