import { h, type VNode } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { historyParts } from '../../../fleet/history/history-html.ts';
import type { HistoryRecord } from '../../../fleet/history/history-report.ts';
import type { Markup } from '../../../fleet/history/markup.ts';
import { compareReports } from '../../../fleet/report/comparison.ts';
import { expandReport } from '../../../fleet/report/report.ts';
import { TryAgain } from '../parts/trouble.tsx';
import { PolicyPicker } from '../policy/policy-picker.tsx';
import { useTitle } from '../service/visit.ts';
import { ColumnChoice, isIdentified, KeptColumns } from './column-choice.tsx';
import { EarlierReport, type OlderReport } from './earlier-report.tsx';
import { Exports } from './exports.tsx';
import { FileDrop, sampleFile } from './file-drop.tsx';
import { FleetReport } from './fleet-report.tsx';
import { KeptReport } from './stored-report.tsx';
import { useFleet } from './use-fleet.ts';

/** Drop what a management service exports, and see the update status of every Mac. No row leaves the browser. */
export function FleetView({ query }: { query: URLSearchParams }) {
	useTitle('Fleet');
	const fleet = useFleet(query);
	const { task, report, history, isStale } = fleet;
	const [older, setOlder] = useState<OlderReport | null>(null);
	const comparison = useMemo(
		() => report && older && compareReports(older.report, expandReport(report).macs, older.again),
		[report, older],
	);
	return (
		<section class="fleet">
			<div class="fleet-setup">
				<header class="subject">
					<h1>Fleet</h1>
					<p class="lead">
						Drop an export of your MDM to see which Macs are behind, exposed or unsupported. Your data never
						leaves this browser.
					</p>
				</header>
				<FileDrop
					take={fleet.take}
					trySample={() => fleet.take([sampleFile()])}
					names={task.files.map(({ name }) => name)}
				/>
				<PolicyPicker query={query} />
				<Columns fleet={fleet} />
				{report && (
					<KeptReport
						isStored={task.files.length === 0}
						isLong={fleet.isLong}
						isStale={isStale}
						keep={fleet.keepLong}
						forget={fleet.forget}
					/>
				)}
				{report && <EarlierReport since={older?.report.as_of ?? null} take={setOlder} />}
				<p role="status" class="note">
					{fleet.note}
				</p>
				{fleet.canRetry && (
					<p class="fleet-retry">
						<TryAgain again={() => fleet.change({})} />
					</p>
				)}
			</div>
			{report && <Exports report={report} comparison={comparison} isStale={isStale} />}
			<div class="fleet-result" aria-busy={isStale}>
				{report && <FleetReport report={report} comparison={comparison} />}
				{history && <HistoryPart record={history} />}
			</div>
		</section>
	);
}

/** What each column of the files is, and which ones stand beside each Mac. */
function Columns({ fleet: { task, columns, change } }: { fleet: ReturnType<typeof useFleet> }) {
	return (
		<>
			{columns.map((file) => (
				<ColumnChoice
					key={file.file}
					file={file}
					isKnown={isIdentified(file, columns)}
					given={task.given}
					change={(given) => change({ given })}
				/>
			))}
			{columns.length > 0 && columns.every((file) => isIdentified(file, columns)) && (
				<KeptColumns
					columns={[...new Set(columns.flatMap((file) => file.columns))]}
					kept={task.kept}
					groupBy={task.groupBy}
					choose={(kept, groupBy) => change({ kept, groupBy })}
				/>
			)}
		</>
	);
}

/** What a history tells, drawn from the same parts as its file. */
function HistoryPart({ record }: { record: HistoryRecord }) {
	return <div class="fleet-history">{historyParts(record).map(drawn)}</div>;
}

function drawn(part: Markup): VNode | string {
	if (typeof part === 'string') return part;
	return h(part.tag, part.attributes, ...part.children.map(drawn));
}
