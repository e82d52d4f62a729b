/**
 * A check counts for at most this many milliseconds. More time means that a busy machine delayed the check, and it
 * delayed the checked process as well.
 */
const longestStep = 25;

/** Milliseconds between two checks. A check may connect to a database: expensive checks run less often. */
const pauseAfter = (look: number) => Math.min(Math.max(5, 4 * look), 50);

/** Waits until the condition holds and returns the counted milliseconds. Throws with the words if it never does. */
export async function eventually(
	words: string,
	condition: () => boolean | Promise<boolean>,
	within = 20_000,
): Promise<number> {
	let took = 0;
	for (let pause = 0, last = performance.now(); ; ) {
		const began = performance.now();
		const holds = await condition();
		const now = performance.now();
		took += Math.min(now - last, pause + longestStep);
		last = now;
		if (holds) return took;
		if (took > within) throw new Error(`not within ${within} ms: ${words}`);
		pause = pauseAfter(now - began);
		await Bun.sleep(pause);
	}
}
