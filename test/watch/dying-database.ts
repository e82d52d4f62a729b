import type { Database } from '../../src/database/database.ts';

/** The same database, which fails at the statement with this number, before or after executing it. */
export function dying(number: number, moment: 'before' | 'after') {
	let count = 0;
	const killed = new Error('killed');
	const wrap = (database: Database): Database => {
		const dies = async <T>(work: () => Promise<T>): Promise<T> => {
			const isLast = count++ === number;
			if (isLast && moment === 'before') throw killed;
			const done = await work();
			if (isLast) throw killed;
			return done;
		};
		return {
			...database,
			rows: (text, values) => dies(() => database.rows(text, values)),
			transaction: (work) => dies(() => database.transaction(work)),
		};
	};
	return { wrap, killed, wasKilled: () => count > number };
}
