import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { HistoryRecord } from '../../../fleet/history/history-report.ts';
import type { GivenColumns } from '../../../fleet/inventory/columns/recognise.ts';
import type { CompactReport } from '../../../fleet/report/report.ts';
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
import { storedReport, storeLonger, storeReport } from './stored-report.tsx';
import { askWithData, type FleetReply, openFiles, packLast } from './worker.ts';
import type { FileColumns } from './worker-protocol.ts';

/** What a report is made from. */
export interface Task {
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

/** What this visit has of files: a person who opens a Mac and comes back can still change policy and columns. */
interface Remembered {
	readonly task: Task;
	readonly columns: readonly FileColumns[];
	readonly shown: Shown | null;
	readonly historyFile: File | null;
	readonly history: HistoryRecord | null;
	readonly isLong: boolean;
}

let remembered: Remembered | null = null;
onKeyChange(() => {
	if (storedKey() === null) remembered = null;
});

function isSame(policy: ChosenPolicy, asked: Readonly<Record<string, string>>): boolean {
	return Object.entries(policyParameters(policy)).every(([name, value]) => value === (asked[name] ?? ''));
}

/** Asks with the terms of a policy: the service says which ones a name stands for. */
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

/** A question to the worker, and what became of the last one. */
function useQuestions() {
	const [note, setNote] = useState('');
	/** The same question may be answered another time. */
	const [canRetry, setRetry] = useState(false);
	/** The answer on the screen is not the one that was asked for last. */
	const [isOvertaken, setOvertaken] = useState(false);
	const [isBusy, setBusy] = useState(false);
	/** A view that was left waits for nothing: no report is kept once its key was forgotten. */
	const begin = useLatest();
	/** Null if something else was asked for meanwhile, or if there is no answer, which the note then explains. */
	const inTurn = async (doing: string, asking: () => Promise<FleetReply>) => {
		const isLatest = begin();
		setOvertaken(true);
		setBusy(true);
		setNote(doing);
		const reply = await asking();
		if (!isLatest()) return null;
		setBusy(false);
		setNote('reason' in reply ? reply.reason : '');
		if (!('reason' in reply)) return reply;
		setRetry(reply.kind === 'unanswered');
		return null;
	};
	const settle = () => {
		setOvertaken(false);
		setBusy(false);
		setRetry(false);
	};
	return { note, setNote, canRetry, setRetry, isOvertaken, isBusy, begin, inTurn, settle };
}

/** The report and the history of the files that were dropped, under the policy of the address. */
export function useFleet(query: URLSearchParams) {
	const policy = useMemo(() => policyInAddress(query), [query]);
	/** The first day of the period that a history is asked about. */
	const from = query.get('from') ?? '';
	const stored = useMemo(() => (remembered ? null : storedReport()), []);
	const [task, setTask] = useState<Task>(remembered?.task ?? nothing);
	const [columns, setColumns] = useState(remembered?.columns ?? []);
	const [shown, setShown] = useState<Shown | null>(remembered?.shown ?? stored);
	const [isLong, setLong] = useState((remembered ?? stored)?.isLong ?? false);
	const [historyFile, setHistoryFile] = useState(remembered?.historyFile ?? null);
	const [history, setHistory] = useState(remembered?.history ?? null);
	const questions = useQuestions();
	const { note, setNote, canRetry, setRetry, isOvertaken, isBusy, begin, inTurn, settle } = questions;
	/** The task of the last inventory: a history beside it takes nothing from it. */
	const inventory = useRef(task);
	const hasFiles = task.files.length > 0 || historyFile !== null;
	if (hasFiles && storedKey() !== null) remembered = { task, columns, shown, historyFile, history, isLong };

	const sayKept = (isKept: boolean) =>
		setNote(
			isKept ? '' : 'This report is too large for this browser to store. Reloading the page discards it.',
		);
	/** Keeps the report that was computed last, unless it is forgotten or another one is asked for meanwhile. */
	const keep = async (asked: Shown['asked'], long: boolean) => {
		const isLatest = begin();
		const packed = await packLast(asked);
		if (isLatest()) sayKept(packed !== null && storeReport(packed, long));
	};
	const compute = async (chosen: Task, asked: ChosenPolicy) => {
		const reply = await inTurn('Computing…', () =>
			askUnder(asked, (policy) => askWithData((now) => ({ kind: 'report', ...chosen, ...policy, ...now }))),
		);
		if (reply?.kind !== 'report') return false;
		const computed = { report: reply.report, asked: policyParameters(asked) };
		setShown(computed);
		settle();
		if (!historyFile) void keep(computed.asked, isLong);
		return true;
	};
	const showHistory = async (file: File, asked: ChosenPolicy) => {
		const reply = await inTurn('Computing…', () =>
			askUnder(asked, (policy) =>
				askWithData((now) => ({ kind: 'history', file, from: from || null, ...policy, ...now })),
			),
		);
		if (reply?.kind !== 'history') return;
		setHistoryFile(file);
		setHistory(reply.record);
		settle();
	};
	/** Begins with the files whatever was changed: nothing that was begun for another policy or other columns is used. */
	const work = async (chosen: Task, asked: ChosenPolicy) => {
		setTask(chosen);
		const opened = await inTurn('Reading…', () => openFiles(chosen.files, chosen.given));
		if (opened?.kind === 'history-file') {
			setTask(inventory.current);
			return showHistory(chosen.files[0]!, asked);
		}
		if (opened?.kind !== 'columns') return;
		inventory.current = chosen;
		setColumns(opened.files);
		const open = opened.files.find((file) => !isIdentified(file, opened.files));
		if (open) {
			setShown(null);
			setRetry(false);
			return setNote(`${open.file}: no column with the model of a Mac was found. Choose it below.`);
		}
		const isComputed = await compute(chosen, asked);
		if (!isComputed || !historyFile) return;
		await showHistory(historyFile, asked);
		void keep(policyParameters(asked), isLong);
	};
	const inAddress = policyQuery(policy);
	const isFirst = useRef(true);
	// The address has the policy. A control of this view, a link, or the back button may change it.
	useLayoutEffect(() => {
		const isOpened = isFirst.current;
		isFirst.current = false;
		// A view that is opened without a policy shows the report of before under the policy that it has.
		if (isOpened && shown && isSame(policy, {}))
			return navigate(withParameters(query, shown.asked), { replace: true });
		if (shown && !isOvertaken && isSame(policy, shown.asked)) return;
		if (task.files.length > 0) void work(task, policy);
		else if (historyFile) void showHistory(historyFile, policy);
	}, [inAddress]);
	useLayoutEffect(() => {
		if (historyFile && history && from !== '' && from !== history.from) void showHistory(historyFile, policy);
	}, [from]);
	return {
		policy,
		task,
		columns,
		report: shown?.report ?? null,
		history,
		historyFile,
		note,
		canRetry,
		isBusy,
		isLong,
		isStale: isOvertaken || (shown !== null && !isSame(policy, shown.asked)),
		take: (files: readonly File[]) => void work({ ...nothing, files }, policy),
		/** Computes again with other columns. */
		change: (changed: Partial<Task>) => void work({ ...task, ...changed }, policy),
		keepLong(long: boolean) {
			setLong(long);
			if (shown) sayKept(storeLonger(long));
		},
		forget() {
			begin();
			forgetReport();
			remembered = null;
			setLong(false);
			setTask(nothing);
			setShown(null);
			setHistoryFile(null);
			setHistory(null);
			setColumns([]);
			setNote('');
			settle();
		},
	};
}
