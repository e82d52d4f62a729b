import type { FeedState } from './feed-store.ts';

const minute = 60_000;
/** From this difference on the log warns. No clock that is kept right is so far off. */
export const clockWarning = 2 * minute;
/** From this difference on `doctor` and `/readyz` tell: release days and expiry of keys go by the clock. */
export const clockTrouble = 10 * minute;
const dayLong = 24 * 60 * minute;

/**
 * How far this machine's clock is ahead of a server's, in milliseconds: 0 if the server's moment lies within the request, negative if it
 * is behind. A `Date` header has whole seconds.
 */
export function clockOffset(date: Date, from: number, to: number): number {
	const time = date.getTime();
	if (time + 1000 < from) return from - time;
	return time > to + 1000 ? to - time : 0;
}

/**
 * How far the clock is off by the feeds that answered within the last day: the least difference, because a mirror's own clock may be wrong.
 * Null if no feed told.
 */
export function clockOff(
	states: readonly Pick<FeedState, 'lastAnswer' | 'clockOff'>[],
	now: number,
): number | null {
	const told = states.flatMap(({ lastAnswer, clockOff: off }) =>
		off !== null && lastAnswer !== null && now - lastAnswer <= dayLong ? [off] : [],
	);
	return told.sort((a, b) => Math.abs(a) - Math.abs(b))[0] ?? null;
}

/** `2 days slow`, `12 minutes fast`. */
export function clockInWords(off: number): string {
	const minutes = Math.round(Math.abs(off) / minute);
	const [count, unit] =
		minutes < 120
			? [minutes, 'minute']
			: minutes < 2880
				? [Math.round(minutes / 60), 'hour']
				: [Math.round(minutes / 1440), 'day'];
	return `${count} ${unit}${count === 1 ? '' : 's'} ${off < 0 ? 'slow' : 'fast'}`;
}
