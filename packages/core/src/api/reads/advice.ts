import type { Policy } from '../../advice/policy/policy.ts';
import { type Assessment, assess } from '../../advice/standing/assess.ts';
import { enforcedOn } from '../../advice/standing/deadline.ts';
import { headlineOf } from '../../advice/standing/headline.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import { isProblem } from '../problem.ts';
import { prefersText } from '../request-headers.ts';
import type { Shapes } from '../shapes/shapes.ts';
import { adviceWords } from './advice-summary.ts';
import { type AskedMacs, agreed, readAskedMacs, readMachine } from './asked-mac.ts';
import { responseMembers } from './builds.ts';
import { safariMembers } from './exposure.ts';
import { readEnrolled, readParameters, readPolicyQuery, readSafariQuery } from './query.ts';
import { type Read, textOrJson, variedAnswer } from './read.ts';

export const readAdvice: Read<'/advice/{board_version}', 'Advice'> = (catalog, request) => {
	const macs = readAskedMacs(catalog, request.parameters.board_version);
	if (!macs || isProblem(macs)) return macs;
	const query = readParameters(request.query);
	if (isProblem(query)) return query;
	const policy = readPolicyQuery(query, request.today, request.policies);
	if (isProblem(policy)) return policy;
	const safari = readSafariQuery(query);
	if (isProblem(safari)) return safari;
	const enrolled = readEnrolled(query);
	if (isProblem(enrolled)) return enrolled;
	const narrow = readMachine(catalog, request.query, macs.boards);
	if (isProblem(narrow)) return narrow;
	const advised = adviseOn(
		catalog,
		{ ...macs, safari, ...enrolled, boards: macs.boards.map(narrow) },
		policy,
	);
	if (isProblem(advised)) return advised;
	const { value: advice, boardIds } = advised;
	const dayGiven = query.has('as_of');
	const form = textOrJson(prefersText(request.accept), {
		lines: () => adviceFacts(advice, policy, boardIds),
		json: () => adviceRecord(advice, policy, dayGiven, boardIds),
	});
	return variedAnswer(catalog, form, dayGiven ? null : request.today);
};

/** The advice, if it is the same for every Mac that the name means; a problem otherwise. */
export function adviseOn(catalog: Catalog, macs: AskedMacs, policy: Policy) {
	const factsOf = (advice: Assessment) =>
		JSON.stringify({ ...adviceFacts(advice, policy, []), board_id: '' });
	return agreed(
		macs,
		(board) => assess(catalog, board, macs, policy)!,
		(a, b) => factsOf(a) === factsOf(b),
	);
}

/** A flat record. Every member is always present; unknown values are null. */
export function adviceRecord(
	advice: Assessment,
	policy: Policy,
	dayGiven: boolean,
	boardIds: readonly string[] = advice.board.identifiers,
): Shapes['Advice'] {
	return {
		...adviceFacts(advice, policy, boardIds),
		doubt: advice.doubt,
		...adviceWords(advice, policy, dayGiven),
	};
}

/** All members except sentences, which have blanks: readers of lines do not expect quotes. */
function adviceFacts(advice: Assessment, policy: Policy, boardIds: readonly string[]) {
	const { release, next, latest, newest, target, missingUpdates: missing } = advice;
	const { action, version: recommended } = headlineOf(advice);
	return {
		board_id: advice.board.id,
		version: advice.version,
		version_standing: advice.versionStanding,
		major: advice.major,
		released: release?.released ?? null,
		is_current: advice.isCurrent,
		next_version: next?.version ?? null,
		next_released: next?.released ?? null,
		latest_version: latest?.version ?? null,
		latest_released: latest?.released ?? null,
		releases_behind: advice.releasesBehind,
		days_behind: advice.daysBehind,
		latest_major: newest?.major ?? null,
		latest_major_version: newest?.version ?? null,
		latest_major_released: newest?.released ?? null,
		majors_behind: advice.majorsBehind,
		as_of: policy.asOf,
		defer_days: policy.deferDays,
		behind: policy.behind,
		target_major: target?.major ?? null,
		target_version: target?.version ?? null,
		target_released: target?.released ?? null,
		meets_target: advice.meetsTarget,
		board_ids: boardIds,
		standing: advice.standing,
		support: advice.support?.state ?? null,
		ended_on: advice.support?.endedOn ?? null,
		estimated_end: advice.support?.estimatedEnd ?? null,
		policy: policy.name,
		defer_major_days: policy.deferMajorDays,
		exclude: policy.exclude,
		grace_days: policy.graceDays,
		exploited_grace_days: policy.exploitedGraceDays,
		target_since: advice.targetSince,
		closes_exploited: advice.closesExploited,
		deadline: advice.deadline,
		enforced_on: enforcedOn(advice.deadline, policy.asOf),
		days_left: advice.daysLeft,
		days_overdue: advice.daysOverdue,
		overdue_since: advice.overdueSince,
		meets_policy: advice.meetsPolicy,
		blocked_by: advice.blockedBy,
		exposure_known: advice.exposure.knowledge,
		missing_count: advice.exposure.missingCount,
		exploited_missing_count: advice.exposure.exploitedMissingCount,
		fixed_elsewhere_count: advice.exposure.fixedElsewhereCount,
		fixed_elsewhere_exploited_count: advice.exposure.fixedElsewhereExploitedCount,
		not_stated_count: advice.exposure.notStatedCount,
		not_stated_exploited_count: advice.exposure.notStatedExploitedCount,
		...safariMembers(advice.safari, advice.exposure),
		build: advice.build,
		updates_behind: missing?.length ?? null,
		next_build: missing?.[0]?.build ?? null,
		next_build_released: missing?.[0]?.released ?? null,
		latest_build: missing?.at(-1)?.build ?? null,
		latest_build_released: missing?.at(-1)?.released ?? null,
		action,
		recommended_version: recommended,
		...responseMembers(advice.response),
		maybe_fixed_count: advice.exposure.maybeFixedCount,
	};
}
