/**
 * Lets whatever else the process has to do have its turn, between the steps of long work. A timer, because
 * Bun 1.4.4 was seen to sleep on with a callback of setImmediate waiting, when nothing else woke it up.
 */
export function yieldTurn(): Promise<void> {
	return new Promise((resolve) => setTimeout(resolve, 0));
}

/** The same for work in many small steps: rests only where the last rest is long ago, for each takes a millisecond or two. */
export function yieldEvery(milliseconds: number, now = () => performance.now()): () => Promise<void> {
	let rested = now();
	return async () => {
		if (now() - rested < milliseconds) return;
		await yieldTurn();
		rested = now();
	};
}
