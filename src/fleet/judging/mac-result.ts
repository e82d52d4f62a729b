import type { Knowledge } from '@pointrelease/core/src/advice/exposure/exposure.ts';
import type { ResponseStanding } from '@pointrelease/core/src/advice/installed.ts';
import type { Action } from '@pointrelease/core/src/advice/standing/headline.ts';
import type { VersionStanding } from '@pointrelease/core/src/advice/standing/version-standing.ts';
import type { FoundBy } from '@pointrelease/core/src/names/find-boards.ts';

/** Why a Mac has no standing: its model or version is unknown, several Macs match its model, or its row cannot be read. */
type ProblemKind = 'unknown' | 'ambiguous' | 'unreadable';

/** What all Macs with the same cells have in common, under the names that the report prints. */
export interface MacResult {
	readonly model: string | null;
	readonly model_name: string | null;
	/** The boards that the Mac may be. */
	readonly board_ids: readonly string[];
	readonly found_by: FoundBy | null;
	readonly version: string | null;
	readonly build: string | null;
	readonly major: string | null;
	/** As in `/advice`; for a Mac that is not recognized, the standing of the version alone. */
	readonly version_standing: VersionStanding | null;
	readonly standing: 'current' | 'behind' | 'ended' | null;
	/** The release that the policy requires; null without a policy, which asks for nothing. */
	readonly target_version: string | null;
	/** The release to update to, as in `/advice`: the target of the policy or, without one, what keeps the Mac supported. */
	readonly recommended_version: string | null;
	readonly deadline: string | null;
	readonly days_overdue: number | null;
	/** The oldest deadline that the Mac missed. */
	readonly overdue_since: string | null;
	readonly meets_policy: boolean | null;
	readonly blocked_by: 'hardware' | null;
	readonly releases_behind: number | null;
	/** How long the next release of its major has been out. */
	readonly days_behind: number | null;
	/** For several possible boards, `unknown` only if it is unknown for all of them. */
	readonly exposure_known: Knowledge;
	readonly missing_count: number | null;
	readonly exploited_missing_count: number | null;
	/** Fixed in newer majors; this one has had no release since. */
	readonly fixed_elsewhere_count: number | null;
	readonly fixed_elsewhere_exploited_count: number | null;
	/** Fixed in newer majors; the later releases of this one do not list them. */
	readonly not_stated_count: number | null;
	readonly not_stated_exploited_count: number | null;
	/** The newest major that can run on the Mac, and when its support ended or is expected to end: replace the Mac by then. */
	readonly last_major: string | null;
	readonly ended_on: string | null;
	readonly estimated_end: string | null;
	/** The same for the installed major: `ended_on` and `estimated_end` of `/advice`. */
	readonly major_ended_on: string | null;
	readonly major_estimated_end: string | null;
	/** What to do about the Mac, as in `/advice`: for programs, and in words. Null if that is unknown. */
	readonly action: Action | null;
	readonly headline: string | null;
	/** How version and build contradict each other; null if they agree. */
	readonly doubt: string | null;
	readonly problem_kind: ProblemKind | null;
	readonly problem: string | null;
	/** The letter of the installed security response; null without one, or if it is unknown. */
	readonly response: string | null;
	/** Whether it is the latest of its release; `not-reported` if the row has no letter and one may be installed. */
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
	recommended_version: null,
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

/** What to do, short enough for a table and a phone: without deadline and reason. */
export function whatToDo({ headline, problem_kind, board_ids, action }: MacResult): string {
	const short = headline?.split(/[,:]/)[0];
	if (short !== undefined) return action === 'update-then-replace' ? `${short}, then replace` : short;
	if (problem_kind === 'unreadable') return 'Check the row';
	return board_ids.length > 1 ? 'Find out the model' : 'Check the model';
}

/** The result for a row that the reader could not split into cells. */
export function unreadableRow(problem: string): MacResult {
	return { ...nothing, problem_kind: 'unreadable', problem };
}
