import { SQL } from 'bun';
import { Failure } from '../process/failure.ts';
import { changeChannel, type Database, type Queries, transact, type Value } from './database.ts';
import { postgresFailure } from './trouble.ts';

interface Limits {
	/** Milliseconds to wait for a connection. */
	connect: number;
	/** Milliseconds after which the server cancels a statement, including its wait for locks. */
	statement: number;
	/** Milliseconds after which a silent server counts as dead: Bun.SQL would wait forever. */
	answer: number;
}

const usualLimits: Limits = { connect: 5_000, statement: 15_000, answer: 20_000 };

/** PostgreSQL for several machines, through one small pool that is replaced when the server stops answering. */
export function openPostgres(url: string, limits = usualLimits): Database {
	const place = placeOf(url);
	let pool = connect(url, limits);
	const renew = (dead: SQL) => {
		if (pool === dead) pool = connect(url, limits);
		void dead.close({ timeout: 0 }).catch(() => {});
	};
	/** Waits for the answer at most `limits.answer`, then replaces the pool. */
	const answered = async <T>(used: SQL, answer: PromiseLike<T>): Promise<T> => {
		let timer: Timer | undefined;
		const silence = new Promise<never>((_, reject) => {
			timer = setTimeout(() => {
				renew(used);
				reject(new Failure('database-timeout', `the PostgreSQL at ${place} does not answer`));
			}, limits.answer);
		});
		try {
			return await Promise.race([answer, silence]);
		} catch (thrown) {
			throw postgresFailure(thrown, place);
		} finally {
			clearTimeout(timer);
		}
	};
	const queriesOn = (used: SQL, sql: Pick<SQL, 'unsafe'>): Queries => ({
		rows: async (text, values = []) => [...(await answered(used, sql.unsafe(text, values as Value[])))],
		tuples: async (text, values = []) => [
			...(await answered(used, sql.unsafe(text, values as Value[]).values())),
		],
	});

	return {
		kind: 'postgres',
		mark: () => null,
		place,
		rows: (text, values) => queriesOn(pool, pool).rows(text, values),
		tuples: (text, values) => queriesOn(pool, pool).tuples(text, values),
		async transaction(work) {
			const used = pool;
			const connection = await answered(used, used.reserve());
			try {
				return await transact(queriesOn(used, connection), 'BEGIN', work);
			} finally {
				connection.release();
			}
		},
		async now() {
			const text = 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint';
			const [row] = await this.tuples<[string]>(text);
			return Number(row?.[0]);
		},
		async listen(changed) {
			// `onlisten` also runs after every re-subscription: announcements in between are lost.
			const subscription = await answered(pool, pool.listen(changeChannel, changed, changed));
			return { stop: () => subscription.unlisten().catch(() => {}) };
		},
		inspect: async () => {},
		close: () => pool.close({ timeout: 2 }),
	};
}

function connect(url: string, limits: Limits): SQL {
	return new SQL({
		url,
		max: 4,
		connectionTimeout: limits.connect / 1000,
		connection: {
			application_name: 'pointrelease',
			statement_timeout: limits.statement,
			// A node that froze inside a transaction must not block the others for longer than this.
			idle_in_transaction_session_timeout: 60_000,
		},
	});
}

/** The host and database of the URL, without user and password. */
function placeOf(url: string): string {
	try {
		const { hostname, port, pathname } = new URL(url);
		return `${hostname || 'localhost'}:${port || 5432}${pathname}`;
	} catch {
		throw new Failure('bad-setting', 'DATABASE_URL is not a valid address');
	}
}
