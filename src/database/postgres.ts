import { SQL } from 'bun';
import { Failure } from '../failure.ts';
import { changeChannel, type Database, type Queries, type Value } from './database.ts';
import { transact } from './transaction.ts';
import { postgresFailure } from './trouble.ts';

/** The server gives a statement up after this long, waiting for a lock included. */
const statementTimeout = 15_000;
// Bun.SQL waits for ever on a server that hangs. Beyond the server's own limit the connection counts as dead.
const answerTimeout = statementTimeout + 5_000;

/** PostgreSQL for several machines, through one small pool that is replaced when the server stops answering. */
export function openPostgres(url: string): Database {
	const place = placeOf(url);
	let pool = connect(url);
	const renew = (dead: SQL) => {
		if (pool === dead) pool = connect(url);
		void dead.close({ timeout: 0 }).catch(() => {});
	};
	/** Waits for the answer, but not for ever. */
	const answered = async <T>(used: SQL, answer: PromiseLike<T>): Promise<T> => {
		let timer: Timer | undefined;
		const silence = new Promise<never>((_, reject) => {
			timer = setTimeout(() => {
				renew(used);
				reject(new Failure('database-timeout', `the PostgreSQL at ${place} does not answer`));
			}, answerTimeout);
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
		rows: (text, values = []) => answered(used, sql.unsafe(text, values as Value[])),
		tuples: (text, values = []) => answered(used, sql.unsafe(text, values as Value[]).values()),
	});

	return {
		kind: 'postgres',
		place,
		rows: (text, values) => queriesOn(pool, pool).rows(text, values),
		tuples: (text, values) => queriesOn(pool, pool).tuples(text, values),
		async transaction(work) {
			const used = pool;
			const held = await answered(used, used.reserve());
			try {
				return await transact(queriesOn(used, held), 'BEGIN', work);
			} finally {
				held.release();
			}
		},
		async now() {
			const text = 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint';
			const [row] = await this.tuples<[string]>(text);
			return Number(row?.[0]);
		},
		async listen(changed) {
			// `onlisten` runs after every re-subscription too: what was announced meanwhile is lost.
			const subscription = await answered(pool, pool.listen(changeChannel, changed, changed));
			return { stop: () => subscription.unlisten().catch(() => {}) };
		},
		inspect: async () => {},
		close: () => pool.close({ timeout: 2 }),
	};
}

function connect(url: string): SQL {
	return new SQL({
		url,
		max: 4,
		connectionTimeout: 5,
		connection: {
			application_name: 'pointrelease',
			statement_timeout: statementTimeout,
			// A node that froze inside a transaction must not hold the others up for longer than this.
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
		throw new Failure('bad-setting', 'DATABASE_URL cannot be read as an address');
	}
}
