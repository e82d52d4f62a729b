import { noPolicy } from '../../advice/policy/policy.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import { dayNumber } from '../../text/day.ts';
import { assessCells } from '../judging/assess-cells.ts';
import { type MachineCells, noCells } from '../judging/machine-cells.ts';
import { Sightings } from './sightings.ts';
import { rankOf, type SeenState, seenText, seenVersion, type Timeline, timelinesOf } from './timelines.ts';

/** The content of a history: from a file on this machine, or from a file in a browser. */
export interface HistorySource {
	/** The states of Macs, by number. */
	readonly states: ReadonlyMap<number, Partial<MachineCells>>;
	/** The numbers of all days with a sighting. */
	readonly days: ReadonlySet<number>;
	/** The segments with sightings, each with a function that adds them to a list. */
	segments(): Iterable<readonly [number, (into: Sightings) => void]>;
	mac(number: number): RememberedMac;
}

export interface RememberedMac {
	/** The serial number, or the hash that stands for it. */
	readonly serial: string;
	/** Its last name. */
	readonly name: string | null;
	/** Its name before, and the number of the day of the change; absent if the name never changed. */
	readonly renamed?: { readonly before: string; readonly on: number };
	/** Its last value in the column to group by. */
	readonly group: string | null;
}

/** The Macs of a history with their sightings until a day: all questions are answered from it. */
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

/** Reads the states with today's tables: a model that was unknown then may be known now. */
function readStates(
	catalog: Catalog,
	cells: ReadonlyMap<number, Partial<MachineCells>>,
	asOf: string,
): SeenState[] {
	const states: SeenState[] = [];
	// Older histories lack newer fields.
	for (const [number, each] of cells) states[number] = readState(catalog, { ...noCells, ...each }, asOf);
	return states;
}

function readState(catalog: Catalog, cells: MachineCells, asOf: string): SeenState {
	const answer = assessCells(catalog, noPolicy(asOf), cells, {
		guesses: false,
		tellsResponses: false,
	});
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
