/** More than the clocks of two nodes differ, in milliseconds. What lies further ahead was told by a wrong clock. */
export const farthestClock = 10 * 60 * 1000;

/**
 * The moment of what is learnt now, in whole seconds: later than that of every change before. Of two changes with one
 * moment, in the same second or by a clock that was set back in between, clients that ask by time alone would never
 * see the second.
 */
export function momentOfChange(now: Date, changed: string): string {
	const time = Math.floor(now.getTime() / 1000) * 1000;
	const next = Date.parse(changed) + 1000;
	const moment = next > time && next <= time + farthestClock ? next : time;
	return `${new Date(moment).toISOString().slice(0, 19)}Z`;
}
