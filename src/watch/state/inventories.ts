import type { Database, Queries } from '../../database/database.ts';
import { Failure } from '../../process/failure.ts';
import type { InventoryState } from '../situation.ts';
import { dropNote, type NoteName, readNote, writeNote } from './notes.ts';
import type { WatchPlan } from './plan.ts';

/** A Mac that an inventory lists: what identifies it, and what people call it. */
export type ListedMac = readonly [key: string, name: string];

/** The state of an inventory, the Macs of its last whole round and, while it is partial, the Macs that it lists now. */
export interface InventoryRecord {
	readonly state: InventoryState;
	readonly macs: readonly ListedMac[];
	readonly now: readonly ListedMac[] | null;
}

// The state is a note of its own, because status and metrics read it often and the Macs may be many.
const stateNote = (name: string) => `inventory:${name}` as const;
const macsNote = (name: string) => `macs:${name}` as const;
const nowNote = (name: string) => `macs-now:${name}` as const;

const unreadableNote = (name: string) => `unreadable:${name}` as const;

async function readList(queries: Queries, note: NoteName): Promise<ListedMac[] | null> {
	const text = await readNote(queries, note);
	return text === null ? null : (JSON.parse(text) as ListedMac[]);
}

export async function readInventoryState(queries: Queries, name: string): Promise<InventoryState | null> {
	const text = await readNote(queries, stateNote(name));
	return text === null ? null : (JSON.parse(text) as InventoryState);
}

export async function readInventoryRecord(queries: Queries, name: string): Promise<InventoryRecord | null> {
	const state = await readInventoryState(queries, name);
	if (state === null) return null;
	return {
		state,
		macs: (await readList(queries, macsNote(name))) ?? [],
		now: await readList(queries, nowNote(name)),
	};
}

/** Replaces the record of an inventory. The work gets the one before, which a person may just have accepted. */
export async function updateInventory(
	database: Database,
	name: string,
	update: (before: InventoryRecord | null) => InventoryRecord,
): Promise<InventoryRecord> {
	return database.transaction(async (queries) => {
		const before = await readInventoryRecord(queries, name);
		const record = update(before);
		await writeNote(queries, stateNote(name), JSON.stringify(record.state));
		if (record.macs !== before?.macs) await writeNote(queries, macsNote(name), JSON.stringify(record.macs));
		if (record.now !== null) await writeNote(queries, nowNote(name), JSON.stringify(record.now));
		else if (before?.now != null) await dropNote(queries, nowNote(name));
		return record;
	});
}

/** Notes why an inventory cannot be read; null if it can. */
export async function noteUnreadable(queries: Queries, name: string, problem: string | null): Promise<void> {
	if (problem === null) await dropNote(queries, unreadableNote(name));
	else await writeNote(queries, unreadableNote(name), problem);
}

/** Why inventories could not be read when they were last checked, by their names. */
export async function readUnreadable(
	queries: Queries,
	{ inventories }: Pick<WatchPlan, 'inventories'>,
): Promise<Map<string, string>> {
	const problems = new Map<string, string>();
	for (const { name } of inventories) {
		const problem = await readNote(queries, unreadableNote(name));
		if (problem !== null) problems.set(name, problem);
	}
	return problems;
}

/** Forgets inventories that the watch file no longer names, so that the names of their Macs do not stay. */
export async function forgetInventories(queries: Queries, names: readonly string[]): Promise<void> {
	const rows = await queries.rows<{ name: string }>(
		"SELECT name FROM watch_notes WHERE name LIKE 'inventory:%' OR name LIKE 'unreadable:%'",
	);
	for (const name of rows.map((row) => row.name.slice(row.name.indexOf(':') + 1))) {
		if (names.includes(name)) continue;
		for (const note of [stateNote, macsNote, nowNote, unreadableNote]) await dropNote(queries, note(name));
	}
}

/**
 * Takes a partial inventory as it is: its Macs are those that the next rounds expect. A running watch then makes a round
 * soon, because the data counts as news.
 */
export async function acceptInventory(
	database: Database,
	name: string,
	now: number,
): Promise<InventoryState> {
	return database.transaction(async (queries) => {
		const record = await readInventoryRecord(queries, name);
		if (record?.now == null)
			throw new Failure('not-partial', `${name} is not partial: there is nothing to accept`);
		const { state, now: macs } = record;
		const accepted = { ...state, wholeAt: now, of: macs!.length, gone: 0, partialSince: null };
		await writeNote(queries, stateNote(name), JSON.stringify(accepted));
		await writeNote(queries, macsNote(name), JSON.stringify(macs));
		await dropNote(queries, nowNote(name));
		await dropNote(queries, 'data');
		return accepted;
	});
}
