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
	/** Whether the data changed since the last round. */
	readonly hasNews: boolean;
}

/**
 * Why a round is due now; null if none is. A moment in the future comes from a wrong clock, and counts as long past. A failed
 * inventory is tried again after an hour. There is a round every day in any case, because deadlines pass by time alone.
 */
export function dueCause({ every, last, lastPull, hasFailed, hasNews }: Schedule, now: number): Cause | null {
	const passed = (since: RoundRecord | null, pause: number) =>
		since === null || since.started > now || now - since.started >= pause;
	if (passed(lastPull, hasFailed ? Math.min(every, hour) : every)) return 'due';
	if (hasNews) return 'news';
	return passed(last, day) ? 'day' : null;
}

/** Whether the next whole round is late. It may take the time between two rounds, and an hour for one failure. */
export function isOverdue(every: number, lastWhole: number | null, now: number): boolean {
	return lastWhole === null || now - lastWhole > every + hour;
}

/** When the next round is due at the latest; null if none was ever begun. News may bring it forward. */
export function nextRoundAt({ every, last, lastPull, hasFailed }: Omit<Schedule, 'hasNews'>): number | null {
	if (last === null) return null;
	const pull = (lastPull?.started ?? 0) + (hasFailed ? Math.min(every, hour) : every);
	return Math.min(pull, last.started + day);
}
