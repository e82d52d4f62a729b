import { isLateReason, type LateReason } from '@pointrelease/core/src/advice/lateness/reasons.ts';
import { noPolicy } from '@pointrelease/core/src/advice/policy/policy.ts';
import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { readSafari } from '@pointrelease/core/src/catalog/safari.ts';
import { dayNumber } from '@pointrelease/core/src/text/day.ts';
import { Failure } from '../../process/failure.ts';
import { assessCells } from '../judging/assess-cells.ts';
import { type MachineCells, noCells } from '../judging/machine-cells.ts';
import { readInstalled } from '../judging/read-installed.ts';
import { notLate } from './history-schema.ts';
import { macsPerSegment, Sightings } from './sightings.ts';
import {
	type Retirement,
	type SeenState,
	seenState,
	seenText,
	type Timeline,
	timelinesOf,
} from './timelines.ts';

/** The content of a history, from a database file or from the bytes of one in a browser. */
export interface HistorySource {
	/** The states of Macs, by number. */
	readonly states: ReadonlyMap<number, StoredState>;
	/** The numbers of all days with a sighting. */
	readonly days: ReadonlySet<number>;
	/** The numbers of the newest days of all exports. */
	readonly exportDays: ReadonlySet<number>;
	/** The segments with sightings, each with a function that adds its sightings to a list. */
	segments(): Iterable<readonly [number, (into: Sightings) => void]>;
	mac(number: number): RememberedMac;
}

/** The state of a Mac in an inventory. */
export interface StoredState {
	/** Older histories lack newer fields. */
	readonly cells: Partial<MachineCells>;
	/** Whether the inventory states no day of contact: then the day of the sighting is that of the export. */
	readonly isInExport: boolean;
}

/** Anybody may have made the file, and a file that is copied while it is written is damaged. */
export function damagedHistory(): Failure {
	return new Failure('damaged-history', 'This history is damaged, or was being written while it was copied.');
}

/** The state in a row of a history: cells that are texts. */
export function storedState(json: string, isInExport: boolean): StoredState {
	let cells: unknown;
	try {
		cells = JSON.parse(json);
	} catch {
		throw damagedHistory();
	}
	const isState =
		typeof cells === 'object' &&
		cells !== null &&
		Object.values(cells).every((cell) => typeof cell === 'string');
	if (!isState) throw damagedHistory();
	return { cells: cells as StoredState['cells'], isInExport };
}

const [firstDay, lastDay] = [dayNumber('1983-01-01'), dayNumber('2099-12-31')];

/** The number of a day in a row of a history. Reports count the days between the first and the last one. */
export function storedDay(value: unknown): number {
	if (typeof value === 'number' && value >= firstDay && value <= lastDay) return value;
	throw damagedHistory();
}

/** A change of why a Mac is late. */
export interface LateChange {
	/** The number of the day of the sighting. */
	readonly day: number;
	/** Null if it was not late any more. */
	readonly reason: LateReason | null;
}

/** The change that a stored fact is; null for the word of another version. */
export function lateChange(day: number, value: string): LateChange | null {
	if (value === notLate) return { day, reason: null };
	return isLateReason(value) ? { day, reason: value } : null;
}

/** Why a Mac was late on a day, and since when; null if it was not, or if nobody knows. */
export function lateOn(
	{ late = [] }: Pick<RememberedMac, 'late'>,
	day: number,
): { readonly reason: LateReason; readonly since: number } | null {
	const change = late.findLast((each) => each.day <= day);
	return change?.reason ? { reason: change.reason, since: change.day } : null;
}

export interface RememberedMac {
	/** The serial number, or the hash that stands for it. */
	readonly serial: string;
	/** Its last name. */
	readonly name: string | null;
	/** Its previous name, and the number of the day of the change; absent if the name never changed. */
	readonly renamed?: { readonly before: string; readonly on: number };
	/** Its last value in the column to group by. */
	readonly group: string | null;
	/** Why it was late, in the order of days; each reason holds until the next. Absent if no export was judged by a policy. */
	readonly late?: readonly LateChange[];
	/** Absent if the Mac was not retired. A sighting after the day ends the retirement. */
	readonly retired?: Retirement;
}

/** The Macs of a history with their sightings until a day. All questions read it. */
export interface SeenFleet {
	readonly days: ReadonlySet<number>;
	/** The newest days of the exports; absent where only their sightings are known. */
	readonly exportDays?: ReadonlySet<number>;
	timelines(): Iterable<Timeline>;
	mac(number: number): RememberedMac;
}

export function seenFleet(source: HistorySource, catalog: Catalog, asOf: string): SeenFleet {
	const states = readStates(catalog, source.states, asOf);
	const until = dayNumber(asOf);
	return {
		days: new Set([...source.days].filter((day) => day <= until)),
		exportDays: new Set([...source.exportDays].filter((day) => day <= until)),
		timelines: () => readTimelines(source, states, until),
		mac: (number) => {
			const { retired, ...mac } = source.mac(number);
			return retired && retired.on <= until ? { ...mac, retired } : mac;
		},
	};
}

function* readTimelines(
	source: HistorySource,
	states: readonly SeenState[],
	untilDay: number,
): Generator<Timeline> {
	const sightings = new Sightings();
	for (const [segment, load] of source.segments()) {
		sightings.clear();
		load(sightings);
		checkSightings(segment, sightings, states);
		yield* timelinesOf(segment, sightings, states, untilDay);
	}
}

/** Refuses sightings of Macs of other segments, in states that the history does not have, or on days that it cannot have. */
function checkSightings(
	segment: number,
	{ macs, states, days, length }: Sightings,
	known: readonly SeenState[],
): void {
	for (let at = 0; at < length; at++) {
		const isWhole =
			known[states[at]!] !== undefined &&
			days[at]! >= firstDay &&
			days[at]! <= lastDay &&
			Math.floor(macs[at]! / macsPerSegment) === segment;
		if (!isWhole) throw damagedHistory();
	}
}

/** Reads the states with today's data tables: a model that was unknown at the import may be known now. */
function readStates(catalog: Catalog, stored: HistorySource['states'], asOf: string): SeenState[] {
	const states: SeenState[] = [];
	for (const [number, state] of stored) states[number] = readState(catalog, state, asOf);
	return states;
}

/** Reads a state with today's data tables. */
export function readState(
	catalog: Catalog,
	{ cells: stored, isInExport }: StoredState,
	asOf: string,
): SeenState {
	const cells: MachineCells = { ...noCells, ...stored };
	const answer = assessCells(catalog, noPolicy(asOf), cells, { guesses: false, tellsResponses: false });
	const rest = {
		boards: (answer?.board_ids ?? []).flatMap((id) => catalog.boards.get(id) ?? []),
		build: answer?.build ?? null,
		safari: readSafari(cells.safari, cells.safari_build),
		isInExport,
	};
	if (!answer?.version) {
		const text = cells.version || cells.os || cells.build;
		return { ...rest, text, version: null, letter: null, response: null, rank: -1, released: null };
	}
	// Keep the letter of an unknown response: a later data table may have it.
	const letter = answer.response ?? readInstalled(catalog, cells).read?.supplement ?? null;
	return seenState(catalog, seenText(answer.version, letter), rest, asOf);
}
