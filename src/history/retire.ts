import { dayNumber, dayOfNumber, isDay } from '@pointrelease/core/src/text/day.ts';
import { macsPerSegment, Sightings } from '../fleet/history/sightings.ts';
import { Failure } from '../process/failure.ts';
import type { HistoryFile } from './history-file.ts';
import type { Pseudonyms } from './pseudonyms.ts';
import { readSmallTable } from './small-table.ts';

/** A Mac that leaves the fleet: the last day on which it counts, and why. */
export interface Leaving {
	readonly serial: string;
	readonly on: string;
	readonly reason: string | null;
}

/** Reads a CSV file of Macs: serial, and optionally on and reason, which override the given ones. */
export function readLeaving(
	path: string,
	{ on, reason }: { readonly on: string | null; readonly reason: string | null },
): Leaving[] {
	const table = { code: 'bad-retirements', needed: ['serial'], optional: ['on', 'reason'] } as const;
	const rows = readSmallTable<'serial' | 'on' | 'reason'>(path, table);
	if (rows.length === 0) throw new Failure('bad-retirements', `${path}: the file holds no Mac`);
	return rows.map(({ cells, refuse }) => {
		const day = cells.on || on;
		if (cells.serial === '') throw refuse('serial is needed');
		if (day === null) throw refuse('on is needed: the last day of the Mac, in the file or as --on DAY');
		if (!isDay(day)) throw refuse('on: expected a day, written YYYY-MM-DD');
		return { serial: cells.serial, on: day, reason: cells.reason || reason };
	});
}

/** The result of retiring Macs. */
interface Retired {
	readonly retired: readonly Leaving[];
	/** Serial numbers that the history does not have. */
	readonly not_in_history: readonly string[];
	/** Macs that were seen after the day, so that they are not retired. */
	readonly seen_later: readonly { readonly serial: string; readonly on: string; readonly seen: string }[];
}

/** Ends the time of Macs in the fleet. A Mac that was retired before gets the new day and reason. */
export function retireMacs(
	history: HistoryFile,
	leaving: readonly Leaving[],
	{ pseudonyms, now }: { readonly pseudonyms: Pseudonyms | null; readonly now: Date },
): Retired {
	return history.change(() => {
		const result = {
			retired: [] as Leaving[],
			not_in_history: [] as string[],
			seen_later: [] as Retired['seen_later'][number][],
		};
		const numbers = leaving.map(({ serial }) => macNumber(history, serial, pseudonyms));
		const lastDays = lastDaysOf(history, new Set(numbers.filter((number) => number !== null)));
		for (const [index, { on, reason, ...mac }] of leaving.entries()) {
			const number = numbers[index]!;
			const serial = mac.serial.trim().toUpperCase();
			const last = number === null ? undefined : lastDays.get(number);
			if (number === null || last === undefined) result.not_in_history.push(serial);
			else if (last > dayNumber(on)) result.seen_later.push({ serial, on, seen: dayOfNumber(last) });
			else {
				history.run('DELETE FROM retirements WHERE mac = ?', number);
				history.insert('retirements', {
					mac: number,
					day: dayNumber(on),
					reason,
					added: now.toISOString(),
				});
				result.retired.push({ serial, on, reason });
			}
		}
		return result;
	});
}

/** The result of undoing retirements. */
interface Restored {
	readonly restored: readonly string[];
	readonly not_in_history: readonly string[];
	readonly not_retired: readonly string[];
}

/** Undoes retirements, as if they had never been made. */
export function restoreMacs(
	history: HistoryFile,
	serials: readonly string[],
	pseudonyms: Pseudonyms | null,
): Restored {
	return history.change(() => {
		const result = {
			restored: [] as string[],
			not_in_history: [] as string[],
			not_retired: [] as string[],
		};
		for (const text of serials) {
			const serial = text.trim().toUpperCase();
			const number = macNumber(history, serial, pseudonyms);
			if (number === null) result.not_in_history.push(serial);
			else if (history.row('SELECT 1 FROM retirements WHERE mac = ?', number) === null)
				result.not_retired.push(serial);
			else {
				history.run('DELETE FROM retirements WHERE mac = ?', number);
				result.restored.push(serial);
			}
		}
		return result;
	});
}

/** The number of a Mac in the history; null if the history does not have it. */
export function macNumber(
	history: HistoryFile,
	serial: string,
	pseudonyms: Pseudonyms | null,
): number | null {
	const upperSerial = serial.trim().toUpperCase();
	const stored = pseudonyms ? pseudonyms.of(upperSerial) : upperSerial;
	return history.row<{ id: number }>('SELECT id FROM macs WHERE serial = ?', stored)?.id ?? null;
}

/** The last day on which each of these Macs was seen, as a number. */
function lastDaysOf(history: HistoryFile, macs: ReadonlySet<number>): Map<number, number> {
	const lastDays = new Map<number, number>();
	for (const segment of new Set([...macs].map((mac) => Math.floor(mac / macsPerSegment)))) {
		const sightings = new Sightings();
		history.each<{ packed: Uint8Array }>(
			'SELECT packed FROM sightings WHERE segment = ?',
			({ packed }) => history.loadSegment(segment, packed, sightings),
			segment,
		);
		for (let at = 0; at < sightings.length; at++) {
			const mac = sightings.macs[at]!;
			if (!macs.has(mac)) continue;
			lastDays.set(mac, Math.max(lastDays.get(mac) ?? 0, sightings.days[at]!));
		}
	}
	return lastDays;
}
