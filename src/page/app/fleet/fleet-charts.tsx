import { overdueTitle } from '../../../fleet/report/groups.ts';
import type { CompactReport } from '../../../fleet/report/report.ts';
import type { Count } from '../../../fleet/report/summary.ts';
import { BarChart } from './bar-chart.tsx';
import type { BarKind } from './mac-kinds.ts';
import { ReplacementList } from './report-lists.tsx';
import { type ReportView, stateNames, states } from './report-parts.ts';

interface FleetChartsProps {
	report: CompactReport;
	view: ReportView;
}

/** The sums as pictures, and the plan of replacements. A bar shows its Macs in the table. */
export function FleetCharts({ report, view: { query, set } }: FleetChartsProps) {
	const { summary, policy } = report;
	const lastMet = summary.by_version.findLastIndex(({ meets_policy }) => (meets_policy ?? 0) > 0);
	const bar = query.get('bar') ?? '';
	const pickBar = (kind: BarKind) => (id: string) => {
		const name = `${kind}:${id}`;
		set({ bar: name === bar ? '' : name, tab: '' });
	};
	const picked = (kind: BarKind) => (bar.startsWith(`${kind}:`) ? bar.slice(kind.length + 1) : null);
	const show = query.get('show');
	const pickKind = (id: string) => set({ show: id === show ? '' : id, tab: '' });
	return (
		<>
			<div class="fleet-charts">
				<BarChart
					title="Update status"
					pick={pickKind}
					picked={show}
					bars={states.map((state) => ({
						id: state,
						label: stateNames[state],
						value: summary[state],
						tone: policy ? 'plain' : toneOf(state),
					}))}
				/>
				<BarChart
					title={policy ? 'Versions (solid: meet the policy)' : 'Versions'}
					goodLabel="meet the policy"
					lineBelow={policy ? lastMet : -1}
					pick={pickBar('version')}
					picked={picked('version')}
					moreLabel="older"
					bars={summary.by_version.map(({ label, macs, meets_policy, exposed }) => ({
						label,
						value: macs,
						good: meets_policy,
						exposed,
					}))}
				/>
				<BarChart
					title="Exposure to known exploited vulnerabilities"
					pick={pickKind}
					picked={show}
					bars={[
						{
							id: 'exploited',
							label: 'miss a fix of their major version',
							value: summary.exploited,
							tone: 'wrong',
						},
						{
							id: 'elsewhere',
							label: 'only newer versions fix it',
							value: summary.exploited_elsewhere,
							tone: 'wrong',
						},
						{
							id: 'not-stated',
							label: 'fix not listed for their macOS',
							value: summary.exploited_not_stated ?? 0,
							tone: 'late',
						},
						{ id: 'not-known', label: 'not known', value: summary.exposure_unknown, tone: 'wrong' },
					]}
				/>
				{summary.groups && (
					<BarChart
						title={`By ${report.group_by}${policy ? ' (solid: meet the policy)' : ''}`}
						goodLabel="meet the policy"
						pick={pickBar('group')}
						picked={picked('group')}
						bars={summary.groups.map(({ label, macs, meets_policy }) => ({
							label,
							value: macs,
							good: policy ? meets_policy : null,
						}))}
					/>
				)}
				<BarChart
					title="How long the next release has been out"
					pick={pickBar('behind')}
					picked={picked('behind')}
					bars={barsOf(summary.behind_by_age, 'late')}
				/>
				<BarChart
					title="End of support expected, by quarter"
					pick={pickBar('quarter')}
					picked={picked('quarter')}
					bars={barsOf(summary.end_by_quarter).map((quarter) => ({
						...quarter,
						id: quarter.label,
						label: quarter.label === 'ended' ? 'unsupported' : quarter.label,
					}))}
				/>
				{summary.overdue > 0 && (
					<BarChart
						title={overdueTitle}
						pick={pickBar('overdue')}
						picked={picked('overdue')}
						bars={barsOf(summary.overdue_by_age, 'wrong')}
					/>
				)}
				<BarChart
					title="Models"
					pick={pickBar('model')}
					picked={picked('model')}
					bars={barsOf(summary.by_model)}
				/>
			</div>
			<ReplacementList report={report} />
		</>
	);
}

function barsOf(counts: readonly Count[], tone: 'late' | 'wrong' | 'plain' = 'plain') {
	return counts.map(({ label, macs }) => ({ label, value: macs, tone }));
}

function toneOf(state: string) {
	return state === 'current' || state === 'behind' || state === 'ended' ? state : 'plain';
}
