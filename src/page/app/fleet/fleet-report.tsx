import type { Count, Summary } from '../../../fleet/summary.ts';
import { BarChart } from './bar-chart.tsx';
import { ComparisonPart } from './comparison-part.tsx';
import { MacTable } from './mac-table.tsx';
import { policyWords, type ReportData, states } from './report-parts.ts';

const mostVersions = 16;

/** The whole report: what it rests on, the sums, the charts, and every Mac. */
export function FleetReport({ report, comparison }: ReportData) {
	const { summary, policy } = report;
	const versions = summary.by_version.slice(0, mostVersions);
	const older = summary.by_version.slice(mostVersions).reduce((sum, { macs }) => sum + macs, 0);
	const lastMet = versions.findLastIndex(({ meets_policy }) => (meets_policy ?? 0) > 0);
	return (
		<article class="fleet-report">
			<header class="subject">
				<h1>Fleet report</h1>
				<dl class="fleet-head">
					<Fact name="Day" value={report.as_of} />
					<Fact name="Policy" value={policyWords(policy)} />
					<Fact name="Data" value={report.data_version} />
					<Fact name="Files" value={report.files.join(', ')} />
					<Fact name="Rows" value={rowWords(summary)} />
				</dl>
			</header>
			<ul class="fleet-tiles">
				<Tile label="Macs" value={summary.macs} />
				<Tile label="current" value={summary.current} tone="current" />
				<Tile label="behind" value={summary.behind} tone="behind" />
				<Tile label="unsupported" value={summary.ended} tone="ended" />
				<Tile label="miss fixes for known exploited vulnerabilities" value={summary.exploited} tone="wrong" />
				{policy && <Tile label="miss the policy" value={summary.misses_policy} tone="late" />}
				{policy && <Tile label="missed a deadline" value={summary.overdue} tone="wrong" />}
				<Tile label={`not seen for ${report.stale_days} days`} value={summary.stale} />
			</ul>
			{comparison && <ComparisonPart comparison={comparison} />}
			<div class="fleet-charts">
				<BarChart
					title="Standing"
					bars={states.map((label) => ({ label, value: summary[label], tone: toneOf(label) }))}
				/>
				<BarChart
					title={policy ? 'Versions, solid where they meet the policy' : 'Versions'}
					goodLabel="meet the policy"
					lineBelow={policy ? lastMet : -1}
					bars={[
						...versions.map(({ label, macs, meets_policy }) => ({ label, value: macs, good: meets_policy })),
						...(older > 0 ? [{ label: 'older', value: older }] : []),
					]}
				/>
				<BarChart
					title="How long the next release has been out"
					bars={barsOf(summary.behind_by_age, 'late')}
				/>
				<BarChart title="Last updates expected, by quarter" bars={barsOf(summary.end_by_quarter)} />
				{summary.overdue > 0 && (
					<BarChart title="Overdue for" bars={barsOf(summary.overdue_by_age, 'wrong')} />
				)}
				<BarChart title="Models" bars={barsOf(summary.by_model.slice(0, mostVersions))} />
			</div>
			<MacTable report={report} />
		</article>
	);
}

function barsOf(counts: readonly Count[], tone: 'late' | 'wrong' | 'plain' = 'plain') {
	return counts.map(({ label, macs }) => ({ label, value: macs, tone }));
}

function toneOf(state: string) {
	return state === 'current' || state === 'behind' || state === 'ended' ? state : 'plain';
}

function rowWords({ rows, not_macs, continuation_rows, merged_rows }: Summary): string {
	return [
		rows.toLocaleString('en'),
		not_macs > 0 ? `${not_macs} other devices left out` : null,
		continuation_rows > 0 ? `${continuation_rows} continue the Mac above them` : null,
		merged_rows > 0 ? `${merged_rows} about a Mac of another file` : null,
	]
		.filter((part) => part !== null)
		.join(', ');
}

function Fact({ name, value }: { name: string; value: string }) {
	return (
		<div>
			<dt>{name}</dt>
			<dd>{value}</dd>
		</div>
	);
}

function Tile({ label, value, tone = '' }: { label: string; value: number; tone?: string }) {
	return (
		<li class={`card tile ${value > 0 ? tone : ''}`}>
			<strong>{value.toLocaleString('en')}</strong> <span>{label}</span>
		</li>
	);
}
