import { h, type VNode } from 'preact';
import { useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { historyParts } from '../../../fleet/history/history-html.ts';
import type { HistoryRecord } from '../../../fleet/history/history-report.ts';
import type { Markup } from '../../../fleet/history/markup.ts';
import type { GivenColumns } from '../../../fleet/inventory/columns/recognise.ts';
import { compareReports } from '../../../fleet/report/comparison.ts';
import { type CompactReport, expandReport, type FleetRecord } from '../../../fleet/report/report.ts';
import { navigate, withParameters } from '../address.ts';
import { TryAgain } from '../parts/trouble.tsx';
import { forgetReport } from '../service/key.ts';
import { useLatest } from '../service/use-read.ts';
import { useTitle } from '../service/visit.tsx';
import { ColumnChoice, isIdentified, KeptColumns } from './column-choice.tsx';
import { EarlierReport } from './earlier-report.tsx';
import { Exports } from './exports.tsx';
import { FileDrop, sampleFile } from './file-drop.tsx';
import { FleetReport } from './fleet-report.tsx';
import { type ChosenPolicy, PolicyChoice, policyInAddress, policyParameters } from './policy-choice.tsx';
import { KeptReport, storedReport, storeReport } from './stored-report.tsx';
import { askWithData, type FleetReply, openFiles } from './worker.ts';
import type { FileColumns } from './worker-protocol.ts';

/** What a report is made from. */
interface Task {
	readonly files: readonly File[];
	readonly given: GivenColumns;
	readonly kept: readonly string[];
	readonly groupBy: string;
}

/** A report, and what the address said of its policy. */
interface Shown {
	readonly report: CompactReport;
	readonly asked: Readonly<Record<string, string>>;
}

const nothing: Task = { files: [], given: {}, kept: [], groupBy: '' };

function isSame(policy: ChosenPolicy, asked: Readonly<Record<string, string>>): boolean {
	return Object.entries(policyParameters(policy)).every(([name, value]) => value === (asked[name] ?? ''));
}

/** Drop what a management service exports, and see the update status of every Mac. No row leaves the browser. */
export function FleetView({ query }: { query: URLSearchParams }) {
	useTitle('Fleet');
	const policy = useMemo(() => policyInAddress(query), [query]);
	const stored = useMemo(storedReport, []);
	const [task, setTask] = useState<Task>(nothing);
	const [found, setFound] = useState<readonly FileColumns[]>([]);
	const [shown, setShown] = useState<Shown | null>(stored);
	const report = shown?.report ?? null;
	const [isLong, setLong] = useState(stored?.isLong ?? false);
	const [history, setHistory] = useState<HistoryRecord | null>(null);
	const [older, setOlder] = useState<FleetRecord | null>(null);
	const [note, setNote] = useState('');
	/** Nothing is wrong with what was asked: the same may be answered another time. */
	const [canRetry, setRetry] = useState(false);
	/** What is shown is not what was asked for since: that is being computed, or could not be. */
	const [isOvertaken, setOvertaken] = useState(false);
	/** Whoever leaves waits for nothing: no report is kept once its key was forgotten. */
	const begin = useLatest();
	const comparison = useMemo(
		() => report && older && compareReports(older, expandReport(report).macs),
		[report, older],
	);

	const keep = (computed: Shown, long: boolean) => {
		const isKept = storeReport({ ...computed, isLong: long });
		setNote(isKept ? '' : 'This report is too large to be kept: it is gone when the page is reloaded.');
	};
	/** What is asked for last is shown. Null for an answer that somebody no longer waits for, or that says why not. */
	const inTurn = async (doing: string, asking: () => Promise<FleetReply>) => {
		const isLatest = begin();
		setOvertaken(true);
		setNote(doing);
		const reply = await asking();
		if (!isLatest()) return null;
		setNote('reason' in reply ? reply.reason : '');
		if (!('reason' in reply)) return reply;
		setRetry(reply.kind === 'unanswered');
		return null;
	};
	const settle = () => {
		setOvertaken(false);
		setRetry(false);
	};
	const compute = async (chosen: Task, asked: ChosenPolicy) => {
		const { name, terms } = asked;
		const reply = await inTurn('Computing…', () =>
			askWithData((now) => ({ kind: 'report', ...chosen, terms, policyName: name, ...now })),
		);
		if (reply?.kind !== 'report') return;
		const computed = { report: reply.report, asked: policyParameters(asked) };
		setShown(computed);
		settle();
		keep(computed, isLong);
	};
	const showHistory = async (file: File, { name, terms }: ChosenPolicy) => {
		const reply = await inTurn('Computing…', () =>
			askWithData((now) => ({ kind: 'history', file, terms, policyName: name, ...now })),
		);
		if (reply?.kind !== 'history') return;
		setHistory(reply.record);
		settle();
	};
	/** From the files on, whatever was changed: what was begun for another policy or other columns is not waited for. */
	const work = async (chosen: Task, asked: ChosenPolicy) => {
		setTask(chosen);
		const opened = await inTurn('Reading…', () => openFiles(chosen.files, chosen.given));
		if (opened?.kind === 'history-file') return showHistory(chosen.files[0]!, asked);
		if (opened?.kind !== 'columns') return;
		setFound(opened.files);
		const open = opened.files.find((file) => !isIdentified(file, opened.files));
		if (!open) return compute(chosen, asked);
		setRetry(false);
		setNote(`${open.file}: no column with the model of a Mac was found. Choose it above.`);
	};
	const clear = () => {
		begin();
		setShown(null);
		setHistory(null);
		setFound([]);
		settle();
	};
	const take = (files: readonly File[]) => {
		clear();
		void work({ ...nothing, files }, policy);
	};
	const choose = (chosen: ChosenPolicy) =>
		navigate(withParameters(query, policyParameters(chosen)), { replace: true });
	const inAddress = new URLSearchParams(policyParameters(policy)).toString();
	// The policy is that of the address, whoever changed it: somebody here, a link, or the way back.
	useLayoutEffect(() => {
		if (task.files.length > 0) void work(task, policy);
	}, [inAddress]);
	// A report without its files cannot be computed anew: an address that says nothing of a policy says what it has.
	useLayoutEffect(() => {
		if (stored && isSame(policy, {})) navigate(withParameters(query, stored.asked), { replace: true });
	}, []);
	const isStale = isOvertaken || (shown !== null && !isSame(policy, shown.asked));
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
						isKnown={isIdentified(file, found)}
						given={task.given}
						change={(given) => void work({ ...task, given }, policy)}
					/>
				))}
				{found.length > 0 && found.every((file) => isIdentified(file, found)) && (
					<KeptColumns
						columns={[...new Set(found.flatMap(({ columns }) => columns))]}
						kept={task.kept}
						groupBy={task.groupBy}
						choose={(kept, groupBy) => void work({ ...task, kept, groupBy }, policy)}
					/>
				)}
				{shown && (
					<KeptReport
						isStored={task.files.length === 0}
						isLong={isLong}
						isStale={isStale}
						keep={(long) => {
							setLong(long);
							keep(shown, long);
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
				{canRetry && (
					<p class="fleet-retry">
						<TryAgain again={() => void work(task, policy)} />
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

/** What a history tells, drawn from the same parts as its file. */
function HistoryPart({ record }: { record: HistoryRecord }) {
	return <div class="fleet-history">{historyParts(record).map(drawn)}</div>;
}

function drawn(part: Markup): VNode | string {
	if (typeof part === 'string') return part;
	return h(part.tag, part.attributes, ...part.children.map(drawn));
}
