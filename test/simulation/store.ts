import { Database as Handle } from 'bun:sqlite';
import type { Database, Queries, Value } from '../../src/database/database.ts';
import { openPostgres as openRealPostgres } from '../../src/database/postgres.ts';
import { openSqlite as openRealSqlite } from '../../src/database/sqlite.ts';
import { databaseFile } from '../../src/database/state-folder.ts';
import { sqliteFailure } from '../../src/database/trouble.ts';
import { Failure } from '../../src/process/failure.ts';
import type { Settings } from '../../src/settings/settings.ts';
import { disk, Killed } from './files.ts';
import {
	currentProcess,
	forever,
	outside,
	type SimulatedProcess,
	type Simulation,
	simulationNow,
} from './simulation.ts';
import { isAbout, type Strike, strikeAt, strikes } from './strikes.ts';

/*
 * The stores of simulated processes, in place of `sqlite.ts` and `postgres.ts`: the real engines, with connections of their own. Each
 * statement waits for its turn, so that those of several processes mix in the order of the seed, and a process can be killed at
 * each. Locks are those of the engine.
 */

/** What is wrong with the way to the store: it does not answer, it is slow, or it does what it is asked and the answer is lost. */
export type StoreTrouble = 'away' | 'slow' | 'answers lost';
export const storeTrouble: { now: StoreTrouble | null } = { now: null };

/**
 * What a database shows of the last commit to it. SQLite's own mark is the time of a file, which stands still for milliseconds, so the
 * simulation asks a connection of its own, and only after a write.
 */
export const commits = {
	/** That connection; null for PostgreSQL. */
	observer: null as Handle | null,
	mayBeNew: true,
	last: 0,
	watch({ databaseUrl, stateFolder }: Settings): void {
		if (databaseUrl === null) this.observer = new Handle(databaseFile(stateFolder), { readonly: true });
		this.mayBeNew = true;
	},
	mark(): string {
		if (this.mayBeNew && this.observer) {
			const version = this.observer.query<{ data_version: number }, []>('PRAGMA data_version');
			this.last = version.get()!.data_version;
		}
		this.mayBeNew = false;
		return String(this.last);
	},
	close(): void {
		this.observer?.close();
		this.observer = null;
	},
};

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
	const ask = async <T>(text: string, open: Open | null, work: () => Promise<T>): Promise<T> => {
		const strike = await turn(process, simulation, text, open);
		if (storeTrouble.now === 'away') throw away();
		if (isWrite(text) && disk.isFull) throw sqliteFailure({ code: 'SQLITE_FULL' }, database.place);
		const answer = await underWay(work());
		if (open === null && isWrite(text)) commits.mayBeNew = true;
		if (strike?.when === 'committed' && open) open.atCommit = strike;
		else if (strike) await befall(strike, process, simulation, open);
		if (isLost(simulation)) throw away();
		return process.isDead ? forever() : answer;
	};
	const queriesOf = (queries: Queries, open: Open | null): Queries => ({
		rows: <T>(text: string, values?: readonly Value[]) =>
			ask(text, open, () => queries.rows<T>(text, values)),
		tuples: <T extends unknown[]>(text: string, values?: readonly Value[]) =>
			ask(text, open, () => queries.tuples<T>(text, values)),
	});
	return {
		...queriesOf(database, null),
		kind: database.kind,
		place: database.place,
		mark: () => (database.kind === 'sqlite' ? commits.mark() : null),
		async transaction(work) {
			const open: Open = { atCommit: null };
			const opening = await turn(process, simulation, 'BEGIN', null);
			try {
				const begun = Promise.withResolvers<void>();
				underWay(begun.promise);
				const done = database.transaction((queries) => {
					begun.resolve();
					const inside = async () => {
						if (opening) await befall(opening, process, simulation, open);
						return work(queriesOf(queries, open));
					};
					return Promise.race([inside(), dead.promise]).finally(() => void underWay(done.catch(() => {})));
				});
				const result = await done.finally(begun.resolve);
				commits.mayBeNew = true;
				const strike = open.atCommit ?? (await turn(process, simulation, 'COMMIT', null));
				if (strike) await befall(strike, process, simulation, null);
				if (isLost(simulation)) throw away();
				return process.isDead ? await forever() : result;
			} catch (thrown) {
				if (process.isDead) return forever();
				throw thrown;
			}
		},
		async now() {
			const strike = await turn(process, simulation, 'now', null);
			if (strike) await befall(strike, process, simulation, null);
			return simulation.wall;
		},
		listen: (changed) =>
			database.listen(() => simulation.schedule(simulation.between(0, 50), changed, process)),
		inspect: () => database.inspect(),
		close: () => database.close(),
	};
}

/** A transaction that is open, and the strike that comes once it is committed. */
interface Open {
	atCommit: Strike | null;
}

/** The longest time in seconds that a process stands still while others wait for its lock. */
const longestLock = 1;

/** Waits until it is the turn of a statement. Returns the strike that comes once the statement is done. */
async function turn(
	process: SimulatedProcess,
	simulation: Simulation,
	text: string,
	open: Open | null,
): Promise<Strike | null> {
	if (process.isDead) return forever();
	// Nearly all statements take a moment; one in a hundred waits for the disk.
	const waits = simulation.random() < 0.01 || storeTrouble.now === 'slow';
	await simulation.wait(waits ? simulation.between(5, 60) : simulation.between(0.02, 1));
	const strike = strikes.length === 0 ? null : strikeAt(process, (at) => isAbout(text, at));
	if (strike?.when !== 'before') return strike;
	await befall(strike, process, simulation, open);
	return null;
}

async function befall(
	{ what, seconds, paused }: Strike,
	process: SimulatedProcess,
	simulation: Simulation,
	open: Open | null,
): Promise<void> {
	if (what === 'break') throw away();
	if (what === 'kill') {
		process.kill();
		return forever();
	}
	const until = simulation.elapsed + Math.min(seconds, open ? longestLock : seconds) * 1000;
	process.stopUntil(until);
	if (!open) paused?.(until);
	await simulation.wait(0);
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
