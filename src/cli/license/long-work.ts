import { constants, getPriority, setPriority } from 'node:os';

/**
 * For commands that change many licenses, step by step: whoever is asked for an answer on this machine comes first, and
 * a signal ends the work between two steps instead of in the middle of one.
 */
export function beginLongWork(): AbortSignal {
	const low = constants.priority.PRIORITY_BELOW_NORMAL;
	if (getPriority() < low) setPriority(low);
	const told = new AbortController();
	for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => told.abort());
	return told.signal;
}
