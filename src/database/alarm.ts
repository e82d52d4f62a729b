import type { Queries } from './database.ts';

/**
 * The same queries, which call `late` as soon as an answer takes longer than it should. The answer is waited for
 * all the same: a server that froze for a while goes on where it was.
 */
export function withAlarm(queries: Queries, milliseconds: number, late: () => void): Queries {
	const watched = async <T>(answer: Promise<T>): Promise<T> => {
		const timer = setTimeout(late, milliseconds);
		try {
			return await answer;
		} finally {
			clearTimeout(timer);
		}
	};
	return {
		rows: (text, values) => watched(queries.rows(text, values)),
		tuples: (text, values) => watched(queries.tuples(text, values)),
	};
}
