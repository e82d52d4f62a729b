import type { Installed } from '@pointrelease/core/src/advice/installed.ts';
import { standingOfVersion } from '@pointrelease/core/src/advice/standing/version-standing.ts';
import type { Board, Catalog, SecurityResponse } from '@pointrelease/core/src/catalog/catalog.ts';
import type { InstalledSafari } from '@pointrelease/core/src/catalog/safari.ts';
import { parseVersion, type Version } from '@pointrelease/core/src/catalog/version.ts';
import { dayNumber } from '@pointrelease/core/src/text/day.ts';
import { macsPerSegment, type Sightings } from './sightings.ts';

/** A state of Macs in an inventory, read with today's data tables. */
export interface SeenState extends SeenVersion {
	/** All boards that the Mac may have; empty for an unknown model. */
	readonly boards: readonly Board[];
	readonly build: string | null;
	/** The Safari that was reported with it. */
	readonly safari: InstalledSafari | null;
	/** The version as a number to compare; -1 without a version. */
	readonly rank: number;
	/**
	 * The number of the day on which its release came out; infinite for a version above all releases; null if its release is
	 * unknown: a beta, a bare major, or a version that was never released.
	 */
	readonly released: number | null;
	/** Whether the inventory states no day of contact: then the day is that of the export. */
	readonly isInExport: boolean;
}

/** Consecutive sightings of a Mac on one version, with the numbers of the first and the last day. */
export interface SeenRun extends SeenState {
	readonly first: number;
	last: number;
	/** Whether the first day is that of an export that states no contact; `isInExport` says the same of the last day. */
	beganInExport: boolean;
	isInExport: boolean;
}

/** All sightings of one Mac. */
export interface Timeline {
	/** The number of the Mac in the history. */
	readonly mac: number;
	readonly boards: readonly Board[];
	/** In the order of days; at least one. */
	readonly runs: readonly [SeenRun, ...SeenRun[]];
	/** Whether another Mac, certainly of another model, has the same serial number. */
	readonly isShared: boolean;
}

/** The end of a Mac's time in the fleet: the number of its last day, and the reason. */
export interface Retirement {
	readonly on: number;
	readonly reason: string | null;
}

/**
 * The number of a retired Mac's last day in the fleet; null if it was not retired, or if a later sighting ended the
 * retirement.
 */
export function lastDayOf({ runs }: Timeline, { retired }: { readonly retired?: Retirement }): number | null {
	return retired && retired.on >= runs.at(-1)!.last ? retired.on : null;
}

/** A version as a number that sorts like the version, up to the third component. */
export function rankOf({ components: [a = 0, b = 0, c = 0] }: Version): number {
	return a * 1e8 + b * 1e4 + c;
}

/** The timelines of the Macs of a segment, from sightings in any order. Sightings after `untilDay` are ignored. */
export function* timelinesOf(
	segment: number,
	sightings: Sightings,
	states: readonly SeenState[],
	untilDay: number,
): Generator<Timeline> {
	const { macs, length } = sightings;
	const base = segment * macsPerSegment;
	const starts = new Int32Array(macsPerSegment + 1);
	for (let at = 0; at < length; at++) if (sightings.days[at]! <= untilDay) starts[macs[at]! - base + 1]!++;
	for (let mac = 0; mac < macsPerSegment; mac++) starts[mac + 1]! += starts[mac]!;
	const places = starts.slice(0, macsPerSegment);
	const days = new Int32Array(starts[macsPerSegment]!);
	const seen = new Int32Array(days.length);
	for (let at = 0; at < length; at++) {
		const day = sightings.days[at]!;
		if (day > untilDay) continue;
		const place = places[macs[at]! - base]!++;
		days[place] = day;
		seen[place] = sightings.states[at]!;
	}
	for (let mac = 0; mac < macsPerSegment; mac++) {
		const [start, end] = [starts[mac]!, starts[mac + 1]!];
		if (start === end) continue;
		const ofMac = { days: days.subarray(start, end), states: seen.subarray(start, end) };
		sortByDay(ofMac);
		yield* timelinesOfMac(base + mac, ofMac, states);
	}
}

/** The sightings of one Mac. */
interface OwnSightings {
	readonly days: Int32Array;
	readonly states: Int32Array;
}

/**
 * Imports are mostly in the order of days, so most sightings are sorted already. Sorting them all the same would take twice
 * the time of reading timelines: 70 ms instead of 30 ms for a year of 1,000 Macs.
 */
function sortByDay({ days, states }: OwnSightings): void {
	if (days.every((day, at) => at === 0 || days[at - 1]! <= day)) return;
	const order = Array.from(days, (day, at) => ({ day, state: states[at]! })).sort((a, b) => a.day - b.day);
	for (const [at, { day, state }] of order.entries()) {
		days[at] = day;
		states[at] = state;
	}
}

/** One timeline, or several if Macs of different models have the same serial number. */
function* timelinesOfMac(
	mac: number,
	sightings: OwnSightings,
	states: readonly SeenState[],
): Generator<Timeline> {
	const groups = groupsOf(sightings, states);
	for (const { boards, members } of groups) {
		const [first, ...rest] = runsOf(sightings, states, groups.length > 1 ? members : null);
		if (first) yield { mac, boards, runs: [first, ...rest], isShared: groups.length > 1 };
	}
}

interface ModelGroup {
	boards: readonly Board[];
	/** The states of the group. */
	members: Set<number>;
}

/** Groups the states that may belong to the same machine. States with an unknown model go to the first group. */
function groupsOf(sightings: OwnSightings, states: readonly SeenState[]): ModelGroup[] {
	const groups: ModelGroup[] = [];
	const withoutModel: number[] = [];
	let before = -1;
	const grouped = new Set<number>();
	for (let at = 0; at < sightings.states.length; at++) {
		const state = sightings.states[at]!;
		if (state === before) continue;
		before = state;
		if (grouped.has(state)) continue;
		grouped.add(state);
		const { boards } = states[state]!;
		if (boards.length === 0) {
			withoutModel.push(state);
			continue;
		}
		const group = groups.find((other) => other.boards.some((board) => boards.includes(board)));
		if (!group) groups.push({ boards, members: new Set([state]) });
		else {
			group.members.add(state);
			if (group.boards !== boards) group.boards = group.boards.filter((board) => boards.includes(board));
		}
	}
	if (groups.length === 0) groups.push({ boards: [], members: new Set() });
	for (const state of withoutModel) groups[0]!.members.add(state);
	return groups;
}

/** Joins consecutive sightings on the same version into runs. */
function runsOf(
	{ days, states: seen }: OwnSightings,
	states: readonly SeenState[],
	members: ReadonlySet<number> | null,
): SeenRun[] {
	const runs: SeenRun[] = [];
	const see = (state: number, day: number) => {
		if (!members || members.has(state)) addSighting(runs, states[state]!, day);
	};
	for (let at = 0; at < days.length; ) {
		const day = days[at]!;
		let end = at + 1;
		let isOne = true;
		for (; days[end] === day; end++) isOne &&= seen[end] === seen[at];
		if (isOne) see(seen[at]!, day);
		else for (const state of inOrder(seen.subarray(at, end), states, runs.at(-1))) see(state, day);
		at = end;
	}
	return runs;
}

/**
 * Orders the states of one day: first the version of the previous run, then older versions before newer ones, because updates
 * are more common than downgrades.
 */
function inOrder(seen: Int32Array, states: readonly SeenState[], before: SeenRun | undefined): number[] {
	const continues = (state: number) => (before && isSame(before, states[state]!) ? 0 : 1);
	return [...new Set(seen)].sort(
		(a, b) => continues(a) - continues(b) || states[a]!.rank - states[b]!.rank || a - b,
	);
}

function addSighting(runs: SeenRun[], state: SeenState, day: number): void {
	const last = runs.at(-1);
	if (!last || !isSame(last, state)) {
		runs.push({ ...state, first: day, last: day, beganInExport: state.isInExport });
		return;
	}
	// If two exports have the Mac on one day, a stated contact wins.
	if (last.first === day) last.beganInExport &&= state.isInExport;
	last.isInExport = state.isInExport && (last.last !== day || last.isInExport);
	last.last = day;
}

function isSame(run: SeenState, state: SeenState): boolean {
	return (
		run.text === state.text &&
		run.build === state.build &&
		run.safari?.version === state.safari?.version &&
		run.safari?.bundle === state.safari?.bundle
	);
}

/** The version that a Mac reported, with its security response. */
interface SeenVersion {
	/** The text to show: `26.3.1 (a)` with a response; the reported text if it cannot be read. */
	readonly text: string;
	readonly version: Version | null;
	/** The letter of a response, as reported. */
	readonly letter: string | null;
	/** Null without a letter, and for a letter that no table has. */
	readonly response: SecurityResponse | null;
}

/** Reads a version from its text in sightings. */
export function seenVersion(catalog: Catalog, text: string): SeenVersion {
	const [, number = text, letter = null] = /^(\S+) \(([a-z])\)$/.exec(text) ?? [];
	const version = parseVersion(number);
	const responses = catalog.releases.get(version?.canonical ?? '')?.responses ?? [];
	return {
		text,
		version,
		letter,
		response: responses.find((response) => response.letter === letter) ?? null,
	};
}

/** Makes a state from its text in sightings, read with today's data tables. */
export function seenState(
	catalog: Catalog,
	text: string,
	rest: Pick<SeenState, 'boards' | 'build' | 'safari' | 'isInExport'>,
	asOf: string,
): SeenState {
	const seen = seenVersion(catalog, text);
	const { version } = seen;
	if (!version) return { ...rest, ...seen, rank: -1, released: null };
	const standing = standingOfVersion(catalog, { version, build: rest.build }, undefined, asOf);
	const release = catalog.releases.get(version.canonical);
	const released = { newer: Number.POSITIVE_INFINITY, unknown: null, beta: null }[standing as string];
	return {
		...rest,
		...seen,
		rank: rankOf(version),
		released: released === undefined ? dayNumber(release!.released) : released,
	};
}

/** The installed version of a state. */
export function installedIn({ text, version, build, letter, safari }: SeenState): Installed {
	return { version: version?.canonical ?? text, build, supplement: letter, safari };
}

/** The text of a version with the letter of a response. */
export function seenText(version: string, letter: string | null): string {
	return letter === null ? version : `${version} (${letter})`;
}
