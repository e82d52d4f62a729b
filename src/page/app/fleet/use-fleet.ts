import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { HistoryRecord } from '../../../fleet/history/history-report.ts';
import type { GivenColumns } from '../../../fleet/inventory/columns/recognise.ts';
import { navigate, withParameters } from '../address.ts';
import {
	allTerms,
	type ChosenPolicy,
	type PolicyList,
	policyInAddress,
	policyParameters,
	policyQuery,
} from '../policy/policy-address.ts';
import { forgetReport, onKeyChange, storedKey } from '../service/key.ts';
import { ask, whyNot } from '../service/service.ts';
import { useLatest } from '../service/use-read.ts';
import { isIdentified } from './column-choice.tsx';
import type { StoredReport } from './packed-report.ts';
import { storedReport, storeLonger, storeReport } from './stored-report.tsx';
import { askWithData, type FleetReply, openFiles, packLast } from './worker.ts';
import type { FileColumns } from './worker-protocol.ts';

/** What a report is made from. */
interface Task {
	readonly files: readonly File[];
	readonly given: GivenColumns;
	readonly keptColumns: readonly string[];
	readonly groupBy: string;
}

const nothing: Task = { files: [], given: {}, keptColumns: [], groupBy: '' };

/** Lasts until the tab is closed: a person who opens a Mac and comes back can still change policy and columns. */
interface Remembered {
	readonly task: Task;
	readonly columns: readonly FileColumns[];
	readonly shown: StoredReport | null;
	readonly historyFile: File | null;
	readonly history: HistoryRecord | null;
	readonly isLong: boolean;
}

let remembered: Remembered | null = null;
onKeyChange(() => {
	if (storedKey() === null) remembered = null;
});

function isAskedFor(policy: ChosenPolicy, parameters: Readonly<Record<string, string>>): boolean {
	return Object.entries(policyParameters(policy)).every(
		([name, value]) => value === (parameters[name] ?? ''),
	);
}

/** Asks the worker with the terms of a policy. Only the service has the terms of a named one. */
async function askUnder(
	{ name, terms }: ChosenPolicy,
	asking: (policy: { terms: ChosenPolicy['terms']; policyName: string | null }) => Promise<FleetReply>,
): Promise<FleetReply> {
	if (name === '') return asking({ terms, policyName: null });
	const list = await ask<PolicyList>('/policies');
	if (list.state !== 'ready') return { kind: 'unanswered', reason: whyNot(list) };
	const all = allTerms({ name, terms }, list.value);
	if (all) return asking({ terms: all, policyName: name });
	return { kind: 'failed', reason: `There is no policy “${name}” on this service. Choose another one.` };
}

/** Asks the worker one question at a time. A new question replaces the one before, whose answer is then ignored. */
function useQuestions() {
	const [note, setNote] = useState('');
	/** Whether the last question failed for a reason that may pass. */
	const [canRetry, setRetry] = useState(false);
	/** Whether the last question failed. Then the screen shows what it showed before. */
	const [hasFailed, setFailed] = useState(false);
	const [isBusy, setBusy] = useState(false);
	/** No answer counts after the view is left, so no report is stored after its key was forgotten. */
	const begin = useLatest();
	/** Returns null if a newer question was asked meanwhile, or if there is no answer: the note then says why. */
	const inTurn = async (doing: string, asking: () => Promise<FleetReply>) => {
		const isLatest = begin();
		setBusy(true);
		setFailed(false);
		setNote(doing);
		const reply = await asking();
		if (!isLatest()) return null;
		setBusy(false);
		setFailed('reason' in reply);
		setNote('reason' in reply ? reply.reason : '');
		if (!('reason' in reply)) return reply;
		setRetry(reply.kind === 'unanswered');
		return null;
	};
	const settle = () => {
		setFailed(false);
		setBusy(false);
		setRetry(false);
	};
	const clear = () => {
		setNote('');
		settle();
	};
	return { note, setNote, canRetry, setRetry, hasFailed, isBusy, begin, inTurn, settle, clear };
}

/** The files of the view and what was made of them, as the last visit of the view left them. */
function useFiles() {
	const stored = useMemo(() => (remembered ? null : storedReport()), []);
	const [task, setTask] = useState<Task>(remembered?.task ?? nothing);
	const [columns, setColumns] = useState(remembered?.columns ?? []);
	const [shown, setShown] = useState<StoredReport | null>(remembered?.shown ?? stored);
	const [isLong, setLong] = useState((remembered ?? stored)?.isLong ?? false);
	const [historyFile, setHistoryFile] = useState(remembered?.historyFile ?? null);
	const [history, setHistory] = useState(remembered?.history ?? null);
	const hasFiles = task.files.length > 0 || historyFile !== null;
	if (hasFiles && storedKey() !== null) remembered = { task, columns, shown, historyFile, history, isLong };
	return {
		task,
		setTask,
		columns,
		setColumns,
		shown,
		setShown,
		isLong,
		setLong,
		historyFile,
		history,
		setHistory(file: File, record: HistoryRecord) {
			setHistoryFile(file);
			setHistory(record);
		},
		clear() {
			remembered = null;
			setLong(false);
			setTask(nothing);
			setShown(null);
			setHistoryFile(null);
			setHistory(null);
			setColumns([]);
		},
	};
}

type Files = ReturnType<typeof useFiles>;
type Questions = ReturnType<typeof useQuestions>;

/**
 * Has the worker read files, and make their report and history. Files take the place of the ones before when their report is
 * there: a file that cannot be read changes nothing. `from` is the first day of the history's period.
 */
function useWork(
	files: Files,
	{ setNote, setRetry, isBusy, begin, inTurn, settle }: Questions,
	from: string,
) {
	const { historyFile, isLong } = files;
	/** The last work, to do it again under a policy. */
	const again = useRef<((policy: ChosenPolicy) => Promise<void>) | null>(null);
	/** What the work in progress makes a report from. */
	const attempted = useRef(files.task);
	const noteStored = (isStored: boolean) =>
		setNote(
			isStored ? '' : 'This report is too large for this browser to store. Reloading the page discards it.',
		);
	/** Stores the last report, unless it is forgotten or another one is asked for meanwhile. */
	const store = async (parameters: StoredReport['asked']) => {
		const isLatest = begin();
		const packed = await packLast(parameters);
		if (isLatest()) noteStored(packed !== null && storeReport(packed, isLong));
	};
	const compute = async (task: Task, columns: readonly FileColumns[], policy: ChosenPolicy) => {
		const reply = await inTurn('Computing…', () =>
			askUnder(policy, (terms) => askWithData((now) => ({ kind: 'report', ...task, ...terms, ...now }))),
		);
		if (reply?.kind !== 'report') return false;
		const parameters = policyParameters(policy);
		files.setTask(task);
		files.setColumns(columns);
		files.setShown({ report: reply.report, asked: parameters });
		settle();
		if (!historyFile) void store(parameters);
		return true;
	};
	const showHistory = async (file: File, policy: ChosenPolicy): Promise<void> => {
		again.current = (now) => showHistory(file, now);
		const reply = await inTurn('Computing…', () =>
			askUnder(policy, (terms) =>
				askWithData((now) => ({ kind: 'history', file, from: from || null, ...terms, ...now })),
			),
		);
		if (reply?.kind !== 'history') return;
		files.setHistory(file, reply.record);
		settle();
	};
	/** Starts again from the files after any change, so that nothing of another policy or other columns is mixed in. */
	const work = async (task: Task, policy: ChosenPolicy): Promise<void> => {
		again.current = (now) => work(task, now);
		attempted.current = task;
		const opened = await inTurn('Reading…', () => openFiles(task.files, task.given));
		if (opened?.kind === 'history-file') {
			attempted.current = files.task;
			return showHistory(task.files[0]!, policy);
		}
		if (opened?.kind !== 'columns') return;
		const unidentified = opened.files.find((file) => !isIdentified(file, opened.files));
		if (unidentified) {
			files.setTask(task);
			files.setColumns(opened.files);
			files.setShown(null);
			setRetry(false);
			return setNote(`${unidentified.file}: no column with the model of a Mac was found. Choose it below.`);
		}
		const isComputed = await compute(task, opened.files, policy);
		if (!isComputed || !historyFile) return;
		await showHistory(historyFile, policy);
		void store(policyParameters(policy));
	};
	/** What a change is about: the files that are being read, or those of the report. */
	const currentTask = () => (isBusy ? attempted.current : files.task);
	return { work, showHistory, noteStored, again, currentTask };
}

/** The report and the history of the dropped files, under the policy in the address. */
export function useFleet(query: URLSearchParams) {
	const policy = useMemo(() => policyInAddress(query), [query]);
	const from = query.get('from') ?? '';
	const files = useFiles();
	const { task, columns, shown, isLong, historyFile, history } = files;
	const questions = useQuestions();
	const { note, canRetry, isBusy, hasFailed } = questions;
	const { work, showHistory, noteStored, again, currentTask } = useWork(files, questions, from);
	const isFirst = useRef(true);
	// Controls of this view, links and the back button all change the policy by changing the address.
	useLayoutEffect(() => {
		const isOpened = isFirst.current;
		isFirst.current = false;
		// A view that is opened without a policy keeps the policy of its last report.
		if (isOpened && shown && isAskedFor(policy, {}))
			return navigate(withParameters(query, shown.asked), { replace: true });
		if (shown && !isBusy && isAskedFor(policy, shown.asked)) return hasFailed ? questions.clear() : undefined;
		const current = currentTask();
		if (current.files.length > 0) void work(current, policy);
		else if (historyFile) void showHistory(historyFile, policy);
	}, [policyQuery(policy)]);
	useLayoutEffect(() => {
		if (historyFile && history && from !== '' && from !== history.from) void showHistory(historyFile, policy);
	}, [from]);
	const isStale = isBusy || (shown !== null && !isAskedFor(policy, shown.asked));
	const isAsBefore = hasFailed && shown !== null && !isStale;
	return {
		policy,
		task,
		columns,
		history,
		historyFile,
		note: isAsBefore ? `${note.replace(/[.]$/, '')}. The report on the screen has not changed.` : note,
		canRetry,
		isBusy,
		isLong,
		report: shown?.report ?? null,
		isStale,
		take: (files: readonly File[]) => void work({ ...nothing, files }, policy),
		change: (changed: Partial<Task>) => void work({ ...currentTask(), ...changed }, policy),
		retry: () => void again.current?.(policy),
		storeLong(long: boolean) {
			files.setLong(long);
			if (shown) noteStored(storeLonger(long));
		},
		forget() {
			questions.begin();
			forgetReport();
			files.clear();
			questions.clear();
		},
	};
}
