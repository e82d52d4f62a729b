import { findBuild } from '../../builds/find-build.ts';
import { findBoard, findMajor } from '../../catalog/lookup.ts';
import { readVersion } from '../../names/read-version.ts';
import type { Policy } from '../../policy/policy.ts';
import { type Assessment, assess } from '../../standing/assess.ts';
import { explain, explainBuild } from '../explain.ts';
import { prefersText } from './accept.ts';
import { summarise } from './advice-summary.ts';
import { readParameters, readPolicyQuery } from './query.ts';
import type { Read } from './read.ts';
import { variedAnswer } from './read-answer.ts';

export const readAdvice: Read<'/advice/{board_version}'> = (catalog, asked) => {
	const [name, version, ...rest] = asked.parameters.board_version.split(':');
	if (!name || !version || rest.length > 0) return null;
	const query = readParameters(asked.query);
	if ('code' in query) return query;
	const policy = readPolicyQuery(query, asked.today, asked.policies);
	if ('code' in policy) return policy;
	const board = findBoard(catalog, name);
	if (board.kind !== 'found') return explain(board);
	const read = readVersion(catalog, version);
	if (read?.version === null) {
		const build = findBuild(catalog, read.build!);
		return build.kind === 'found' ? null : explainBuild(build);
	}
	const advice = read && assess(catalog, board.value, { version: read.version, build: read.build }, policy);
	if (!advice) {
		const miss = findMajor(catalog, version);
		return miss.kind === 'found' ? null : explain(miss);
	}
	const text = prefersText(asked.accept);
	const dayGiven = query.has('as_of');
	const body = text ? adviceLines(advice, policy) : JSON.stringify(adviceRecord(advice, policy, dayGiven));
	const type = text ? 'text/plain; charset=utf-8' : 'application/json';
	return variedAnswer(catalog, body, type, dayGiven ? null : asked.today);
};

/** Flat, every member always there, null where nothing can be said. */
export function adviceRecord(advice: Assessment, policy: Policy, dayGiven: boolean) {
	return { ...adviceFacts(advice, policy), summary: summarise(advice, policy, dayGiven) };
}

function adviceFacts(advice: Assessment, policy: Policy) {
	const { release, next, latest, newest, target, missingUpdates: missing } = advice;
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
		days_left: advice.daysLeft,
		days_overdue: advice.daysOverdue,
		overdue_since: advice.overdueSince,
		meets_policy: advice.meetsPolicy,
		blocked_by: advice.blockedBy,
		exposure_known: advice.exposure?.known ?? null,
		missing_count: advice.exposure?.missingCount ?? null,
		exploited_missing_count: advice.exposure?.exploitedMissingCount ?? null,
		fixed_elsewhere_count: advice.exposure?.fixedElsewhereCount ?? null,
		fixed_elsewhere_exploited_count: advice.exposure?.fixedElsewhereExploitedCount ?? null,
		build: advice.build,
		updates_behind: missing?.length ?? null,
		next_build: missing?.[0]?.build ?? null,
		next_build_released: missing?.[0]?.released ?? null,
		latest_build: missing?.at(-1)?.build ?? null,
		latest_build_released: missing?.at(-1)?.released ?? null,
	};
}

/**
 * The same as `key=value` lines, with nothing after `=` for null. Every value is made of letters, digits,
 * `.`, `-` and `_`, so that a shell can read the lines, and does no harm if it evaluates them. The summary is
 * left out: a sentence has blanks, and would need quotes that a line reader takes for part of it.
 */
function adviceLines(advice: Assessment, policy: Policy): string {
	return Object.entries(adviceFacts(advice, policy))
		.map(([key, value]) => `${key}=${value ?? ''}\n`)
		.join('');
}
