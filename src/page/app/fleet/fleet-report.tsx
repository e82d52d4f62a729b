import { rulesVersion } from '@pointrelease/core/src/advice/policy/rules-version.ts';
import { inWords } from '@pointrelease/core/src/text/day-words.ts';
import { counted, grouped } from '@pointrelease/core/src/text/numbers.ts';
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import type { MacResult } from '../../../fleet/judging/mac-result.ts';
import { headline } from '../../../fleet/report/headline.ts';
import type { CompactReport } from '../../../fleet/report/report.ts';
import { safariWords } from '../../../fleet/report/safari-words.ts';
import type { Summary } from '../../../fleet/report/summary.ts';
import { unusedColumns } from '../../../fleet/report/unused-days.ts';
import { TrendLine } from '../history/trend-line.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { ExceptionsPart } from './exceptions-part.tsx';
import { FleetCharts } from './fleet-charts.tsx';
import { FleetTiles } from './fleet-tiles.tsx';
import { kindOf, pickOf } from './mac-kinds.ts';
import { MacTable } from './mac-table.tsx';
import { ComparisonPart, OwnedList } from './report-lists.tsx';
import { policyWords, type ReportData, type ReportView } from './report-parts.ts';
import { columnsOf } from './shown-columns.ts';
import { shownMacs } from './shown-macs.ts';
import { sortIn } from './table-columns.ts';
import { useEdition } from './use-edition.ts';
import type { Selection } from './use-selection.ts';

/** The heading that gets the focus when a report or history appears. */
export const reportTitle = 'report-title';

interface FleetReportProps extends ReportData {
	view: ReportView;
	/** The page of a Mac with this result; absent in a file, which has no other pages. */
	macAddress?(answer: MacResult): string | null;
	/** Lets a person select rows; absent in a file. */
	selection?: Selection;
	/** The controls of the report, given the indices of the shown Macs; absent in a file. */
	controls?(shown: readonly number[]): ComponentChildren;
	/** The third tab; absent in a file. */
	history?: ComponentChildren;
}

/** The report: a headline, tiles that filter, and all Macs, worst first. */
export function FleetReport(props: FleetReportProps) {
	const { report, comparison, view, macAddress, selection, controls, history } = props;
	const { query, set } = view;
	const edition = useEdition(report);
	const [show, bar, find, sorting] = ['show', 'bar', 'find', 'sort'].map((name) => query.get(name) ?? '');
	const shown = useMemo(() => {
		const filters = [kindOf(report, show!), pickOf(report, bar!)].filter((filter) => filter !== null);
		return shownMacs(report, { text: find!, filters }, sortIn(columnsOf(report), sorting!));
	}, [report, show, bar, find, sorting]);
	const tab =
		query.get('tab') === 'charts' ? 'charts' : query.get('tab') === 'history' && history ? 'history' : '';
	return (
		<article class="fleet-report">
			<header class="fleet-bar">
				<h1 id={reportTitle} tabIndex={-1}>
					<span class="hidden">Fleet report: </span>
					{filesWords(report.files)}
				</h1>
				<p class="fleet-what">
					{counted(report.summary.macs, 'Mac', 'Macs', grouped(report.summary.macs))} ·{' '}
					{inWords(report.as_of)}
					{/* A file has no policy picker, so it names the policy here. */}
					{!controls && ` · Policy: ${policyWords(report.policy)}`}
				</p>
				{controls?.(shown)}
			</header>
			<h2 class="hidden">Summary</h2>
			<Headline key={`words ${edition}`} report={report} />
			<TrendLine trend={report.summary.trend} />
			{report.rules !== rulesVersion && (
				<p class="note">
					This report was made with earlier rules. Drop the inventory again to use the current rules.
				</p>
			)}
			{report.summary.incomplete && !report.summary.not_pulled && !report.summary.partial && (
				<p class="note">Export every page, and make the report from all of them.</p>
			)}
			{report.summary.safari_not_reported && (
				<p class="note">{safariWords(report.summary.safari_not_reported)}</p>
			)}
			{report.summary.unused_days
				?.filter(({ seen }) => seen === null)
				.map((unused) => (
					<p key={unused.file} class="note">
						{report.files.length > 1 && `${unused.file}: `}No last contact was found. Not used:{' '}
						{unusedColumns(unused)}. If {unused.columns.length === 1 ? 'it' : 'one of them'} is the last
						contact,{' '}
						{controls ? 'choose it as “Last seen” under Columns.' : 'make the report again with that column.'}
					</p>
				))}
			<FleetTiles
				key={`sums ${edition}`}
				report={report}
				show={show!}
				choose={(id) => set({ show: id, tab: '' })}
			/>
			<Tabs
				label="Parts of the report"
				tabs={[
					['', 'Macs'],
					['charts', 'Charts'],
					...(history === undefined ? [] : [['history', 'History'] as const]),
				]}
				shown={tab}
				choose={(name) => set({ tab: name })}
			>
				<h2 class="hidden">{tab === 'charts' ? 'Charts' : tab === 'history' ? 'History' : 'Macs'}</h2>
				{tab === 'charts' && <FleetCharts report={report} view={view} />}
				{tab === 'history' && history}
				{tab === '' && (
					<>
						{comparison && <ComparisonPart comparison={comparison} />}
						<OwnedList {...report} />
						<ExceptionsPart {...report} />
						<MacTable
							report={report}
							shown={shown}
							view={view}
							selection={selection}
							macAddress={macAddress}
						/>
					</>
				)}
			</Tabs>
			<h2 class="fleet-about">About this report</h2>
			<dl class="fleet-head">
				<Fact name="Day" value={report.as_of} />
				<Fact name="Policy" value={policyWords(report.policy)} />
				<Fact name="Data" value={report.data_version} />
				<Fact name="Files" value={report.files.join(', ')} />
				<Fact name="Rows" value={rowWords(report.summary)} />
				{report.summary.unused_days && (
					<Fact name="Days not used" value={report.summary.unused_days.map(unusedColumns).join('; ')} />
				)}
			</dl>
		</article>
	);
}

/** `jamf.csv`, or `jamf.csv and 3 more`. */
function filesWords([first = '', ...others]: readonly string[]): string {
	return others.length === 0 ? first : `${first} and ${others.length} more`;
}

function rowWords(summary: Summary): string {
	const { rows, not_macs, continuation_rows, merged_rows, duplicates, unreadable_days } = summary;
	return [
		grouped(rows),
		not_macs > 0 ? `${grouped(not_macs)} skipped: not a Mac` : null,
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

/** The report in one sentence, with dangers in bold. */
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
