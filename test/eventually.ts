/**
 * Milliseconds for a look that a machine with time to spare needs at most. What is longer was spent waiting for a
 * turn on a busy machine, and those who are looked at waited as well: it is not counted.
 */
const longestStep = 25;

/** Milliseconds between two looks. A look may connect to a database: one that takes long is repeated less often. */
const pauseAfter = (look: number) => Math.min(Math.max(5, 4 * look), 50);

/** Waits until the condition holds; fails with the words otherwise. Returns the milliseconds that counted. */
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
