import { dayOfNumber } from '../../text/day.ts';
import type { Framework } from '../policy/frameworks.ts';
import type { Verdict } from '../policy/rule.ts';
import type { Because, Debt, Judgement, Run } from './verdict.ts';

/** A verdict on a Mac and its reason, under the names they are printed with. */
export interface VerdictRecord {
	readonly verdict: Verdict;
	readonly verdict_reason: string;
}

/** The reason for a verdict in one or two sentences: the release, its days and the sighting. */
export function verdictReason(framework: Framework, { verdict, because }: Judgement): string {
	if (verdict === 'pass' && because.kind === 'nothing-owed')
		return `In line with ${framework.time} of ${framework.name}, as far as sightings show: nothing was due on ${because.run.text}, ${seenOn(because.run)}.`;
	return reasonOf(because);
}

export const namesNoTime = 'names no time';

function reasonOf(because: Because): string {
	const { run } = because;
	const seen = run.isInExport
		? `With ${run.text} in the export of ${day(run.last)}`
		: `Seen with ${run.text} on ${day(run.last)}`;
	switch (because.kind) {
		case 'nothing-owed':
			return `${seen}; nothing was due.`;
		case 'late':
			return `${seen}, without ${debtText(because.debt)}.`;
		case 'maybe-late':
			return `${seen}, without ${debtText(because.debt)}: nobody knows whether its hours were over by then.`;
		case 'in-between':
			return `${seen} and with ${because.next.text} on ${day(because.next.first)}: it was updated in between, maybe after ${debtText(because.debt)}.`;
		case 'not-seen-since':
			return `${seen} and not since: nobody knows whether it has ${debtText(because.debt)}.`;
		case 'old-major':
			return `${seen}, whose major version was no longer accepted from ${day(because.since)} on (as Apple's practice shows; it publishes no end of support).`;
		case 'old-major-in-between':
			return `${seen} and with ${because.next.text} on ${day(because.next.first)}: it was upgraded in between, maybe after ${day(because.since)}, when its major version was no longer accepted.`;
		case 'old-major-since':
			return `${seen} and not since ${day(because.since)}, when its major version was no longer accepted.`;
		case 'not-stated': {
			const cve = `${seen}: ${because.cve}, due on ${day(because.due)}, is fixed only in newer major versions`;
			return because.why === 'no-release-since'
				? `${cve}; Apple has not said whether this one is affected.`
				: `${cve}; updates of this one since then do not list it, which does not prove that it is not affected.`;
		}
		case 'unknown-version':
			return `${run.text === '' ? 'No version was reported' : `${run.text} is not a known release for this Mac`} (${seenOn(run)}).`;
		case 'unprovable':
			return `${seen}; nothing is missing for longer than allowed, but a version alone does not prove this rule.`;
	}
}

/** A Mac whose inventory states no contact was in the export, and nobody says that it was seen. */
function seenOn({ isInExport, last }: Run): string {
	return `${isInExport ? 'in the export of' : 'seen on'} ${day(last)}`;
}

function debtText({ release, cve, possible }: Debt): string {
	const what = cve === null ? release.version : `${release.version}, which fixes ${cve}`;
	return `${what} (released ${release.released}, due by ${day(possible)})`;
}

function day(number: number): string {
	return dayOfNumber(number);
}
