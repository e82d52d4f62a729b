import type { Knowledge } from '../../advice/exposure/exposure.ts';
import type { ResponseStanding } from '../../advice/installed.ts';
import type { Action } from '../../advice/standing/headline.ts';
import type { VersionStanding } from '../../advice/standing/version-standing.ts';
import type { FoundBy } from '../../names/find-boards.ts';

/** Why a Mac has no standing: nobody knows it, several Macs answer to the name, or the row cannot be read. */
export type ProblemKind = 'unknown' | 'ambiguous' | 'unreadable';

/** What holds for every Mac with the same cells, under the names it is printed with. */
export interface MacResult {
	readonly model: string | null;
	readonly model_name: string | null;
	/** All that the Mac may be. */
	readonly board_ids: readonly string[];
	readonly found_by: FoundBy | null;
	readonly version: string | null;
	readonly build: string | null;
	readonly major: string | null;
	/** As in `/advice`; for a Mac that is not recognized, the standing of the version alone. */
	readonly version_standing: VersionStanding | null;
	readonly standing: 'current' | 'behind' | 'ended' | null;
	readonly target_version: string | null;
	readonly deadline: string | null;
	readonly days_overdue: number | null;
	/** The oldest deadline that the Mac missed. */
	readonly overdue_since: string | null;
	readonly meets_policy: boolean | null;
	readonly blocked_by: 'hardware' | null;
	readonly releases_behind: number | null;
	/** How long the next release of its major has been out. */
	readonly days_behind: number | null;
	/** Of several Macs that it may be, `unknown` only if nothing is known of any. */
	readonly exposure_known: Knowledge;
	readonly missing_count: number | null;
	readonly exploited_missing_count: number | null;
	/** Fixed in newer majors, while this one has had no release since. */
	readonly fixed_elsewhere_count: number | null;
	readonly fixed_elsewhere_exploited_count: number | null;
	/** Fixed in newer majors, and not listed by the releases that this one has had since. */
	readonly not_stated_count: number | null;
	readonly not_stated_exploited_count: number | null;
	/** The newest major that the Mac runs, and when that ended or is expected to: when the Mac is to be replaced. */
	readonly last_major: string | null;
	readonly ended_on: string | null;
	readonly estimated_end: string | null;
	/** The same of the major that is installed: `ended_on` and `estimated_end` of `/advice`. */
	readonly major_ended_on: string | null;
	readonly major_estimated_end: string | null;
	/** What to do about it, as in `/advice`: for programs, and in words. Null where that cannot be said. */
	readonly action: Action | null;
	readonly headline: string | null;
	/** How version and build contradict each other; null where they do not. */
	readonly doubt: string | null;
	readonly problem_kind: ProblemKind | null;
	readonly problem: string | null;
	/** The letter of the security response that the Mac has; null if it is unknown. */
	readonly response: string | null;
	/** Whether it is the latest of its release; `not-reported` where the row has no letter and one may be installed. */
	readonly response_standing: ResponseStanding | null;
}

export const nothing: MacResult = {
	model: null,
	model_name: null,
	board_ids: [],
	found_by: null,
	version: null,
	build: null,
	major: null,
	version_standing: null,
	standing: null,
	target_version: null,
	deadline: null,
	days_overdue: null,
	overdue_since: null,
	meets_policy: null,
	blocked_by: null,
	releases_behind: null,
	days_behind: null,
	exposure_known: 'unknown',
	missing_count: null,
	exploited_missing_count: null,
	fixed_elsewhere_count: null,
	fixed_elsewhere_exploited_count: null,
	not_stated_count: null,
	not_stated_exploited_count: null,
	last_major: null,
	ended_on: null,
	estimated_end: null,
	major_ended_on: null,
	major_estimated_end: null,
	action: null,
	headline: null,
	doubt: null,
	problem_kind: null,
	problem: null,
	response: null,
	response_standing: null,
};

/** The answer for a row that could not be taken apart. */
export function unreadableRow(problem: string): MacResult {
	return { ...nothing, problem_kind: 'unreadable', problem };
}
