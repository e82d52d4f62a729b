import { useMemo, useState } from 'preact/hooks';
import { compareReports } from '../../../fleet/comparison.ts';
import type { HistoryRecord } from '../../../fleet/history/history-report.ts';
import { isSqlite } from '../../../fleet/history/sqlite-reader.ts';
import type { GivenColumns } from '../../../fleet/inventory/recognise.ts';
import { type CompactReport, expandReport, type FleetRecord } from '../../../fleet/report.ts';
import { navigate, withParameters } from '../address.ts';
import { ColumnChoice, isIdentified } from '../fleet/column-choice.tsx';
import { EarlierReport } from '../fleet/earlier-report.tsx';
import { Exports } from '../fleet/exports.tsx';
import { FileDrop } from '../fleet/file-drop.tsx';
import { FleetReport } from '../fleet/fleet-report.tsx';
import { HistoryPart } from '../fleet/history-part.tsx';
import { KeptColumns } from '../fleet/kept-columns.tsx';
import { KeptReport } from '../fleet/kept-report.tsx';
import {
	type ChosenPolicy,
	PolicyChoice,
	policyInAddress,
	policyParameters,
} from '../fleet/policy-choice.tsx';
import { forgetReport } from '../fleet/report-place.ts';
import { sampleFile } from '../fleet/sample.ts';
import { storedReport, storeReport } from '../fleet/stored-report.ts';
import { askWorker } from '../fleet/worker.ts';
import type { DataTables, FileColumns } from '../fleet/worker-protocol.ts';
import { useTitle } from '../parts/title.ts';
import { ask } from '../service/service.ts';

/** What a report is made from. */
interface Task {
	readonly files: readonly File[];
	readonly given: GivenColumns;
	readonly kept: readonly string[];
	readonly groupBy: string;
}

const nothing: Task = { files: [], given: {}, kept: [], groupBy: '' };

/** Drop what a management service exports, and see the update status of every Mac. No row leaves the browser. */
export function FleetView({ query }: { query: URLSearchParams }) {
	useTitle('Fleet');
	const policy = useMemo(() => policyInAddress(query), [query]);
	const stored = useMemo(storedReport, []);
	const [task, setTask] = useState<Task>(nothing);
	const [found, setFound] = useState<readonly FileColumns[]>([]);
	const [report, setReport] = useState<CompactReport | null>(stored?.report ?? null);
	const [isLong, setLong] = useState(stored?.isLong ?? false);
	const [history, setHistory] = useState<HistoryRecord | null>(null);
	const [older, setOlder] = useState<FleetRecord | null>(null);
	const [note, setNote] = useState('');
	const comparison = useMemo(
		() => report && older && compareReports(older, expandReport(report).macs),
		[report, older],
	);

	const show = (computed: CompactReport, long: boolean) => {
		setReport(computed);
		const isKept = storeReport(computed, long);
		setNote(isKept ? '' : 'This report is too large to be kept: it is gone when the page is reloaded.');
	};
	const compute = async (chosen: Task, { name, terms }: ChosenPolicy) => {
		setNote('Computing…');
		const data = await ask<DataTables>('/dataset/tables');
		if (data.state !== 'ready') {
			setNote('detail' in data ? data.detail : 'The service cannot be reached.');
			return;
		}
		const answer = await askWorker({
			kind: 'report',
			...chosen,
			data: data.value,
			terms,
			policyName: name,
			today: new Date().toISOString().slice(0, 10),
		});
		if (answer.kind === 'report') show(answer.report, isLong);
		else setNote(answer.kind === 'failed' ? answer.reason : '');
	};
	const showHistory = async (file: File, { name, terms }: ChosenPolicy) => {
		setTask({ ...nothing, files: [file] });
		setNote('Computing…');
		const data = await ask<DataTables>('/dataset/tables');
		if (data.state !== 'ready') {
			setNote('detail' in data ? data.detail : 'The service cannot be reached.');
			return;
		}
		const today = new Date().toISOString().slice(0, 10);
		const answer = await askWorker({
			kind: 'history',
			file,
			data: data.value,
			terms,
			policyName: name,
			today,
		});
		if (answer.kind === 'history') setHistory(answer.record);
		setNote(answer.kind === 'failed' ? answer.reason : '');
	};
	const work = async (chosen: Task) => {
		setTask(chosen);
		setNote('Reading…');
		const answer = await askWorker({ kind: 'columns', files: chosen.files, given: chosen.given });
		if (answer.kind !== 'columns') {
			setNote(answer.kind === 'failed' ? answer.reason : '');
			return;
		}
		setFound(answer.files);
		const open = answer.files.find((file) => !isIdentified(file));
		if (open) setNote(`${open.file}: no column with the model of a Mac was found. Choose it above.`);
		else await compute(chosen, policy);
	};
	const take = async (files: readonly File[]) => {
		setReport(null);
		setHistory(null);
		setFound([]);
		const [only, ...others] = files;
		if (only && others.length === 0 && isSqlite(await only.slice(0, 16).bytes()))
			return showHistory(only, policy);
		return work({ ...nothing, files });
	};
	const choose = (chosen: ChosenPolicy) => {
		navigate(withParameters(query, policyParameters(chosen)), { replace: true });
		if (history) void showHistory(task.files[0]!, chosen);
		else if (task.files.length > 0 && found.length > 0 && found.every(isIdentified))
			void compute(task, chosen);
	};
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
					take={(files) => void take(files)}
					trySample={() => void take([sampleFile()])}
					names={task.files.map(({ name }) => name)}
				/>
				<PolicyChoice policy={policy} choose={choose} />
				{found.map((file) => (
					<ColumnChoice
						key={file.file}
						file={file}
						given={task.given}
						change={(given) => void work({ ...task, given })}
					/>
				))}
				{found.length > 0 && found.every(isIdentified) && (
					<KeptColumns
						columns={[...new Set(found.flatMap(({ columns }) => columns))]}
						kept={task.kept}
						groupBy={task.groupBy}
						choose={(kept, groupBy) => void work({ ...task, kept, groupBy })}
					/>
				)}
				{report && (
					<KeptReport
						isStored={task.files.length === 0}
						isLong={isLong}
						keep={(long) => {
							setLong(long);
							show(report, long);
						}}
						forget={() => {
							forgetReport();
							setLong(false);
							setReport(null);
							setTask(nothing);
							setFound([]);
						}}
					/>
				)}
				{report && <EarlierReport since={older?.as_of ?? null} take={setOlder} say={setNote} />}
				<p role="status" class="note">
					{note}
				</p>
			</div>
			{report && <Exports report={report} comparison={comparison} />}
			{report && <FleetReport report={report} comparison={comparison} />}
			{history && <HistoryPart record={history} />}
		</section>
	);
}
