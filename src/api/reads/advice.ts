import { type Advice, advise, type Policy } from '../../catalog/advice.ts';
import type { Miss } from '../../catalog/lookup.ts';
import { explain } from '../explain.ts';
import { prefersText } from './accept.ts';
import { summarise } from './advice-summary.ts';
import { readParameters, readPolicy } from './query.ts';
import type { Read } from './read.ts';
import { variedAnswer } from './read-answer.ts';

export const readAdvice: Read<'/advice/{board_version}'> = (catalog, asked) => {
	const [board, version, ...rest] = asked.parameters.board_version.split(':');
	if (!board || !version || rest.length > 0) return null;
	const query = readParameters(asked.query);
	if ('code' in query) return query;
	const policy = readPolicy(query, asked.today);
	if ('code' in policy) return policy;
	const advice: Advice | Miss = advise(catalog, board, version, policy);
	if (advice.kind !== 'advice') return explain(advice);
	const text = prefersText(asked.accept);
	const dayGiven = query.has('as_of');
	const body = text ? adviceLines(advice, policy) : JSON.stringify(adviceRecord(advice, policy, dayGiven));
	const type = text ? 'text/plain; charset=utf-8' : 'application/json';
	return variedAnswer(catalog, body, type, dayGiven ? null : asked.today);
};

/** Flat, every member always there, null where nothing can be said. */
export function adviceRecord(advice: Advice, policy: Policy, dayGiven: boolean) {
	return { ...adviceFacts(advice, policy), summary: summarise(advice, policy, dayGiven) };
}

function adviceFacts(advice: Advice, policy: Policy) {
	const { release, next, latest, newest, target } = advice;
	return {
		board_id: advice.board.id,
		version: advice.version,
		version_standing: advice.standing,
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
	};
}

/**
 * The same as `key=value` lines, with nothing after `=` for null. Every value is made of letters, digits,
 * `.`, `-` and `_`, so that a shell can read the lines, and does no harm if it evaluates them. The summary is
 * left out: a sentence has blanks, and would need quotes that a line reader takes for part of it.
 */
function adviceLines(advice: Advice, policy: Policy): string {
	return Object.entries(adviceFacts(advice, policy))
		.map(([key, value]) => `${key}=${value ?? ''}\n`)
		.join('');
}
