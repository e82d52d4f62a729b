import type { Database } from './database.ts';

/** Milliseconds after which it is looked in any case: for what becomes due, and for a file system that keeps no times. */
const longestRest = 5_000;

/**
 * Whether a look into the database could find anything new, for those who look several times a second. A look takes locks
 * and half a millisecond of a core that was asleep; the mark of a file takes twenty microseconds. Asked right before the
 * look: what is written after that is found by the next one. Two writes in the same tick of the clock may leave the same
 * mark, one before the look and one after it: so a change is looked for twice.
 */
export function watchForChanges(
	{ mark }: Pick<Database, 'mark'>,
	now: () => number = () => performance.now(),
	rest = longestRest,
): () => boolean {
	let known: string | null = null;
	let looked = Number.NEGATIVE_INFINITY;
	let again = false;
	return () => {
		const [found, time] = [mark(), now()];
		const isNew = found === null || found !== known;
		if (!isNew && !again && time - looked < rest) return false;
		again = isNew;
		known = found;
		looked = time;
		return true;
	};
}
