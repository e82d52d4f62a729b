import { noPolicy } from '../../advice/policy/policy.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import { dayNumber } from '../../text/day.ts';
import { assessCells } from '../judging/assess-cells.ts';
import { type MachineCells, noCells } from '../judging/machine-cells.ts';
import { Sightings } from './sightings.ts';
import { rankOf, type SeenState, seenText, seenVersion, type Timeline, timelinesOf } from './timelines.ts';

/** Where a history comes from: a file on this machine, one that a browser was given, or a folder of evidence. */
export interface HistorySource {
	/** What Macs were seen with, by number. */
	readonly states: ReadonlyMap<number, Partial<MachineCells>>;
	/** The days on which anything was seen, by their numbers. */
	readonly days: ReadonlySet<number>;
	/** The segments that hold something, each with what adds its sightings to a list. */
	segments(): Iterable<readonly [number, (into: Sightings) => void]>;
	mac(number: number): RememberedMac;
}

export interface RememberedMac {
	/** The serial number, or the hash that stands for it. */
	readonly serial: string;
	/** What it was last called. */
	readonly name: string | null;
	/** What it was called before, and the number of the day on which it was called otherwise; only where it changed. */
	readonly renamed?: { readonly before: string; readonly on: number };
	/** What its row said in the column that is grouped by, at the last time. */
	readonly group: string | null;
}

/** What questions are answered from: the Macs of a history with what was seen of each until a day. */
export interface SeenFleet {
	readonly days: ReadonlySet<number>;
	timelines(): Iterable<Timeline>;
	mac(number: number): RememberedMac;
}

export function seenFleet(source: HistorySource, catalog: Catalog, asOf: string): SeenFleet {
	const states = readStates(catalog, source.states, asOf);
	const until = dayNumber(asOf);
	return {
		days: new Set([...source.days].filter((day) => day <= until)),
		timelines: () => readTimelines(source, states, until),
		mac: source.mac,
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
		yield* timelinesOf(segment, sightings, states, untilDay);
	}
}

/** What was seen, read with the tables as they are now: a model that was unknown then may be known today. */
function readStates(
	catalog: Catalog,
	cells: ReadonlyMap<number, Partial<MachineCells>>,
	asOf: string,
): SeenState[] {
	const states: SeenState[] = [];
	// What was remembered before a field was known has none of it.
	for (const [number, each] of cells) states[number] = readState(catalog, { ...noCells, ...each }, asOf);
	return states;
}

function readState(catalog: Catalog, cells: MachineCells, asOf: string): SeenState {
	const answer = assessCells(catalog, noPolicy(asOf), cells, false);
	const text = answer?.version
		? seenText(answer.version, answer.response)
		: cells.version || cells.os || cells.build;
	const seen = answer?.version ? seenVersion(catalog, text) : { text, version: null, response: null };
	return {
		...seen,
		boards: (answer?.board_ids ?? []).flatMap((id) => catalog.boards.get(id) ?? []),
		build: answer?.build ?? null,
		rank: seen.version ? rankOf(seen.version) : -1,
	};
}
