import { accessSync, constants, existsSync } from 'node:fs';
import { SQL } from 'bun';
import { Failure, fileTrouble } from '../process/failure.ts';
import { fileMark } from '../process/regular-file.ts';
import { type Database, type Queries, transact, type Value } from './database.ts';
import { makeEmptyFile } from './private-file.ts';
import { awaitJournal, fileIdentity, journalLost, journalOf, refuseForeignFile } from './sqlite-file.ts';
import { sqliteFailure } from './trouble.ts';

/** How long a statement waits for another process that is writing, an import for example. */
const patience = 15_000;
/** Milliseconds between two attempts; random, so that several processes do not retry in step. */
const leastPause = 2;
const mostPause = 12;

/**
 * The embedded database. The adapter is one shared connection: a statement issued while a transaction is open would
 * silently take part in it. Therefore everything that may write goes through one queue. Reads have a connection and a
 * queue of their own: a writer may have to wait for another process, and reads (of revocations, for example) must not
 * wait with it. With a write-ahead log readers never wait.
 *
 * SQLite's own wait for a lock blocks the whole process, 20 ms of every 30. So that wait is off: a statement that finds
 * the database locked is retried after a pause in which the service answers requests.
 */
export async function openSqlite(file: string, now: () => number = Date.now): Promise<Database> {
	refuseForeignFile(file);
	await awaitJournal(file);
	let sql = connect(file);
	let reading = connect(file);
	let identity = fileIdentity(file);
	let journal: string | null = null;
	const inTurn = createQueue();
	const inReadersTurn = createQueue();
	const queries = queriesOn(file, () => sql);
	const readings = queriesOn(file, () => reading);
	const prepare = async () => {
		// FULL: a power cut must not undo a license that somebody has already seen. FAST: SQLite overwrites deleted
		// data, such as email addresses, if that costs no extra write.
		const pragmas = ['busy_timeout = 0', 'journal_mode = WAL', 'synchronous = FULL', 'secure_delete = FAST'];
		for (const pragma of pragmas) await queries.rows(`PRAGMA ${pragma}`);
		await readings.rows('PRAGMA busy_timeout = 0');
		for (const connection of [queries, readings]) await connection.rows('SELECT count(*) FROM sqlite_master');
		journal = fileIdentity(journalOf(file));
	};
	const reopen = async () => {
		// Check the new file before closing the old one: `restore` and `move` take a service without one for stopped.
		refuseForeignFile(file);
		await Promise.all([sql.close(), reading.close()]);
		await awaitJournal(file);
		sql = connect(file);
		reading = connect(file);
		identity = fileIdentity(file);
		await prepare();
	};
	/** Reopens the database if its path names another file: the open connection would never see what is written there. */
	const follow = async () => {
		const current = fileIdentity(file);
		if (current === null) throw new Failure('database-unreachable', `the database ${file} is gone`);
		if (current !== identity) {
			await reopen();
			throw new Failure('database-unreachable', `the database ${file} was replaced by another`);
		}
		if (fileIdentity(journalOf(file)) !== journal) {
			await leaveJournal();
			await reopen();
			throw new Failure('database-unreachable', `${journalOf(file)} was deleted: the database is read again`);
		}
	};
	/** This connection still has the deleted journal open: write its content to the database before closing it. */
	const leaveJournal = async () => {
		// If there is a new journal, another process may have committed to it. Writing this one back would destroy that.
		const mode = existsSync(journalOf(file)) ? 'NOOP' : 'TRUNCATE';
		const [row] = await queries.tuples<[busy: number, frames: number, copied: number]>(
			`PRAGMA wal_checkpoint(${mode})`,
		);
		if (row?.[0] !== 0 || row[1] !== row[2]) throw journalLost(file);
	};
	const isSame = () => fileIdentity(file) === identity && fileIdentity(journalOf(file)) === journal;
	const enqueue = <T>(work: () => Promise<T>) => inTurn(() => follow().then(work));
	const ask = <T>(text: string, work: (queries: Queries) => Promise<T>): Promise<T> => {
		if (!/^\s*SELECT\b/i.test(text)) return enqueue(() => work(queries));
		// Only the writers' queue may reopen a replaced file: no other statement runs in it meanwhile.
		return inReadersTurn(() => (isSame() ? work(readings) : enqueue(() => work(readings))));
	};
	const close = () => Promise.all([sql.close(), reading.close()]).then(() => {});
	try {
		await prepare();
	} catch (thrown) {
		await close();
		throw thrown;
	}

	return {
		kind: 'sqlite',
		place: file,
		rows: (text, values) => ask(text, (queries) => queries.rows(text, values)),
		tuples: (text, values) => ask(text, (queries) => queries.tuples(text, values)),
		// IMMEDIATE takes the write lock at once: a transaction that reads first and then writes could fail half-way.
		transaction: (work) => enqueue(() => transact(queries, 'BEGIN IMMEDIATE', work)),
		// A commit writes to the journal, a checkpoint to the database.
		mark: () => `${fileMark(file)} ${fileMark(journalOf(file))}`,
		now: async () => now(),
		listen: async () => null,
		async inspect() {
			const [first] = await enqueue(() => queries.tuples<[string]>('PRAGMA quick_check(1)'));
			if (first?.[0] === 'ok') return;
			// The first lines name the database; the last one names the damage.
			const damage = first?.[0]?.split('\n').at(-1) ?? 'it cannot be checked';
			throw sqliteFailure({ code: 'SQLITE_CORRUPT', message: damage }, file);
		},
		close: () => inReadersTurn(() => inTurn(close)),
	};
}

/** Runs queries on the current connection, and retries a statement that finds the file locked for up to `patience`. */
function queriesOn(file: string, connection: () => SQL): Queries {
	const run = async <T>(text: string, values: readonly Value[], shape: 'rows' | 'tuples'): Promise<T[]> => {
		const deadline = performance.now() + patience;
		for (;;) {
			try {
				// SQLite numbers `$2` by its first appearance, not by its name; `?2` means the second value.
				const query = connection().unsafe(text.replace(/\$(\d+)/g, '?$1'), values as Value[]);
				return [...((await (shape === 'rows' ? query : query.values())) as T[])];
			} catch (thrown) {
				const failure = sqliteFailure(thrown, file);
				if (failure.code !== 'database-busy' || performance.now() > deadline) throw failure;
				await Bun.sleep(leastPause + Math.random() * (mostPause - leastPause));
			}
		}
	};
	return {
		rows: (text, values = []) => run(text, values, 'rows'),
		tuples: (text, values = []) => run(text, values, 'tuples'),
	};
}

function connect(file: string): SQL {
	try {
		// Make the file here so that it is private from its first byte; the journal files inherit its mode and owner.
		makeEmptyFile(file);
		accessSync(file, constants.R_OK | constants.W_OK);
	} catch (thrown) {
		if (thrown instanceof Failure) throw thrown;
		throw new Failure('state-unwritable', `the database ${file} cannot be written (${fileTrouble(thrown)})`);
	}
	try {
		return new SQL({ adapter: 'sqlite', filename: file, create: false, readwrite: true });
	} catch (thrown) {
		throw sqliteFailure(thrown, file);
	}
}

function createQueue() {
	let last: Promise<unknown> = Promise.resolve();
	return <T>(work: () => Promise<T>): Promise<T> => {
		const next = last.then(work, work);
		last = next.catch(() => {});
		return next;
	};
}
