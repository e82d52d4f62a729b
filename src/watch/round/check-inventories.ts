import type { NewlyEnrolled } from '@pointrelease/core/src/integrations/enforce/formats.ts';
import { addDays, laterDay, millisecondsOfDay } from '@pointrelease/core/src/text/day.ts';
import type { Queries } from '../../database/database.ts';
import { type Mac, usualStaleDays } from '../../fleet/fleet.ts';
import { identifiesMac } from '../../fleet/inventory/cells/cell-text.ts';
import { serialKey } from '../../fleet/merge-files.ts';
import { dayIn } from '../local-day.ts';
import type { InventoryCheck, InventoryState } from '../situation.ts';
import {
	forgetInventories,
	type InventoryRecord,
	type ListedMac,
	noteUnreadable,
	readInventoryRecord,
	readInventoryState,
	updateInventory,
} from '../state/inventories.ts';
import type { WatchPlan } from '../state/plan.ts';
import { readSources } from '../state/sources.ts';
import { policyOn, type WatchFile } from '../watch-file.ts';
import type { Parts } from './parts.ts';
import { recordsOf } from './pull-inventories.ts';
import { readInventories } from './read-inventories.ts';

type SeenMacs = Pick<InventoryState, 'dated' | 'unseen' | 'unseenDays' | 'newest'>;

export type InventoryChecks = ReadonlyMap<string, InventoryCheck>;

/**
 * Whether so many Macs are missing or stale that channels are told: more than a tenth and more than five, or half. A role
 * that sees fewer Macs looks like a fleet in order otherwise.
 */
export function areMany(macs: number, of: number): boolean {
	return areHalf(macs, of) || (macs > 5 && 10 * macs > of);
}

function areHalf(macs: number, of: number): boolean {
	return macs > 0 && 2 * macs >= of;
}

/** Whether half of the Macs that state a last contact were not seen in time, however new the file or the pull is. */
export function isUnseen({ dated, unseen }: Pick<InventoryState, 'dated' | 'unseen'>): boolean {
	return areHalf(unseen, dated);
}

/** Whether so many of them are stale, which takes longer than a holiday. */
function areStale({ dated, unseen, unseenDays }: SeenMacs): boolean {
	return unseenDays >= usualStaleDays && areMany(unseen, dated);
}

/** After how many days without a contact a Mac counts as not seen in time. */
export function unseenAfter({ every, lateDays }: Pick<WatchFile, 'every' | 'lateDays'>): number {
	return Math.max(lateDays, Math.ceil((2 * every) / millisecondsOfDay));
}

/** The Macs that one inventory lists. Rows with the same serial number are one Mac, last seen on the latest of their days. */
export class Listing {
	readonly #macs = new Map<string, { readonly name: string; seen: string | null; states: boolean }>();

	add({ name, serial, seen, noSighting }: Pick<Mac, 'name' | 'serial' | 'seen' | 'noSighting'>): void {
		const states = seen !== null || noSighting !== null;
		const key = identifiesMac(serial) ? serialKey({ serial }) : this.#numbered(`=${name}`);
		const before = this.#macs.get(key);
		if (!before) {
			this.#macs.set(key, { name: name || serial, seen, states });
			return;
		}
		before.states ||= states;
		if (seen !== null) before.seen = before.seen === null ? seen : laterDay(before.seen, seen);
	}

	/** Distinguishes Macs without a serial number by their names, and those of one name by their number. */
	#numbered(name: string): string {
		let key = name;
		for (let number = 2; this.#macs.has(key); number++) key = `${name} ${number}`;
		return key;
	}

	get macs(): ListedMac[] {
		return Array.from(this.#macs, ([key, { name }]) => [key, name]);
	}

	/** The last contacts on a day: of so many days if half of the Macs are silent, or if no more are stale than usual. */
	seenOn(day: string, unseenDays: number): SeenMacs {
		const recent = { ...this.#seenSince(addDays(day, -unseenDays)), unseenDays };
		if (isUnseen(recent)) return recent;
		const staleDays = Math.max(usualStaleDays, unseenDays);
		const longer = { ...this.#seenSince(addDays(day, -staleDays)), unseenDays: staleDays };
		return areStale(longer) ? longer : recent;
	}

	/** A contact that does not count, such as one that cannot be read, is ignored. */
	#seenSince(day: string): Pick<InventoryState, 'dated' | 'unseen' | 'newest'> {
		const stating = [...this.#macs.values()].filter(({ states }) => states);
		return {
			dated: stating.length,
			unseen: stating.filter(({ seen }) => seen === null || seen < day).length,
			newest: stating.reduce<string | null>(
				(newest, { seen }) => (seen === null ? newest : newest === null ? seen : laterDay(newest, seen)),
				null,
			),
		};
	}
}

/** Compares an inventory with its last whole round. A partial one changes nothing of what later rounds expect. */
export function compareInventory(
	before: InventoryRecord | null,
	macs: readonly ListedMac[],
	seen: SeenMacs,
	now: number,
): InventoryRecord {
	const keys = new Set(macs.map(([key]) => key));
	const expected = before?.macs ?? macs;
	const gone = expected.filter(([key]) => !keys.has(key)).length;
	const partial = areMany(gone, expected.length);
	const unseenSince =
		isUnseen(seen) || areStale(seen) ? Math.min(before?.state.unseenSince ?? now, now) : null;
	if (partial && before)
		return {
			state: {
				...seen,
				unseenSince,
				wholeAt: before.state.wholeAt,
				of: expected.length,
				gone,
				partialSince: Math.min(before.state.partialSince ?? now, now),
			},
			macs: before.macs,
			now: macs,
		};
	return {
		state: { ...seen, unseenSince, wholeAt: now, of: macs.length, gone: 0, partialSince: null },
		macs,
		now: null,
	};
}

/**
 * Compares the inventories of a round with their last whole rounds, and records the result. Of their Macs only those stay in memory that
 * are new and get time for it, which enforcement files count; null if an inventory is missing.
 */
export async function checkInventories({
	file,
	database,
	catalog,
	now,
	signal,
}: Parts): Promise<readonly NewlyEnrolled[] | null> {
	const policy = policyOn(file, dayIn(file.timeZone, now()));
	const unseenDays = unseenAfter(file);
	let listings = new Map<string, Listing>();
	const { macs, sources } = await readInventories(recordsOf(file, await readSources(database)), {
		catalog: catalog(),
		policy,
		now: now(),
		keep: [],
		signal,
		begin: () => {
			listings = new Map();
			return (mac) => {
				const listing = listings.get(mac.file) ?? new Listing();
				listings.set(mac.file, listing);
				listing.add(mac);
			};
		},
	});
	for (const { record, title, isUnreadable, problem } of sources) {
		await noteUnreadable(database, record.name, isUnreadable ? problem : null);
		// What it lists is not known.
		if (record.file === null || isUnreadable) continue;
		const listing = listings.get(title) ?? new Listing();
		const seen = listing.seenOn(policy.asOf, unseenDays);
		await updateInventory(database, record.name, (before) =>
			compareInventory(before, listing.macs, seen, now()),
		);
	}
	await forgetInventories(
		database,
		file.inventories.map(({ name }) => name),
	);
	const isMissing = sources.some(({ record, isUnreadable }) => record.file === null || isUnreadable);
	return isMissing ? null : newlyEnrolledOf(macs);
}

function newlyEnrolledOf(macs: readonly Mac[]): NewlyEnrolled[] {
	return macs.flatMap(({ judgment: { cells, answer } }) => {
		const { board_ids: boardIds = [], version = null, target_version: target = null } = answer ?? {};
		return cells.enrolled === '' || version === null || target === null
			? []
			: [{ boardIds, version, target }];
	});
}

/** What the last check of each inventory found. */
export async function readStates(
	queries: Queries,
	{ inventories }: Pick<WatchPlan, 'inventories'>,
): Promise<Map<string, InventoryState>> {
	const states = new Map<string, InventoryState>();
	for (const { name } of inventories) {
		const state = await readInventoryState(queries, name);
		if (state) states.set(name, state);
	}
	return states;
}

/** The same with the names of the Macs that are gone. */
export async function readChecks(
	queries: Queries,
	file: Pick<WatchFile, 'inventories'>,
): Promise<InventoryChecks> {
	const checks = new Map<string, InventoryCheck>();
	for (const [name, state] of await readStates(queries, file))
		checks.set(name, { ...state, goneNames: await namesOfGone(queries, name, state) });
	return checks;
}

async function namesOfGone(
	queries: Queries,
	name: string,
	{ partialSince }: InventoryState,
): Promise<string[]> {
	const record = partialSince === null ? null : await readInventoryRecord(queries, name);
	const keys = new Set(record?.now?.map(([key]) => key));
	return (record?.macs ?? []).flatMap(([key, macName]) =>
		keys.has(key) ? [] : [macName || 'a Mac without a name'],
	);
}

/** Whether an inventory is partial. Enforcement files, evidence and the heartbeat then wait. */
export function hasPartial(states: ReadonlyMap<string, InventoryState>): boolean {
	return [...states.values()].some(({ partialSince }) => partialSince !== null);
}
