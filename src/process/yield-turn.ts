/**
 * Lets requests, timers and signals run between the steps of long work. Uses a timer, because Bun 1.4.4 was seen to sleep
 * although a callback of setImmediate was waiting.
 */
export function yieldTurn(): Promise<void> {
	return new Promise((resolve) => setTimeout(resolve, 0));
}
