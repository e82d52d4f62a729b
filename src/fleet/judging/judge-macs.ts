import type { Catalog } from '../../catalog/catalog.ts';
import { dayNumber } from '../../text/day.ts';
import type { Mac } from '../fleet.ts';
import { type Exceptions, exceptionOf, exceptionText, type JudgedRecord } from '../history/exception.ts';
import type { FrameworkJudge, VerdictCounts } from '../history/framework-report.ts';
import { seenText, seenVersion } from '../history/timelines.ts';
import type { NoSighting } from './sighting.ts';

/** The columns of a verdict, in tables and on the page. They come before the kept columns. */
export const verdictColumns: readonly string[] = ['verdict', 'verdict_reason', 'exception'];

export function withVerdictCells(mac: Mac): Mac {
	const { verdict, keptCells } = mac;
	if (!verdict) return mac;
	return {
		...mac,
		keptCells: [verdict.verdict, verdict.verdict_reason, exceptionText(verdict.exception), ...keptCells],
	};
}

interface JudgeTask {
	readonly catalog: Catalog;
	readonly judge: FrameworkJudge;
	readonly asOf: string;
	readonly exceptions: Exceptions;
}

const noSightingWords: Readonly<Record<NoSighting, string>> = {
	unreadable: 'The row states no day on which the Mac was seen.',
	later: 'The row states a last contact after the day of this report.',
	'before-release': 'The row states a last contact before the version came out.',
};

/**
 * Judges the Macs of one export by a framework, on the day each was last seen. A Mac with a blank last contact counts as
 * seen on the day of the report, and its reason says so.
 */
export function judgeMacs(
	macs: readonly Mac[],
	{ catalog, judge, asOf, exceptions }: JudgeTask,
): { macs: (Mac & { readonly verdict: JudgedRecord })[]; verdicts: VerdictCounts } {
	const verdicts: VerdictCounts = { pass: 0, fail: 0, unknown: 0 };
	const judged = macs.map((mac) => {
		const { version, build, response, board_ids } = mac.judgment.answer!;
		if (mac.noSighting !== null) {
			verdicts.unknown++;
			const verdict = { verdict: 'unknown', verdict_reason: noSightingWords[mac.noSighting] } as const;
			return { ...mac, verdict: { ...verdict, exception: exceptionOf(exceptions, mac.serial) } };
		}
		const day = dayNumber(mac.seen ?? asOf);
		const verdict = judge.judge(
			board_ids.flatMap((id) => catalog.boards.get(id) ?? []),
			[
				{
					...seenVersion(catalog, version === null ? '' : seenText(version, response)),
					build,
					isInExport: mac.seen === null,
					first: day,
					last: day,
				},
			],
		);
		verdicts[verdict.verdict]++;
		return { ...mac, verdict: { ...verdict, exception: exceptionOf(exceptions, mac.serial) } };
	});
	return { macs: judged, verdicts };
}
