import { changeChannel, type Database, type Queries } from '../database/database.ts';
import { Failure } from '../process/failure.ts';

export interface Ledger {
	/** The number of this change. Every later change has a higher number. */
	change: number;
	/** The number of the newest license. */
	licenses: number;
	/** The ID of the sealing key that was used last. */
	sealKey: string | null;
	/** Unique to this database. */
	identity: string;
}

const columns = 'change, licenses, seal_key AS "sealKey", identity';

/** The highest number of a license: a damaged ledger must not make a node allocate memory without limit. */
export const mostLicenses = 50_000_000;

export async function readLedger(queries: Queries, place: string): Promise<Ledger> {
	return checked(await queries.rows(`SELECT ${columns} FROM ledger`), place);
}

/**
 * Changes licenses in one transaction, and notifies every node. Each writer locks the ledger's row first, so changes are
 * numbered in the order of their commits.
 */
export async function changeLicenses<T>(
	database: Database,
	work: (queries: Queries, ledger: Ledger) => Promise<T>,
): Promise<T> {
	return database.transaction(async (queries) => {
		const text = `UPDATE ledger SET change = change + 1 RETURNING ${columns}`;
		const ledger = checked(await queries.rows(text), database.place);
		const result = await work(queries, ledger);
		if (database.kind === 'postgres')
			await queries.rows('SELECT pg_notify($1, $2)::text', [changeChannel, String(ledger.change)]);
		return result;
	});
}

/**
 * The minimum of milliseconds between two steps of a long change: a little longer than other processes pause between two
 * attempts to get SQLite's lock, which has no queue. Without the pause, an import would take the lock again before anybody
 * else saw it free.
 */
const leastPause = 15;

/** Rests twice as long as a step of a long change took, so that most of the machine is left for answers. */
export async function restAfterStep(began: number): Promise<void> {
	await Bun.sleep(Math.max(leastPause, 2 * (performance.now() - began)));
}

function checked(rows: Ledger[], place: string): Ledger {
	const [ledger] = rows;
	if (rows.length === 1 && ledger && isCount(ledger.change) && isCount(ledger.licenses)) return ledger;
	throw new Failure('database-damaged', `the database ${place} is damaged: its ledger is invalid`);
}

function isCount(value: unknown): boolean {
	return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) < 2 ** 31;
}
