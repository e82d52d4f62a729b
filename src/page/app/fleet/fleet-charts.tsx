import { lateGroups, lateReasonCodes, lateReasons } from '@pointrelease/core/src/advice/lateness/reasons.ts';
import { verdictWords } from '@pointrelease/core/src/advice/verdict-words.ts';
import { endedLabel, lateTitle, overdueTitle } from '../../../fleet/report/groups.ts';
import { type KindCount, standingCounts } from '../../../fleet/report/kind-counts.ts';
import { type CountedKind, countedKinds } from '../../../fleet/report/mac-kinds.ts';
import type { CompactReport } from '../../../fleet/report/report.ts';
import type { Count } from '../../../fleet/report/summary.ts';
import { type Bar, BarChart } from './bar-chart.tsx';
import type { BarKind } from './mac-kinds.ts';
import { ReplacementList } from './report-lists.tsx';
import type { ReportView } from './report-parts.ts';

interface FleetChartsProps {
	report: CompactReport;
	view: ReportView;
}

interface ChartProps {
	report: CompactReport;
	choice: BarChoice;
}

type BarChoice = ReturnType<typeof barChoice>;

/** Draws the sums as charts, and the replacement plan. Choosing a bar shows its Macs in the table. */
export function FleetCharts({ report, view }: FleetChartsProps) {
	const choice = barChoice(view);
	return (
		<>
			<div class="fleet-charts">
				<StatusChart report={report} choice={choice} />
				<LateChart report={report} choice={choice} />
				<VersionChart report={report} choice={choice} />
				<ExposureChart report={report} choice={choice} />
				<GroupChart report={report} choice={choice} />
				<TimeCharts report={report} choice={choice} />
				<BarChart title="Models" {...choice.ofBars('model')} bars={barsOf(report.summary.by_model)} />
			</div>
			<ReplacementList report={report} />
		</>
	);
}

/**
 * Writes the chosen bar into the address. Bars that have a tile, such as "behind", are `show=behind`; all others are
 * `bar=version:26.7.2`. Choosing the same bar again shows all Macs.
 */
function barChoice({ query, set }: ReportView) {
	const show = query.get('show');
	const bar = query.get('bar') ?? '';
	return {
		ofTiles: { picked: show, pick: (id: string) => set({ show: id === show ? '' : id, tab: '' }) },
		ofBars: (kind: BarKind) => ({
			picked: bar.startsWith(`${kind}:`) ? bar.slice(kind.length + 1) : null,
			pick(id: string) {
				const name = `${kind}:${id}`;
				set({ bar: name === bar ? '' : name, tab: '' });
			},
		}),
	};
}

function StatusChart({ report: { summary, policy }, choice }: ChartProps) {
	return (
		<BarChart
			title="Update status"
			{...choice.ofTiles}
			bars={barsOfKinds(standingCounts(summary), policy === null)}
		/>
	);
}

function VersionChart({ report: { summary, policy }, choice }: ChartProps) {
	const lastMet = summary.by_version.findLastIndex(({ meets_policy }) => (meets_policy ?? 0) > 0);
	return (
		<BarChart
			title={policy ? `Versions (solid: ${verdictWords.meetPolicy})` : 'Versions'}
			goodLabel={verdictWords.meetPolicy}
			lineBelow={policy ? lastMet : -1}
			{...choice.ofBars('version')}
			moreLabel="older"
			bars={summary.by_version.map(({ label, macs, meets_policy, exposed }) => ({
				label,
				value: macs,
				good: meets_policy,
				exposed,
			}))}
		/>
	);
}

function ExposureChart({ report: { summary }, choice }: ChartProps) {
	return (
		<BarChart
			title="Exposure to known exploited vulnerabilities"
			{...choice.ofTiles}
			bars={barsOfKinds(
				exposureKinds.map((kind) => ({ kind: countedKinds[kind], macs: summary[kind] ?? 0 })),
				true,
			)}
		/>
	);
}

/** The six groups of reasons. A report of an earlier version has none. */
function LateChart({ report: { summary }, choice }: ChartProps) {
	const { late_reasons: reasons } = summary;
	if (!reasons || Object.keys(reasons).length === 0) return null;
	const bars = Object.entries(lateGroups).map(([group, label]) => {
		const codes = lateReasonCodes.filter((code) => lateReasons[code].group === group);
		return { label, value: codes.reduce((sum, code) => sum + (reasons[code] ?? 0), 0) };
	});
	return <BarChart title={lateTitle} {...choice.ofBars('late')} bars={bars} />;
}

const exposureKinds = [
	'exploited',
	'exploited_elsewhere',
	'exploited_not_stated',
	'exposure_unknown',
] as const satisfies readonly CountedKind[];

function GroupChart({ report: { summary, policy, group_by }, choice }: ChartProps) {
	if (!summary.groups) return null;
	return (
		<BarChart
			title={`By ${group_by}${policy ? ` (solid: ${verdictWords.meetPolicy})` : ''}`}
			goodLabel={verdictWords.meetPolicy}
			{...choice.ofBars('group')}
			bars={summary.groups.map(({ label, macs, meets_policy }) => ({
				label,
				value: macs,
				good: policy ? meets_policy : null,
			}))}
		/>
	);
}

function TimeCharts({ report: { summary }, choice }: ChartProps) {
	return (
		<>
			<BarChart
				title="How long the next release has been out"
				{...choice.ofBars('behind')}
				bars={barsOf(summary.behind_by_age, 'late')}
			/>
			<BarChart
				title="End of support expected, by quarter"
				{...choice.ofBars('quarter')}
				bars={barsOf(summary.end_by_quarter).map((quarter) => ({
					...quarter,
					id: quarter.label,
					label: quarter.label === endedLabel ? countedKinds.ended.label : quarter.label,
				}))}
			/>
			{summary.overdue > 0 && (
				<BarChart
					title={overdueTitle}
					{...choice.ofBars('overdue')}
					bars={barsOf(summary.overdue_by_age, 'wrong')}
				/>
			)}
		</>
	);
}

function barsOf(counts: readonly Count[], tone: 'late' | 'wrong' | 'plain' = 'plain') {
	return counts.map(({ label, macs }) => ({ label, value: macs, tone }));
}

/** Bars that filter like the tiles. */
function barsOfKinds(kinds: readonly KindCount[], isColored: boolean): Bar[] {
	return kinds.map(({ kind: { id, label, tone }, macs }) => ({
		id,
		label,
		value: macs,
		tone: (isColored && tone) || 'plain',
	}));
}
