import { millisecondsOfDay } from '@pointrelease/core/src/text/day.ts';
import type { FeedState } from './feed-store.ts';

const minute = 60_000;
/** From this difference on the log warns. No synchronized clock is so far off. */
export const clockWarning = 2 * minute;
/** From this difference on `doctor` and `/readyz` report it: release days and expiry of keys depend on the clock. */
export const clockTrouble = 10 * minute;

/**
 * How far this machine's clock is ahead of a server's, in milliseconds, negative if it is behind; 0 if the server's `Date` header, which has
 * whole seconds, lies between the start and the end of the request.
 */
export function clockOffset(date: Date, from: number, to: number): number {
	const time = date.getTime();
	if (time + 1000 < from) return from - time;
	return time > to + 1000 ? to - time : 0;
}

/**
 * How far this machine's clock is off, compared with the feeds that answered within the last day. The smallest difference counts, because
 * the clock of a mirror may be wrong. Null if no feed sent a date.
 */
export function clockOff(
	states: readonly Pick<FeedState, 'lastAnswer' | 'clockOff'>[],
	now: number,
): number | null {
	const offsets = states.flatMap(({ lastAnswer, clockOff: off }) =>
		off !== null && lastAnswer !== null && now - lastAnswer <= millisecondsOfDay ? [off] : [],
	);
	return offsets.sort((a, b) => Math.abs(a) - Math.abs(b))[0] ?? null;
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
