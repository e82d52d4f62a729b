import type { MacResult } from '../../../fleet/judging/mac-result.ts';
import { bucketOf, noGroup } from '../../../fleet/report/groups.ts';
import { isDue } from '../../../fleet/report/replacement-due.ts';
import type { CompactMac, CompactReport } from '../../../fleet/report/report.ts';
import { cannotTell } from '../../../fleet/report/summary.ts';
import { addDays } from '../../../text/day.ts';
import { stateOf } from './report-parts.ts';

type Test = (answer: MacResult, mac: CompactMac) => boolean;

/** Macs that the sums count beside their states, to be shown by themselves. */
interface MacKind {
	readonly id: string;
	readonly label: string;
	readonly has: Test;
}

export function macKinds({ policy, as_of, stale_days }: CompactReport): MacKind[] {
	const staleBefore = addDays(as_of, -stale_days);
	const kinds: [id: string, label: string, has: Test][] = [
		[
			'exploited',
			'miss fixes for known exploited vulnerabilities',
			({ exploited_missing_count: count }) => (count ?? 0) > 0,
		],
		[
			'elsewhere',
			'only newer versions fix an exploited vulnerability',
			({ fixed_elsewhere_exploited_count: count }) => (count ?? 0) > 0,
		],
		[
			'not-stated',
			'newer versions fix an exploited vulnerability, later updates do not list it',
			({ not_stated_exploited_count: count }) => (count ?? 0) > 0,
		],
		['not-known', 'exposure not known', ({ missing_count }) => missing_count === null],
		['newer', 'newer than any known release', isOn('newer')],
		['beta', 'on a beta', isOn('beta')],
		['response', 'security response not reported', cannotTell],
		['doubtful', 'version and build contradict each other', ({ doubt }) => doubt !== null],
		['stale', `not seen for ${stale_days} days`, (_, [, , , , seen]) => seen !== null && seen < staleBefore],
		['to-replace', 'to replace within 12 months', (answer) => isDue(answer, as_of)],
	];
	if (policy)
		kinds.push(
			['missed', 'miss the policy', ({ meets_policy }) => meets_policy === false],
			['overdue', 'missed a deadline', ({ overdue_since }) => overdue_since !== null],
			['not-judged', 'not judged by the policy', ({ meets_policy }) => meets_policy === null],
		);
	return kinds.map(([id, label, has]) => ({ id, label, has }));
}

function isOn(standing: MacResult['version_standing']): Test {
	return ({ version_standing }) => version_standing === standing;
}

/** A bar that was chosen: the table shows the Macs that it counts. */
export interface Pick {
	readonly kind: 'state' | 'group' | 'exposure' | keyof typeof bucketOf;
	/** What the chart is called, for the words beside the table. */
	readonly of: string;
	/** What it counts, and how that is shown. */
	readonly id: string;
	readonly label: string;
}

/** Tells the Macs that a bar counts from others. */
export function isPicked(report: CompactReport, pick: Pick): (mac: CompactMac, answer: MacResult) => boolean {
	const { kind, id } = pick;
	if (kind === 'state') return (_, answer) => stateOf(answer) === id;
	if (kind === 'exposure') {
		const kindOfMac = macKinds(report).find((known) => known.id === id);
		return (mac, answer) => kindOfMac!.has(answer, mac);
	}
	if (kind === 'group') {
		const at = report.kept_columns?.indexOf(report.group_by ?? '') ?? -1;
		return (mac) => (mac[6]?.[at] || noGroup) === id;
	}
	const bucket = bucketOf[kind];
	return (_, answer) => bucket(answer, report.as_of) === id;
}
