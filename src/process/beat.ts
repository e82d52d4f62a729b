/** Milliseconds until this process has run for a whole number of periods. What is done then wakes the process up once, not once each. */
export function untilBeat(period: number, now = performance.now()): number {
	const rest = period - (now % period);
	// A timer may come a moment early: it is not for the same beat again.
	return rest < period / 10 ? rest + period : rest;
}

/** Looks on every beat until it is stopped. A process that has nothing else to do may end. */
export function onEveryBeat(period: number, look: () => void): { stop(): void } {
	let timer: Timer;
	const wait = () => {
		timer = setTimeout(() => {
			wait();
			look();
		}, untilBeat(period));
		timer.unref();
	};
	wait();
	return { stop: () => clearTimeout(timer) };
}
