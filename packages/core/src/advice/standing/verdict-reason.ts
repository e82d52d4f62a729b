import { dayOfNumber } from '../../text/day.ts';
import type { Framework } from '../policy/frameworks.ts';
import type { Verdict } from '../policy/rule.ts';
import { type Debt, isOfSafari, nameOf } from './debts.ts';
import type { Judgement, Run } from './verdict.ts';

/** A verdict on a Mac and its reason, under the names they are printed with. */
export interface VerdictRecord {
	readonly verdict: Verdict;
	readonly verdict_reason: string;
}

export const namesNoTime = 'names no time';

/** The reason for a verdict in one or two sentences: the release, its days, the sighting and the rule that decided. */
export function verdictReason(
	framework: Framework,
	{ verdict, because }: Pick<Judgement, 'verdict' | 'because'>,
): string {
	const { run } = because;
	const { name, time } = framework;
	const seenWith =
		'debt' in because && isOfSafari(because.debt.release) ? `Safari ${run.safari!.version}` : run.text;
	const sightingText = run.isInExport
		? `With ${seenWith} in the export of ${day(run.last)}`
		: `Seen with ${seenWith} on ${day(run.last)}`;
	const debt = 'debt' in because ? debtText(framework, because.debt) : '';
	switch (because.kind) {
		case 'nothing-owed':
			return `In line with ${time} of ${name}, as far as sightings show: nothing was due on ${run.text}, ${seenOn(run)}.`;
		case 'late':
			return `${sightingText}, without ${debt}${verdict === 'unknown' ? ': your ranking decides whether it was critical' : ''}.${arrivalText(because.arrival)}`;
		case 'maybe-late':
			return `${sightingText}, without ${debt}${doubtText(because.debt)}.`;
		case 'in-between':
			return `${sightingText} and ${nextText(because.next, isOfSafari(because.debt.release))}: it was updated in between, maybe ${because.arrival ? `too late for a Mac that arrived without ${debt}` : `after ${debt}`}.${arrivalText(because.arrival)}`;
		case 'not-seen-since':
			return `${sightingText} and not since: nobody knows whether it has ${debt}.`;
		case 'old-major':
			return `${sightingText}: its major version was ${oldMajorText(framework, because.since)}.`;
		case 'old-major-in-between':
			return `${sightingText} and ${nextText(because.next)}: it was upgraded in between, maybe after its major version was ${oldMajorText(framework, because.since)}.`;
		case 'old-major-since':
			return `${sightingText} and not since: its major version was ${oldMajorText(framework, because.since)}.`;
		case 'not-stated': {
			if (because.safari !== null)
				return `${sightingText}: ${because.cve}, due on ${day(because.due)}, is fixed in Safari ${because.safari} for this major version, ${run.safari ? `and two packages were called Safari ${run.safari.version}` : 'and the inventory does not say which Safari the Mac has'}.`;
			const cve = `${sightingText}: ${because.cve}, due on ${day(because.due)}, is fixed only in newer major versions`;
			return because.why === 'no-release-since'
				? `${cve}; Apple has not said whether this one is affected.`
				: `${cve}; updates of this one since then do not list it, which does not prove that it is not affected.`;
		}
		case 'unknown-version':
			return `${run.text === '' ? 'No version was reported' : `${run.text} is not a known release for this Mac`} (${seenOn(run)}).`;
		case 'unprovable':
			return `${sightingText}; nothing is missing for longer than ${time} of ${name} allows, but ${framework.neverProven}.`;
	}
}

/** An inventory without days of contact shows only that a Mac was in the export, not that it was seen. */
function seenOn({ isInExport, last }: Run): string {
	return `${isInExport ? 'in the export of' : 'seen on'} ${day(last)}`;
}

function nextText({ text, safari, first, beganInExport }: Run, isSafari = false): string {
	return `with ${isSafari && safari ? `Safari ${safari.version}` : text} ${beganInExport ? 'in the export of' : 'on'} ${day(first)}`;
}

/** Time limits start with the release for new Macs, too, so the reason says since when the Mac is in the fleet. */
function arrivalText(arrival: Run | null): string {
	if (!arrival) return '';
	return ` It was first ${arrival.beganInExport ? 'in the export of' : 'seen on'} ${day(arrival.first)}.`;
}

/** Which major versions a framework accepts is its own rule: those with support, or the latest and the previous one. */
function oldMajorText({ name, rule }: Framework, since: number): string {
	if (rule?.majors === 2)
		return `neither the latest nor the previous one from ${day(since)} on, and ${name} asks for one of them`;
	const supported = `no longer supported from ${day(since)} on (as Apple's practice shows; it publishes no end of support)`;
	return rule?.olderMajor === 'fail'
		? `${supported}, and ${name} asks for a supported one`
		: `${supported}, which ${name} does not speak of, and no update is left to compare with`;
}

function debtText(framework: Framework, debt: Debt): string {
	const { release, cve, limit } = debt;
	const update = cve === null ? nameOf(debt) : `${nameOf(debt)}, which fixes ${cve}`;
	const due = limit === 'unlisted' ? '' : `due by ${dueText(debt)}: `;
	return `${update} (released ${release.released}, ${due}${limitText(framework, debt)})`;
}

function dueText({ sure, possible, limit }: Debt): string {
	return limit === 'risk-table' && sure < possible
		? `${day(sure)} by the strictest row and by ${day(possible)} at the latest`
		: day(possible);
}

/** The part of a framework that sets the time limit. */
function limitText({ name, time, rule }: Framework, { limit, since }: Debt): string {
	switch (limit) {
		case 'days':
			return `${time} of ${name}`;
		case 'month':
			return `${rule?.clock.kind === 'month' ? time : 'the one month'} of ${name}`;
		case '48-hours':
			return `the 48 hours of ${name}, exploited as known since ${since}`;
		case 'due-date':
			return `its due date in the ${name}`;
		case 'risk-table':
			return `table 1 of ${name}, listed on ${since}`;
		case 'unlisted':
			return `with CVEs that the KEV catalog does not list: by table 1 of ${name} due 3, 14 or 60 days after their detection or with the next upgrade, which depends on facts that no inventory shows`;
	}
}

/** Why nobody knows whether an update is late. */
function doubtText({ limit, isUnassessed }: Debt): string {
	if (limit === 'unlisted') return '';
	return limit === 'risk-table'
		? `: it depends on whether the Mac is publicly exposed, which no inventory shows${isUnassessed ? ", and on CISA's assessment of the CVE, which was not read" : ''}`
		: ': nobody knows whether its hours were over by then';
}

function day(number: number): string {
	return dayOfNumber(number);
}
