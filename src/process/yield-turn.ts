/**
 * Lets requests, timers and signals have their turn between the steps of long work. A timer, because Bun 1.4.4 was seen to
 * sleep on with a callback of setImmediate waiting, when nothing else woke it up.
 */
export function yieldTurn(): Promise<void> {
	return new Promise((resolve) => setTimeout(resolve, 0));
}
