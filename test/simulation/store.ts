import type { Database, Queries, Value } from '../../src/database/database.ts';
import { openPostgres as openRealPostgres } from '../../src/database/postgres.ts';
import { openSqlite as openRealSqlite } from '../../src/database/sqlite.ts';
import { sqliteFailure } from '../../src/database/trouble.ts';
import { Failure } from '../../src/process/failure.ts';
import { disk, Killed } from './files.ts';
import {
	currentProcess,
	forever,
	outside,
	type SimulatedProcess,
	type Simulation,
	simulationNow,
} from './simulation.ts';

/*
 * The stores of simulated processes, in place of `sqlite.ts` and `postgres.ts`: the real engines, with connections of their own. Each
 * statement waits for its turn, so that those of several processes mix in the order of the seed, and a process can be killed at
 * each. Locks are those of the engine.
 */

/** What is wrong with the way to the store: it does not answer, or it does what it is asked and the answer is lost. */
export const storeTrouble: { now: 'away' | 'answers lost' | null } = { now: null };

/** Commits of all processes. SQLite's own mark is the time of a file, which stands still for milliseconds. */
let commits = 0;

export async function openSqlite(file: string, now?: () => number): Promise<Database> {
	return inTurns(await openRealSqlite(file, now));
}

export function openPostgres(url: string): Database {
	return inTurns(openRealPostgres(url));
}

function inTurns(database: Database): Database {
	const process = currentProcess();
	const simulation = simulationNow();
	if (!process || !simulation) return database;
	const dead = Promise.withResolvers<never>();
	dead.promise.catch(() => {});
	process.atDeath.push(() => {
		// An open transaction is rolled back, as the engine does when a connection ends.
		dead.reject(new Killed());
		database.close().catch(() => {});
	});
	/** Counts work of a server until it ends, or nobody waits for it. */
	const underWay = <T>(work: Promise<T>): Promise<T> => {
		if (database.kind === 'sqlite') return work;
		outside.count++;
		const end = () => void outside.count--;
		Promise.race([work, dead.promise]).then(end, end);
		return work;
	};
	const ask = async <T>(text: string, work: () => Promise<T>): Promise<T> => {
		const killedAfter = await turn(process, simulation);
		if (storeTrouble.now === 'away') throw away();
		if (isWrite(text) && disk.isFull) throw sqliteFailure({ code: 'SQLITE_FULL' }, database.place);
		const answer = await underWay(work());
		if (killedAfter) process.kill();
		if (isLost(simulation)) throw away();
		return process.isDead ? forever() : answer;
	};
	const queriesOf = (queries: Queries, done: (text: string) => void): Queries => ({
		rows: <T>(text: string, values?: readonly Value[]) =>
			ask(text, async () => {
				const rows = await queries.rows<T>(text, values);
				done(text);
				return rows;
			}),
		tuples: <T extends unknown[]>(text: string, values?: readonly Value[]) =>
			ask(text, async () => {
				const rows = await queries.tuples<T>(text, values);
				done(text);
				return rows;
			}),
	});
	return {
		...queriesOf(database, (text) => {
			if (isWrite(text)) commits++;
		}),
		kind: database.kind,
		place: database.place,
		mark: () => (database.kind === 'sqlite' ? String(commits) : null),
		async transaction(work) {
			await turn(process, simulation);
			try {
				const begun = Promise.withResolvers<void>();
				underWay(begun.promise);
				const done = database.transaction((queries) => {
					begun.resolve();
					const inside = work(queriesOf(queries, () => {}));
					return Promise.race([inside, dead.promise]).finally(() => void underWay(done.catch(() => {})));
				});
				const result = await done.finally(begun.resolve);
				commits++;
				if (await turn(process, simulation)) process.kill();
				if (isLost(simulation)) throw away();
				return process.isDead ? await forever() : result;
			} catch (thrown) {
				if (process.isDead) return forever();
				throw thrown;
			}
		},
		async now() {
			await turn(process, simulation);
			return simulation.wall;
		},
		listen: (changed) =>
			database.listen(() => simulation.schedule(simulation.between(0, 50), changed, process)),
		inspect: () => database.inspect(),
		close: () => database.close(),
	};
}

/** Waits until it is the turn of a statement. True if the process is killed once the statement is done. */
async function turn(process: SimulatedProcess, simulation: Simulation): Promise<boolean> {
	if (process.isDead) return forever();
	// Nearly all statements take a moment; one in a hundred waits for the disk.
	await simulation.wait(simulation.random() < 0.01 ? simulation.between(5, 60) : simulation.between(0.02, 1));
	const { statements, after = false } = process.left;
	if (statements === undefined) return false;
	process.left.statements = statements - 1;
	if (statements > 0) return false;
	if (after) return true;
	process.kill();
	return forever();
}

function isLost(simulation: Simulation): boolean {
	return storeTrouble.now === 'answers lost' && simulation.random() < 0.3;
}

function away(): Failure {
	return new Failure('database-unreachable', 'the store is away');
}

function isWrite(text: string): boolean {
	return !/^\s*(?:SELECT|PRAGMA|WITH)\b/i.test(text);
}
