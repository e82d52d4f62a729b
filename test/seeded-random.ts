/** Numbers from 0 to 1, the same for the same seed on every machine (mulberry32). */
export function randomFrom(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

/** Shuffles by a fixed seed, so that no cache profits from the order. */
export function shuffle<T>(values: readonly T[], seed = 1): T[] {
	const random = randomFrom(seed);
	const shuffled = [...values];
	for (let at = shuffled.length - 1; at > 0; at--) {
		const other = Math.floor(random() * (at + 1));
		[shuffled[at], shuffled[other]] = [shuffled[other]!, shuffled[at]!];
	}
	return shuffled;
}
