import { useMemo, useState } from 'preact/hooks';
import { type Comparison, compareReports } from '../../../fleet/comparison.ts';
import type { HistoryRecord } from '../../../fleet/history/history-report.ts';
import { isSqlite } from '../../../fleet/history/sqlite-reader.ts';
import { htmlReport } from '../../../fleet/html-report.ts';
import type { GivenColumns } from '../../../fleet/inventory/recognise.ts';
import { type CompactReport, expandReport, type FleetRecord } from '../../../fleet/report.ts';
import { ColumnChoice } from '../fleet/column-choice.tsx';
import { EarlierReport } from '../fleet/earlier-report.tsx';
import { FileDrop } from '../fleet/file-drop.tsx';
import { FleetReport } from '../fleet/fleet-report.tsx';
import { HistoryPart } from '../fleet/history-part.tsx';
import { type ChosenPolicy, PolicyChoice } from '../fleet/policy-choice.tsx';
import { askWorker } from '../fleet/worker.ts';
import type { DataTables, FileColumns } from '../fleet/worker-protocol.ts';
import { save } from '../parts/save-file.ts';
import { useTitle } from '../parts/title.ts';
import { ask } from '../service/service.ts';

/** Drop what a management service exports, and see where every Mac stands. No row leaves the browser. */
export function FleetView() {
	useTitle('Fleet');
	const [files, setFiles] = useState<readonly File[]>([]);
	const [found, setFound] = useState<readonly FileColumns[]>([]);
	const [given, setGiven] = useState<GivenColumns>({});
	const [policy, setPolicy] = useState<ChosenPolicy>({ name: null, terms: {} });
	const [report, setReport] = useState<CompactReport | null>(null);
	const [history, setHistory] = useState<HistoryRecord | null>(null);
	const [older, setOlder] = useState<FleetRecord | null>(null);
	const [note, setNote] = useState('');
	const comparison = useMemo(
		() => report && older && compareReports(older, expandReport(report).macs),
		[report, older],
	);

	const recognise = async (chosen: readonly File[], columns: GivenColumns) => {
		setFiles(chosen);
		setGiven(columns);
		setNote('Reading…');
		const answer = await askWorker({ kind: 'columns', files: chosen, given: columns });
		if (answer.kind === 'columns') setFound(answer.files);
		setNote(answer.kind === 'failed' ? answer.reason : '');
		return answer.kind === 'columns';
	};
	const compute = async (chosen: readonly File[], columns: GivenColumns, { name, terms }: ChosenPolicy) => {
		setNote('Computing…');
		const data = await ask<DataTables>('/dataset/tables');
		if (data.state !== 'ready') {
			setNote('detail' in data ? data.detail : 'The service cannot be reached.');
			return;
		}
		const answer = await askWorker({
			kind: 'report',
			files: chosen,
			given: columns,
			data: data.value,
			terms,
			policyName: name,
			today: new Date().toISOString().slice(0, 10),
		});
		if (answer.kind === 'report') setReport(answer.report);
		setNote(answer.kind === 'failed' ? answer.reason : '');
	};
	const showHistory = async (file: File, { name, terms }: ChosenPolicy) => {
		setFiles([file]);
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
	const take = async (chosen: readonly File[]) => {
		setReport(null);
		setHistory(null);
		setFound([]);
		const [only, ...others] = chosen;
		if (only && others.length === 0 && isSqlite(await only.slice(0, 16).bytes()))
			return showHistory(only, policy);
		if (await recognise(chosen, {})) await compute(chosen, {}, policy);
	};
	const change = async (columns: GivenColumns) => {
		if (await recognise(files, columns)) await compute(files, columns, policy);
	};
	const choose = (chosen: ChosenPolicy) => {
		setPolicy(chosen);
		if (history) void showHistory(files[0]!, chosen);
		else if (files.length > 0 && found.length > 0) void compute(files, given, chosen);
	};
	return (
		<section class="fleet">
			<div class="fleet-setup">
				<header class="subject">
					<h1>Fleet</h1>
					<p class="lead">
						The export of any management service: which Macs are behind, exposed or at their end. Everything
						is computed in this browser; no row of it is sent anywhere.
					</p>
				</header>
				<FileDrop take={(chosen) => void take(chosen)} names={files.map(({ name }) => name)} />
				<PolicyChoice policy={policy} choose={choose} />
				{found.map((file) => (
					<ColumnChoice
						key={file.file}
						file={file}
						given={given}
						change={(columns) => void change(columns)}
					/>
				))}
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

function Exports({ report, comparison }: { report: CompactReport; comparison: Comparison | null }) {
	const name = `fleet-${report.as_of}`;
	const saveHtml = async () => {
		const template = await (await fetch('/assets/report.html')).text();
		save(`${name}.html`, 'text/html', [htmlReport(template, report, comparison)]);
	};
	const saveCsv = async () => {
		const answer = await askWorker({ kind: 'csv' });
		if (answer.kind === 'csv') save(`${name}.csv`, 'text/csv', answer.parts);
	};
	const saveJson = () => {
		const record = { ...expandReport(report), ...(comparison && { comparison }) };
		save(`${name}.json`, 'application/json', [JSON.stringify(record)]);
	};
	return (
		<div class="fleet-exports">
			<button type="button" onClick={() => void saveHtml()}>
				Save as HTML
			</button>
			<button type="button" onClick={() => void saveCsv()}>
				Save as CSV
			</button>
			<button type="button" onClick={saveJson}>
				Save as JSON
			</button>
			<button type="button" onClick={() => print()}>
				Print
			</button>
		</div>
	);
}
