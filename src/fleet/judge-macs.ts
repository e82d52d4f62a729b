import type { Catalog } from '../catalog/catalog.ts';
import { parseVersion } from '../catalog/version.ts';
import { dayNumber } from '../text/day.ts';
import type { Mac } from './fleet.ts';
import type { FrameworkJudge, VerdictCounts } from './history/framework-report.ts';

/**
 * Judges the Macs of one export: what each owes as it was last seen. One that does not say when counts as seen on the day.
 */
export function judgeMacs(
	macs: readonly Mac[],
	{ catalog, judge, asOf }: { catalog: Catalog; judge: FrameworkJudge; asOf: string },
): { macs: Mac[]; verdicts: VerdictCounts } {
	const verdicts: VerdictCounts = { pass: 0, fail: 0, unknown: 0 };
	const judged = macs.map((mac) => {
		const { version, board_ids } = mac.known.answer!;
		// A contact of tomorrow is a clock that is wrong.
		const day = dayNumber(mac.seen !== null && mac.seen < asOf ? mac.seen : asOf);
		const verdict = judge.judge(
			board_ids.flatMap((id) => catalog.boards.get(id) ?? []),
			[
				{
					text: version ?? '',
					version: version === null ? null : parseVersion(version),
					first: day,
					last: day,
				},
			],
		);
		verdicts[verdict.verdict]++;
		return { ...mac, verdict };
	});
	return { macs: judged, verdicts };
}
