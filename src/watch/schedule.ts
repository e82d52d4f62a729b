import type { Cause, RoundRecord } from './state/rounds.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** What decides when the next round is made. */
export interface Schedule {
	/** Milliseconds between two rounds that pull. */
	readonly every: number;
	readonly last: RoundRecord | null;
	readonly lastPull: RoundRecord | null;
	/** Whether the last attempt at an inventory failed. */
	readonly hasFailed: boolean;
	/** Whether the data is another one than at the last round. */
	readonly hasNews: boolean;
}

/**
 * Why a round is due now; null if none is. A moment in the future comes from a clock that was wrong, and counts as long
 * past. A failed inventory is tried again after an hour, and what time alone changes is looked at every day.
 */
export function dueCause({ every, last, lastPull, hasFailed, hasNews }: Schedule, now: number): Cause | null {
	const passed = (since: RoundRecord | null, pause: number) =>
		since === null || since.started > now || now - since.started >= pause;
	if (passed(lastPull, hasFailed ? Math.min(every, hour) : every)) return 'due';
	if (hasNews) return 'news';
	return passed(last, day) ? 'day' : null;
}

/** So long after the last whole round the next one is expected: the time between two, and an hour for what may fail once. */
export function isOverdue(every: number, lastWhole: number | null, now: number): boolean {
	return lastWhole === null || now - lastWhole > every + hour;
}
