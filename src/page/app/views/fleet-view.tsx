import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { compareReports } from '../../../fleet/comparison.ts';
import type { HistoryRecord } from '../../../fleet/history/history-report.ts';
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
import { askWithData, type HistoryFile, openFiles } from '../fleet/worker.ts';
import type { FileColumns, WorkerReply } from '../fleet/worker-protocol.ts';
import { useTitle } from '../parts/title.ts';

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
	/** What is shown is not what was asked for since: that is being computed, or could not be. */
	const [isStale, setStale] = useState(false);
	/** Counts what was asked for. Whoever leaves waits for nothing: no report is kept once its key was forgotten. */
	const turn = useRef(0);
	const leave = () => {
		turn.current += 1;
	};
	useEffect(() => leave, []);
	const comparison = useMemo(
		() => report && older && compareReports(older, expandReport(report).macs),
		[report, older],
	);

	const keep = (computed: CompactReport, long: boolean) => {
		const isKept = storeReport(computed, long);
		setNote(isKept ? '' : 'This report is too large to be kept: it is gone when the page is reloaded.');
	};
	/** What is asked for last is shown. Null for an answer that somebody no longer waits for, or that says why not. */
	const inTurn = async (doing: string, asking: () => Promise<WorkerReply | HistoryFile>) => {
		turn.current += 1;
		const mine = turn.current;
		setStale(true);
		setNote(doing);
		const reply = await asking();
		if (mine !== turn.current) return null;
		setNote(reply.kind === 'failed' ? reply.reason : '');
		return reply.kind === 'failed' ? null : reply;
	};
	const compute = async (chosen: Task, { name, terms }: ChosenPolicy) => {
		const reply = await inTurn('Computing…', () =>
			askWithData((now) => ({ kind: 'report', ...chosen, terms, policyName: name, ...now })),
		);
		if (reply?.kind !== 'report') return;
		setReport(reply.report);
		setStale(false);
		keep(reply.report, isLong);
	};
	const showHistory = async (file: File, { name, terms }: ChosenPolicy) => {
		const reply = await inTurn('Computing…', () =>
			askWithData((now) => ({ kind: 'history', file, terms, policyName: name, ...now })),
		);
		if (reply?.kind !== 'history') return;
		setHistory(reply.record);
		setStale(false);
	};
	/** From the files on, whatever was changed: what was begun for another policy or other columns is not waited for. */
	const work = async (chosen: Task, asked: ChosenPolicy) => {
		setTask(chosen);
		const opened = await inTurn('Reading…', () => openFiles(chosen.files, chosen.given));
		if (opened?.kind === 'history-file') return showHistory(chosen.files[0]!, asked);
		if (opened?.kind !== 'columns') return;
		setFound(opened.files);
		const open = opened.files.find((file) => !isIdentified(file));
		if (open) setNote(`${open.file}: no column with the model of a Mac was found. Choose it above.`);
		else await compute(chosen, asked);
	};
	const clear = () => {
		leave();
		setReport(null);
		setHistory(null);
		setFound([]);
	};
	const take = (files: readonly File[]) => {
		clear();
		void work({ ...nothing, files }, policy);
	};
	const choose = (chosen: ChosenPolicy) => {
		navigate(withParameters(query, policyParameters(chosen)), { replace: true });
		if (task.files.length > 0) void work(task, chosen);
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
					take={take}
					trySample={() => take([sampleFile()])}
					names={task.files.map(({ name }) => name)}
				/>
				<PolicyChoice policy={policy} choose={choose} />
				{found.map((file) => (
					<ColumnChoice
						key={file.file}
						file={file}
						given={task.given}
						change={(given) => void work({ ...task, given }, policy)}
					/>
				))}
				{found.length > 0 && found.every(isIdentified) && (
					<KeptColumns
						columns={[...new Set(found.flatMap(({ columns }) => columns))]}
						kept={task.kept}
						groupBy={task.groupBy}
						choose={(kept, groupBy) => void work({ ...task, kept, groupBy }, policy)}
					/>
				)}
				{report && (
					<KeptReport
						isStored={task.files.length === 0}
						isLong={isLong}
						isStale={isStale}
						keep={(long) => {
							setLong(long);
							keep(report, long);
						}}
						forget={() => {
							forgetReport();
							setLong(false);
							setTask(nothing);
							setNote('');
							clear();
						}}
					/>
				)}
				{report && <EarlierReport since={older?.as_of ?? null} take={setOlder} />}
				<p role="status" class="note">
					{note}
				</p>
			</div>
			{report && <Exports report={report} comparison={comparison} isStale={isStale} />}
			<div class="fleet-result" aria-busy={isStale}>
				{report && <FleetReport report={report} comparison={comparison} />}
				{history && <HistoryPart record={history} />}
			</div>
		</section>
	);
}
