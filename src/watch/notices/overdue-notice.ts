import { verdictWords } from '@pointrelease/core/src/advice/verdict-words.ts';
import { counted, grouped } from '@pointrelease/core/src/text/numbers.ts';
import type { Message } from '../message.ts';
import { type Audience, countOf, type MacKind } from './audience.ts';
import { macCount, messageOf, namesOf, ofMacs, staleCount, staleSentences } from './message-parts.ts';

const week = 7 * 86_400_000;
/** Tolerance for the week: daily rounds do not begin at exactly the same time. */
const slack = 3_600_000;
const start = 'overdue:';

/** The Macs that missed a deadline, at most once a week. */
export function overdueNotices(audience: Audience): Message[] {
	const { situation, policy, earlierNotices, kinds } = audience;
	const last = [...earlierNotices].filter(([subject]) => subject.startsWith(start)).map(([, { at }]) => at);
	if (last.some((at) => situation.now - at < week - slack && at <= situation.now)) return [];
	const late = kinds
		.filter(({ result }) => result.days_overdue !== null)
		.toSorted((a, b) => b.result.days_overdue! - a.result.days_overdue!);
	const failing = failingMacs(audience);
	const count = countOf(late);
	if (count === 0 && failing === 0) return [];
	const exploited = countOf(late.filter(({ result }) => (result.exploited_missing_count ?? 0) > 0));
	const { framework } = situation;
	const fails = `${ofMacs(failing, audience)} ${failing === 1 ? 'fails' : 'fail'} ${framework?.name}`;
	const isAre = count === 1 ? 'is' : 'are';
	return [
		messageOf(audience, {
			kind: 'overdue',
			subject: `${start}${policy.asOf}`,
			title: count === 0 ? fails : `${ofMacs(count, audience)} ${isAre} ${verdictWords.overdue}`,
			sentences: [
				...(count === 0 ? [] : [`${ofMacs(count, audience)} ${isAre} past the deadline. ${worst(late)}`]),
				...(exploited === 0
					? []
					: [
							`${grouped(exploited)} of them ${exploited === 1 ? 'misses' : 'miss'} fixes for exploited vulnerabilities.`,
						]),
				...staleSentences(late),
				...(failing === 0 || count === 0 ? [] : [`${fails}.`]),
			],
			facts: targetsOf(late),
			list: namesOf(audience, late),
			link: { title: 'Fleet', path: '/fleet' },
			urgent: exploited > 0,
			claims: {},
			data: {
				macs: audience.macs,
				overdue: count,
				exploited,
				stale: staleCount(late),
				framework_fail: framework ? failing : null,
			},
		}),
	];
}

function failingMacs({ situation, kinds }: Audience): number {
	if (!situation.framework) return 0;
	return kinds.reduce(
		(sum, { macs }) => sum + macs.filter(({ verdict }) => verdict?.verdict === 'fail').length,
		0,
	);
}

function worst([first]: readonly MacKind[]): string {
	const days = first!.result.days_overdue!;
	return `The oldest deadline passed ${counted(days, 'day', 'days', grouped(days))} ago.`;
}

/** What the Macs have to install. */
function targetsOf(late: readonly MacKind[]) {
	const counts = new Map<string, number>();
	for (const { result, macs } of late) {
		const target = result.recommended_version ?? 'unknown';
		counts.set(target, (counts.get(target) ?? 0) + macs.length);
	}
	return Array.from(counts, ([target, count]) => ({ title: `To ${target}`, value: macCount(count) }));
}
