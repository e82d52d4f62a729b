import type { Database } from './database.ts';

/** Two writes in the same tick of the clock may leave the same mark: so often it is looked in any case, in milliseconds. */
const longestRest = 2_000;

/**
 * Whether a look into the database could find anything new, for those who look several times a second. A look takes locks
 * and half a millisecond of a core that was asleep; the mark of a file takes twenty microseconds. Asked right before the
 * look: what is written after that is found by the next one.
 */
export function watchForChanges(
	{ mark }: Pick<Database, 'mark'>,
	now: () => number = () => performance.now(),
	rest = longestRest,
): () => boolean {
	let known: string | null = null;
	let looked = Number.NEGATIVE_INFINITY;
	return () => {
		const [found, time] = [mark(), now()];
		if (found !== null && found === known && time - looked < rest) return false;
		known = found;
		looked = time;
		return true;
	};
}
