import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { readSafari } from '@pointrelease/core/src/catalog/safari.ts';
import { dayNumber } from '@pointrelease/core/src/text/day.ts';
import type { Mac } from '../fleet.ts';
import { exceptionText, type JudgedRecord } from '../history/exception.ts';
import type { FrameworkJudge, VerdictCounts } from '../history/framework-report.ts';
import { seenText, seenVersion } from '../history/timelines.ts';
import type { Judgment } from './memo.ts';
import type { NoSighting } from './sighting.ts';

/** Which columns a report has besides those of every report. */
interface Judged {
	readonly verdicts: boolean;
	readonly exceptions: boolean;
}

/** The columns of verdicts and exceptions, in tables and on the page. They come before the kept columns. */
export function judgedColumns({ verdicts, exceptions }: Judged): readonly string[] {
	return [
		...(verdicts ? ['verdict', 'verdict_reason'] : []),
		...(verdicts || exceptions ? ['exception'] : []),
	];
}

export function withJudgedCells(mac: Mac, { verdicts, exceptions }: Judged): Mac {
	if (!verdicts && !exceptions) return mac;
	const { verdict, keptCells, judgment } = mac;
	const judged = verdicts ? [verdict?.verdict ?? '', verdict?.verdict_reason ?? ''] : [];
	return { ...mac, keptCells: [...judged, exceptionText(judgment.answer!.exception ?? null), ...keptCells] };
}

interface JudgeTask {
	readonly catalog: Catalog;
	readonly judge: FrameworkJudge;
	readonly asOf: string;
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
	{ catalog, judge, asOf }: JudgeTask,
): { macs: (Mac & { readonly verdict: JudgedRecord })[]; verdicts: VerdictCounts } {
	const verdicts: VerdictCounts = { pass: 0, fail: 0, unknown: 0 };
	const verdictOf = ({ judgment, seen, noSighting }: Mac): JudgedRecord => {
		if (noSighting !== null)
			return { verdict: 'unknown', verdict_reason: noSightingWords[noSighting], exception: null };
		const { version, build, response, safari, safari_build, board_ids } = judgment.answer!;
		const day = dayNumber(seen ?? asOf);
		const verdict = judge.judge(
			board_ids.flatMap((id) => catalog.boards.get(id) ?? []),
			[
				{
					...seenVersion(catalog, version === null ? '' : seenText(version, response)),
					build,
					safari: safari === null ? null : readSafari(safari, safari_build),
					isInExport: seen === null,
					first: day,
					last: day,
				},
			],
		);
		return { ...verdict, exception: null };
	};
	// Macs that share a judgment and a last contact share a verdict: without this, 200,000 Macs take 670 MB.
	const known = new Map<Judgment, Map<string, JudgedRecord>>();
	const judged = macs.map((mac) => {
		const ofJudgment = known.get(mac.judgment) ?? new Map<string, JudgedRecord>();
		known.set(mac.judgment, ofJudgment);
		const contact = mac.noSighting ?? mac.seen ?? '';
		const verdict = ofJudgment.get(contact) ?? verdictOf(mac);
		ofJudgment.set(contact, verdict);
		verdicts[verdict.verdict]++;
		const { exception } = mac.judgment.answer!;
		return { ...mac, verdict: exception ? { ...verdict, exception } : verdict };
	});
	return { macs: judged, verdicts };
}
