import { useState } from 'preact/hooks';
import { rulesOf, rulesVersion } from '../../../advice/policy/rules-version.ts';
import { overdueTitle } from '../../../fleet/report/groups.ts';
import { headline, percentWords } from '../../../fleet/report/headline.ts';
import type { CompactReport } from '../../../fleet/report/report.ts';
import type { Count, Summary } from '../../../fleet/report/summary.ts';
import { grouped } from '../../../text/numbers.ts';
import { BarChart } from './bar-chart.tsx';
import type { Pick } from './mac-kinds.ts';
import { MacTable } from './mac-table.tsx';
import { ComparisonPart, ReplacementList } from './report-lists.tsx';
import { policyWords, type ReportData, stateNames, states } from './report-parts.ts';

/** The whole report: a sentence, what it rests on, the sums, the charts, and every Mac. A bar shows its Macs in the table. */
export function FleetReport({ report, comparison }: ReportData) {
	const { summary, policy } = report;
	const [pick, setPick] = useState<Pick | null>(null);
	const lastMet = summary.by_version.findLastIndex(({ meets_policy }) => (meets_policy ?? 0) > 0);
	const pickBar = (kind: Pick['kind'], of: string) => (id: string, label: string) =>
		setPick(pick?.kind === kind && pick.id === id ? null : { kind, of, id, label });
	const picked = (kind: Pick['kind']) => (pick?.kind === kind ? pick.id : null);
	return (
		<article class="fleet-report">
			<header class="subject">
				<h1>Fleet report</h1>
				<Headline report={report} />
				{rulesOf(report) !== rulesVersion && (
					<p>
						This report was made with earlier rules. Drop the inventory again to judge it by those of now.
					</p>
				)}
				{summary.incomplete && <p>Export every page, and make the report from all of them.</p>}
				<dl class="fleet-head">
					<Fact name="Day" value={report.as_of} />
					<Fact name="Policy" value={policyWords(policy)} />
					<Fact name="Data" value={report.data_version} />
					<Fact name="Files" value={report.files.join(', ')} />
					<Fact name="Rows" value={rowWords(summary)} />
				</dl>
			</header>
			<Tiles report={report} />
			{comparison && <ComparisonPart comparison={comparison} />}
			<div class="fleet-charts">
				<BarChart
					title="Update status"
					pick={pickBar('state', 'Update status')}
					picked={picked('state')}
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
					pick={pickBar('version', 'Version')}
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
					pick={pickBar('exposure', 'Exposure')}
					picked={picked('exposure')}
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
							label: 'newer versions fix it, later updates do not list it',
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
						pick={pickBar('group', report.group_by ?? 'Group')}
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
					pick={pickBar('behind', 'Next release out')}
					picked={picked('behind')}
					bars={barsOf(summary.behind_by_age, 'late')}
				/>
				<BarChart
					title="End of support expected, by quarter"
					pick={pickBar('quarter', 'End of support')}
					picked={picked('quarter')}
					bars={barsOf(summary.end_by_quarter).map((bar) => ({
						...bar,
						id: bar.label,
						label: bar.label === 'ended' ? 'unsupported' : bar.label,
					}))}
				/>
				{summary.overdue > 0 && (
					<BarChart
						title={overdueTitle}
						pick={pickBar('overdue', overdueTitle)}
						picked={picked('overdue')}
						bars={barsOf(summary.overdue_by_age, 'wrong')}
					/>
				)}
				<BarChart
					title="Models"
					pick={pickBar('model', 'Model')}
					picked={picked('model')}
					bars={barsOf(summary.by_model)}
				/>
			</div>
			<ReplacementList report={report} />
			<MacTable report={report} pick={pick} setPick={setPick} />
		</article>
	);
}

function barsOf(counts: readonly Count[], tone: 'late' | 'wrong' | 'plain' = 'plain') {
	return counts.map(({ label, macs }) => ({ label, value: macs, tone }));
}

function toneOf(state: string) {
	return state === 'current' || state === 'behind' || state === 'ended' ? state : 'plain';
}

function rowWords(summary: Summary): string {
	const { rows, not_macs, continuation_rows, merged_rows, duplicates, unreadable_days } = summary;
	return [
		grouped(rows),
		not_macs > 0 ? `${grouped(not_macs)} of other devices, left out` : null,
		continuation_rows > 0 ? `${grouped(continuation_rows)} continued from the row above` : null,
		merged_rows > 0 ? `${grouped(merged_rows)} of Macs in another file` : null,
		duplicates > 0 ? `${grouped(duplicates)} with the serial number of another row` : null,
		unreadable_days > 0
			? `${grouped(unreadable_days)} without a usable day of last contact, such as ${JSON.stringify(summary.unreadable_day_example)}`
			: null,
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

/** The report in a sentence; what is dangerous in it stands out. */
function Headline({ report }: { report: CompactReport }) {
	return (
		<p class="fleet-headline">
			{headline(report.summary, report.policy !== null).map(({ text, alarm }) =>
				alarm ? (
					<strong key={text} class="alarm">
						{text}
					</strong>
				) : (
					text
				),
			)}
		</p>
	);
}

/** The sums: first those that add up to all Macs, then what needs attention. */
function Tiles({ report }: { report: CompactReport }) {
	const { summary, policy } = report;
	const { macs, current, behind, ended, unknown, ambiguous, unreadable } = summary;
	return (
		<>
			<ul class="fleet-tiles" aria-label="Update status of all Macs">
				<Tile label={macs === 1 ? 'Mac' : 'Macs'} value={macs} />
				<Tile label="current" value={current} tone={policy ? '' : 'current'} />
				<Tile label="behind" value={behind} tone={policy ? '' : 'behind'} />
				<Tile label="unsupported" value={ended} tone="ended" />
				<Tile label="not known" value={unknown + ambiguous + unreadable} tone="late" />
			</ul>
			<ul class="fleet-tiles" aria-label="What needs attention">
				{policy && (
					<Tile
						label={
							summary.incomplete ? 'of the Macs in this incomplete export meet the policy' : 'meet the policy'
						}
						value={percentWords(summary)}
						tone={summary.incomplete ? 'late' : summary.meets_policy === macs ? 'current' : ''}
					/>
				)}
				{policy && <Tile label="miss the policy" value={summary.misses_policy} tone="late" />}
				{policy && <Tile label="missed a deadline" value={summary.overdue} tone="wrong" />}
				<Tile label="miss fixes for known exploited vulnerabilities" value={summary.exploited} tone="wrong" />
				<Tile
					label="have known exploited vulnerabilities that only newer major versions fix"
					value={summary.exploited_elsewhere}
					tone="wrong"
				/>
				{summary.exploited_not_stated > 0 && (
					<Tile
						label="have known exploited vulnerabilities that newer major versions fix and later updates of theirs do not list"
						value={summary.exploited_not_stated}
						tone="late"
					/>
				)}
				<Tile label="with unknown exposure" value={summary.exposure_unknown} tone="wrong" />
				<Tile label={`not seen for ${report.stale_days} days`} value={summary.stale} />
				{summary.newer > 0 && (
					<Tile
						label="newer than any known release: is the data up to date?"
						value={summary.newer}
						tone="late"
					/>
				)}
				{summary.beta > 0 && <Tile label="on a beta" value={summary.beta} tone="late" />}
				{summary.response_not_reported > 0 && (
					<Tile
						label="do not report whether the latest security response is installed"
						value={summary.response_not_reported}
						tone="late"
					/>
				)}
				{summary.doubtful > 0 && (
					<Tile label="whose version and build contradict each other" value={summary.doubtful} tone="late" />
				)}
			</ul>
		</>
	);
}

function Tile({ label, value, tone = '' }: { label: string; value: number | string; tone?: string }) {
	return (
		<li class={`card tile ${value !== 0 ? tone : ''}`}>
			<strong>{typeof value === 'number' ? grouped(value) : value}</strong> <span>{label}</span>
		</li>
	);
}
