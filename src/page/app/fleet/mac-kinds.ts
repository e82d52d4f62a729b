import { addDays } from '@pointrelease/core/src/text/day.ts';
import type { MacResult } from '../../../fleet/judging/mac-result.ts';
import { bucketOf, lateTitle, noGroup, overdueTitle } from '../../../fleet/report/groups.ts';
import {
	attentionOf,
	countNotJudged,
	type KindCount,
	standingCounts,
} from '../../../fleet/report/kind-counts.ts';
import {
	type CountedKind,
	countedKinds,
	kindEntries,
	notJudged,
	staleKind,
} from '../../../fleet/report/mac-kinds.ts';
import type { CompactMac, CompactReport } from '../../../fleet/report/report.ts';
import type { Summary } from '../../../fleet/report/summary.ts';

type Test = (answer: MacResult, mac: CompactMac) => boolean;

/** The parts of the bar: verdicts if there is a policy, else update status. Every Mac is in one of them. */
export function barKinds({ policy, summary }: CompactReport): KindCount[] {
	const hasPolicy = policy !== null;
	const unjudged = { kind: notJudged, macs: countNotJudged(summary, hasPolicy) };
	return hasPolicy
		? [countOf(summary, 'misses_policy'), unjudged, countOf(summary, 'meets_policy')]
		: [countOf(summary, 'ended'), countOf(summary, 'behind'), unjudged, countOf(summary, 'current')];
}

/** The Macs that a fix would help today. */
export function alarmKind({ summary }: CompactReport): KindCount {
	return countOf(summary, 'exploited');
}

function countOf(summary: Summary, kind: CountedKind): KindCount {
	return { kind: countedKinds[kind], macs: summary[kind] };
}

/** Other kinds of Macs that need attention, without empty kinds. */
export function otherKinds(report: CompactReport): KindCount[] {
	const hasPolicy = report.policy !== null;
	const shown = new Set([...barKinds(report), alarmKind(report)].map(({ kind }) => kind.id));
	return [
		countOf(report.summary, 'ended'),
		...attentionOf(report.summary, hasPolicy, report.stale_days),
	].filter(({ kind, macs }) => macs > 0 && !shown.has(kind.id));
}

/** A chosen bar or kind, which filters the table. */
export interface Pick {
	/** Its name beside the table. */
	readonly label: string;
	readonly has: Test;
}

/** The label of a chosen bar, by chart. */
const bars: Readonly<Record<keyof typeof bucketOf, string>> = {
	version: 'Version',
	model: 'Model',
	behind: 'Next release out',
	overdue: overdueTitle,
	quarter: 'End of support',
	year: 'End of support',
	late: lateTitle,
	reason: lateTitle,
};

export type BarKind = keyof typeof bars | 'group';

/** The bar that an address names, as in `version:26.7.2`; null for none. */
export function pickOf(report: CompactReport, text: string): Pick | null {
	const [, kind = '', id = ''] = /^(\w+):(.*)$/.exec(text) ?? [];
	if (kind === 'group' && report.group_by !== undefined) {
		const at = report.kept_columns?.indexOf(report.group_by) ?? -1;
		return { label: `${report.group_by}: ${id}`, has: (_, mac) => (mac[6]?.[at] || noGroup) === id };
	}
	if (!Object.hasOwn(bars, kind)) return null;
	const bucket = bucketOf[kind as keyof typeof bars];
	return {
		label: `${bars[kind as keyof typeof bars]}: ${id === 'ended' ? countedKinds.ended.label : id}`,
		has: (answer) => bucket(answer, report.as_of) === id,
	};
}

/** The kind that an address names; null for none, and for one that this report does not show. */
export function kindOf(report: CompactReport, id: string): Pick | null {
	const shown = [
		...barKinds(report),
		alarmKind(report),
		...standingCounts(report.summary),
		...otherKinds(report),
	];
	if (!shown.some(({ kind }) => kind.id === id)) return null;
	const { as_of: asOf, policy, stale_days } = report;
	const stale = staleKind(stale_days);
	if (id === stale.id) {
		const staleBefore = addDays(asOf, -stale_days);
		return { label: stale.label, has: (_, [, , , , seen]) => seen !== null && seen < staleBefore };
	}
	const { label, has } = [...kindEntries.map(([, kind]) => kind), notJudged].find((kind) => kind.id === id)!;
	const context = { asOf, hasPolicy: policy !== null };
	return { label, has: (answer) => has(answer, context) };
}
