import { verdictWords } from '@pointrelease/core/src/advice/verdict-words.ts';
import { compareText } from '@pointrelease/core/src/catalog/identifier.ts';
import { inWords } from '@pointrelease/core/src/text/day-words.ts';
import { counted, grouped } from '@pointrelease/core/src/text/numbers.ts';
import { type Exception, endingDays, endsSoon, isExcepted } from '../../fleet/history/exception.ts';
import { trendWords } from '../../fleet/history/trend.ts';
import { countedKinds } from '../../fleet/report/mac-kinds.ts';
import type { Message } from '../message.ts';
import type { WatchedMac } from '../situation.ts';
import { type Audience, countOf, type MacKind, macsOf } from './audience.ts';
import { namesOfReasons, reasonSentences, reasonsOf } from './late-reasons.ts';
import { macCount, messageOf, namesOf, ofMacs, staleCount, staleSentences } from './message-parts.ts';
import { namesOfChange, weekChange } from './week-change.ts';

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
		.filter(({ result }) => countedKinds.overdue.has(result))
		.toSorted((a, b) => b.result.days_overdue! - a.result.days_overdue!);
	const failing = failingMacs(audience);
	const count = countOf(late);
	const failingCount = failing.length;
	const exceptions = exceptionsOf(audience);
	const change = weekChange(audience);
	const reasons = reasonsOf(audience, late);
	// After a week with overdue Macs, silence would leave open whether there are none.
	const isSettled = last.length > 0 && (change?.overdue_before ?? 0) > 0;
	if (count === 0 && failingCount === 0 && exceptions.ending.length === 0 && !isSettled) return [];
	const exploited = countOf(late.filter(({ result }) => (result.exploited_missing_count ?? 0) > 0));
	const { framework } = situation;
	const fails = `${ofMacs(failingCount, audience)} ${failingCount === 1 ? 'fails' : 'fail'} ${framework?.name}`;
	const isAre = count === 1 ? 'is' : 'are';
	return [
		messageOf(audience, {
			kind: 'overdue',
			subject: `${start}${policy.asOf}`,
			title:
				count > 0
					? `${ofMacs(count, audience)} ${isAre} ${verdictWords.overdue}`
					: failingCount > 0
						? fails
						: exceptions.ending.length > 0
							? endingTitle(exceptions)
							: `No Mac is ${verdictWords.overdue} now`,
			sentences: [
				...(count === 0 ? [] : [`${ofMacs(count, audience)} ${isAre} past the deadline. ${worst(late)}`]),
				...(change ? [`${trendWords(change)}.`] : []),
				...(exploited === 0
					? []
					: [
							`${grouped(exploited)} of them ${exploited === 1 ? 'misses' : 'miss'} fixes for exploited vulnerabilities.`,
						]),
				...reasonSentences(reasons),
				...staleSentences(late),
				...(failingCount === 0 || count === 0 ? [] : [`${fails}.`]),
				...exceptionSentences(exceptions),
			],
			concerned: count > 0 ? macsOf(late) : failing,
			facts: targetsOf(late),
			list: [
				...namesOfExceptions(audience, exceptions),
				...namesOfReasons(audience, reasons),
				...namesOfLate(audience, late, change),
			],
			link: { title: 'Fleet', path: '/fleet' },
			urgent: exploited > 0,
			claims: {},
			data: {
				macs: audience.macs,
				overdue: count,
				exploited,
				stale: staleCount(late),
				late_reasons: reasons.counts,
				steps_changed: reasons.changed.length,
				overdue_last_week: change?.overdue_before ?? null,
				newly_overdue: change?.newly_overdue.length ?? null,
				done: change?.done.length ?? null,
				gone: change?.gone.length ?? null,
				framework_fail: framework ? failingCount : null,
				excepted: exceptions.apart,
				exceptions_ended: exceptions.ended.length,
				exceptions_ending: exceptions.ending.length,
			},
		}),
	];
}

function failingMacs({ situation, kinds }: Audience): WatchedMac[] {
	if (!situation.framework) return [];
	return macsOf(kinds).filter(({ verdict }) => verdict?.verdict === 'fail' && !isExcepted(verdict));
}

/** The names of late Macs: those that changed within the week come first, because long lists are cut. */
function namesOfLate(
	audience: Audience,
	late: readonly MacKind[],
	change: ReturnType<typeof weekChange>,
): string[] {
	const changed = namesOfChange(audience, change);
	const isNew = new Set(change?.newly_overdue.map(({ serial }) => serial));
	const others = late
		.filter(({ result }) => !result.exception)
		.map((kind) => ({ ...kind, macs: kind.macs.filter(({ serial }) => !isNew.has(serial.toUpperCase())) }));
	return [...changed, ...namesOf(audience, others)];
}

/** The exceptions for Macs of a channel that are past a deadline or fail the framework. */
interface ToldExceptions {
	/** How many Macs are counted apart, because their exception is valid. */
	readonly apart: number;
	readonly ended: readonly ToldException[];
	/** The first to end comes first. */
	readonly ending: readonly ToldException[];
}

interface ToldException extends Exception {
	readonly name: string;
}

function exceptionsOf({ kinds, policy }: Audience): ToldExceptions {
	const told = kinds.flatMap(({ result, macs }) =>
		macs.flatMap(({ name, serial, verdict }): ToldException[] => {
			const { exception, overdue_since } = result;
			const isConcerned = overdue_since !== null || verdict?.verdict === 'fail';
			return exception && isConcerned ? [{ name: name || serial, ...exception }] : [];
		}),
	);
	return {
		apart: told.filter(({ valid }) => valid).length,
		ended: told.filter(({ valid }) => !valid),
		ending: told
			.filter((exception) => endsSoon(exception, policy.asOf))
			.toSorted((a, b) => compareText(a.until, b.until)),
	};
}

/** The Macs whose exception ended or ends soon, if the channel wants names. They come first, because long lists are cut. */
function namesOfExceptions({ channel }: Audience, { ended, ending }: ToldExceptions): string[] {
	if (!channel.names) return [];
	return [...ended, ...ending].map(
		({ name, reason, until, valid }) =>
			`${name} (exception ${valid ? 'until' : 'ended on'} ${inWords(until)}: ${reason})`,
	);
}

function endingTitle({ ending }: ToldExceptions): string {
	return `${counted(ending.length, 'exception')} ${ending.length === 1 ? 'ends' : 'end'} within ${endingDays} days`;
}

function exceptionSentences(exceptions: ToldExceptions): string[] {
	const { apart, ended, ending } = exceptions;
	return [
		...(apart === 0
			? []
			: [`${macCount(apart)} with an exception ${apart === 1 ? 'is' : 'are'} not counted.`]),
		...(ended.length === 0
			? []
			: [
					`${counted(ended.length, 'exception')} ended, so ${ended.length === 1 ? 'its Mac counts' : 'their Macs count'} again.`,
				]),
		...(ending.length === 0
			? []
			: [`${endingTitle(exceptions)}, the first on ${inWords(ending[0]!.until)}.`]),
	];
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
