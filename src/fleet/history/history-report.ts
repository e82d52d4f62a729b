import type { CveState } from '../../advice/exposure/cve-check.ts';
import type { Policy } from '../../advice/policy/policy.ts';
import { rulesVersion } from '../../advice/policy/rules-version.ts';
import { cveOnMac, runningMac } from '../../advice/standing/running-mac.ts';
import type { Board, Catalog, Cve } from '../../catalog/catalog.ts';
import { dayNumber, dayOfNumber } from '../../text/day.ts';
import { noGroup } from '../report/groups.ts';
import { type PolicyRecord, policyRecord } from '../report/report.ts';
import { ComplianceTally, type DayOfFleet, daysToShow } from './compliance.ts';
import { PatchTally, type ReleasePatching } from './patching.ts';
import type { RememberedMac, SeenFleet } from './source.ts';
import { installedIn, type SeenRun, type Timeline } from './timelines.ts';

/** A question to a history. */
export interface HistoryQuestion {
	readonly catalog: Catalog;
	readonly policy: Policy;
	/** Macs have to be patched within so many days of a release. */
	readonly within: number;
	readonly staleDays: number;
	/** The column to group by. */
	readonly groupBy: string | null;
}

/** The default of `within`. */
export const usualWithin = 14;

/** Which Macs were patched when, and the state of the fleet over time. */
export interface HistoryAnswer {
	readonly macs_seen: number;
	readonly releases: readonly ReleasePatching[];
	/** Empty without a policy. */
	readonly compliance: readonly DayOfFleet[];
	/** The number of Macs on each major version over time. */
	readonly adoption: readonly Adoption[];
}

export interface Adoption {
	readonly day: string;
	readonly macs: number;
	readonly by_major: DayOfFleet['by_major'];
}

export interface HistoryRecord extends HistoryAnswer {
	readonly as_of: string;
	readonly data_version: string;
	/** The version of the rules that verdicts follow; evidence of earlier versions has none. */
	readonly rules?: number;
	/** The first and the last day with a sighting; null for an empty history. */
	readonly first_seen: string | null;
	readonly last_seen: string | null;
	readonly policy: PolicyRecord | null;
	readonly group_by: string | null;
	readonly groups: readonly (HistoryAnswer & { readonly label: string })[];
}

/** Further groups are counted together: a column with more values is not meant for grouping. */
const mostGroups = 60;
const otherGroups = 'others';

/** Answers a question about releases and days. */
export function historyRecord(fleet: SeenFleet, question: HistoryQuestion): HistoryRecord {
	const { catalog, policy, groupBy } = question;
	const seen = [...fleet.days].sort((a, b) => a - b);
	const all = new Answers(question, seen);
	const groups = new Map<string, Answers>();
	for (const timeline of fleet.timelines()) {
		all.add(timeline);
		if (groupBy === null) continue;
		const wanted = fleet.mac(timeline.mac).group || noGroup;
		const label = groups.has(wanted) || groups.size < mostGroups ? wanted : otherGroups;
		const group = groups.get(label) ?? new Answers(question, seen);
		groups.set(label, group);
		group.add(timeline);
	}
	return {
		as_of: policy.asOf,
		data_version: catalog.dataVersion,
		rules: rulesVersion,
		first_seen: seen.length > 0 ? dayOfNumber(seen[0]!) : null,
		last_seen: seen.length > 0 ? dayOfNumber(seen.at(-1)!) : null,
		policy: policyRecord(policy),
		...all.answer(),
		group_by: groupBy,
		groups: [...groups]
			.map(([label, answers]) => ({ label, ...answers.answer() }))
			.toSorted((a, b) => b.macs_seen - a.macs_seen || (a.label < b.label ? -1 : 1)),
	};
}

class Answers {
	readonly #question: HistoryQuestion;
	readonly #patching: PatchTally;
	readonly #compliance: ComplianceTally;
	#macs = 0;

	constructor(question: HistoryQuestion, seen: readonly number[]) {
		const { catalog, policy, staleDays } = question;
		const until = dayNumber(policy.asOf);
		this.#question = question;
		this.#patching = new PatchTally(catalog, seen[0] ?? until, policy.asOf);
		this.#compliance = new ComplianceTally(catalog, policy, daysToShow(new Set(seen), until), staleDays);
	}

	add(timeline: Timeline): void {
		this.#macs++;
		this.#patching.add(timeline);
		this.#compliance.add(timeline);
	}

	answer(): HistoryAnswer {
		const { policy, within } = this.#question;
		const days = this.#compliance.days();
		return {
			macs_seen: this.#macs,
			releases: this.#patching.releases(within),
			compliance: policy.given ? days : [],
			adoption: days.map(({ day, macs, by_major }) => ({ day, macs, by_major })),
		};
	}
}

/** Which Macs were vulnerable on a day, by serial number. */
export interface CveRecord {
	readonly cve: string;
	readonly on: string;
	readonly data_version: string;
	readonly fixed_in: readonly string[];
	readonly open: readonly string[];
	readonly fixed: readonly string[];
	readonly unknown: readonly string[];
}

/** Uses all sightings, because later ones also tell something about the day. */
export function cveRecord(
	fleet: SeenFleet,
	{ catalog, cve, on, asOf }: { catalog: Catalog; cve: Cve; on: string; asOf: string },
): CveRecord {
	const day = dayNumber(on);
	const history = new CveHistory(catalog, cve, asOf);
	const serials: Record<OnDay, string[]> = { open: [], fixed: [], unknown: [] };
	for (const timeline of fleet.timelines())
		serials[history.on(timeline, day)].push(fleet.mac(timeline.mac).serial);
	return {
		cve: cve.id,
		on,
		data_version: catalog.dataVersion,
		fixed_in: cve.fixedIn.map(({ version }) => version),
		open: serials.open.sort(),
		fixed: serials.fixed.sort(),
		unknown: serials.unknown.sort(),
	};
}

/** The name of a Mac; null if several Macs report its serial number, because then nobody can tell whose name it is. */
export function shownName({ isShared }: Timeline, { name }: RememberedMac): string | null {
	return isShared ? null : name;
}

/** Sentences about odd things in a Mac's history. */
export function remarksOn({ runs, isShared }: Timeline, { name, renamed }: RememberedMac): string[] {
	const remarks = isShared ? ['Several Macs report this serial number.'] : [];
	if (renamed && !isShared)
		remarks.push(
			`Called ${JSON.stringify(renamed.before)} before ${dayOfNumber(renamed.on)}, then ${JSON.stringify(name)}: it may have changed hands.`,
		);
	const wentBack = runs.findIndex(
		(run, index) => index > 0 && run.rank >= 0 && run.rank < runs[index - 1]!.rank,
	);
	if (wentBack > 0) {
		const [before, after] = [runs[wentBack - 1] as SeenRun, runs[wentBack] as SeenRun];
		remarks.push(
			`Went back from ${before.text} to ${after.text} between ${dayOfNumber(before.last)} and ${dayOfNumber(after.first)}: it was wiped, restored or downgraded.`,
		);
	}
	return remarks;
}

/** Whether a Mac was vulnerable on a day. */
export type OnDay = 'open' | 'fixed' | 'unknown';

/** Tells whether Macs had a vulnerability, from the data as of a day. */
class CveHistory {
	readonly #catalog: Catalog;
	readonly #cve: Cve;
	readonly #asOf: string;
	readonly #states = new Map<string, CveState>();

	constructor(catalog: Catalog, cve: Cve, asOf: string) {
		this.#catalog = catalog;
		this.#cve = cve;
		this.#asOf = asOf;
	}

	/**
	 * A day between two sightings has an answer if both give the same one. Before the first and after the last sighting
	 * the answer is unknown: a Mac may have been updated or wiped on the very next day.
	 */
	on({ boards, runs }: Timeline, day: number): OnDay {
		const before = runs.findLast(({ first }) => first <= day);
		const after = before && before.last >= day ? before : runs[runs.indexOf(before!) + 1];
		if (!before || !after) return 'unknown';
		const [state, ...others] = new Set(
			boards.flatMap((board) => [before, after].map((run) => this.#stateOf(board, run))),
		);
		if (others.length > 0) return 'unknown';
		if (state === 'missing') return 'open';
		return state === 'fixed' ? 'fixed' : 'unknown';
	}

	#stateOf(board: Board, run: SeenRun): CveState {
		const key = `${board.id} ${run.text} ${run.build}`;
		let state = this.#states.get(key);
		if (state === undefined) {
			const mac = runningMac(this.#catalog, board, installedIn(run), this.#asOf);
			state = mac ? cveOnMac(this.#catalog, mac, this.#cve, this.#asOf).state : 'unknown';
			this.#states.set(key, state);
		}
		return state;
	}
}
