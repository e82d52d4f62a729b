import { useLayoutEffect, useMemo, useState } from 'preact/hooks';
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
} from '../policy/policy-address.ts';
import { forgetReport } from '../service/key.ts';
import { ask, whyNot } from '../service/service.ts';
import { useLatest } from '../service/use-read.ts';
import { isIdentified } from './column-choice.tsx';
import { storedReport, storeReport } from './stored-report.tsx';
import { askWithData, type FleetReply, openFiles } from './worker.ts';
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
	/** A view that was left waits for nothing: no report is kept once its key was forgotten. */
	const begin = useLatest();
	/** Null if something else was asked for meanwhile, or if there is no answer, which the note then explains. */
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
	return { note, setNote, canRetry, setRetry, isOvertaken, begin, inTurn, settle };
}

/** The report or history of the files that were dropped, under the policy of the address. */
export function useFleet(query: URLSearchParams) {
	const policy = useMemo(() => policyInAddress(query), [query]);
	const stored = useMemo(storedReport, []);
	const [task, setTask] = useState<Task>(nothing);
	const [columns, setColumns] = useState<readonly FileColumns[]>([]);
	const [shown, setShown] = useState<Shown | null>(stored);
	const [isLong, setLong] = useState(stored?.isLong ?? false);
	const [history, setHistory] = useState<HistoryRecord | null>(null);
	const { note, setNote, canRetry, setRetry, isOvertaken, begin, inTurn, settle } = useQuestions();

	const keep = (computed: Shown, long: boolean) => {
		const isKept = storeReport({ ...computed, isLong: long });
		setNote(isKept ? '' : 'This report is too large to be kept: it is gone when the page is reloaded.');
	};
	const compute = async (chosen: Task, asked: ChosenPolicy) => {
		const reply = await inTurn('Computing…', () =>
			askUnder(asked, (policy) => askWithData((now) => ({ kind: 'report', ...chosen, ...policy, ...now }))),
		);
		if (reply?.kind !== 'report') return;
		const computed = { report: reply.report, asked: policyParameters(asked) };
		setShown(computed);
		settle();
		keep(computed, isLong);
	};
	const showHistory = async (file: File, asked: ChosenPolicy) => {
		const reply = await inTurn('Computing…', () =>
			askUnder(asked, (policy) => askWithData((now) => ({ kind: 'history', file, ...policy, ...now }))),
		);
		if (reply?.kind !== 'history') return;
		setHistory(reply.record);
		settle();
	};
	/** Begins with the files whatever was changed: nothing that was begun for another policy or other columns is used. */
	const work = async (chosen: Task, asked: ChosenPolicy) => {
		setTask(chosen);
		const opened = await inTurn('Reading…', () => openFiles(chosen.files, chosen.given));
		if (opened?.kind === 'history-file') return showHistory(chosen.files[0]!, asked);
		if (opened?.kind !== 'columns') return;
		setColumns(opened.files);
		const open = opened.files.find((file) => !isIdentified(file, opened.files));
		if (!open) return compute(chosen, asked);
		setRetry(false);
		setNote(`${open.file}: no column with the model of a Mac was found. Choose it above.`);
	};
	const clear = () => {
		begin();
		setShown(null);
		setHistory(null);
		setColumns([]);
		settle();
	};
	const inAddress = new URLSearchParams(policyParameters(policy)).toString();
	// The address has the policy. A control of this view, a link, or the back button may change it.
	useLayoutEffect(() => {
		if (task.files.length > 0) void work(task, policy);
	}, [inAddress]);
	// A report without its files cannot be computed again: an address without a policy gets the one of the report.
	useLayoutEffect(() => {
		if (stored && isSame(policy, {})) navigate(withParameters(query, stored.asked), { replace: true });
	}, []);
	return {
		policy,
		task,
		columns,
		report: shown?.report ?? null,
		history,
		note,
		canRetry,
		isLong,
		isStale: isOvertaken || (shown !== null && !isSame(policy, shown.asked)),
		take(files: readonly File[]) {
			clear();
			void work({ ...nothing, files }, policy);
		},
		/** Computes again with other columns. */
		change: (changed: Partial<Task>) => void work({ ...task, ...changed }, policy),
		keepLong(long: boolean) {
			setLong(long);
			if (shown) keep(shown, long);
		},
		forget() {
			forgetReport();
			setLong(false);
			setTask(nothing);
			setNote('');
			clear();
		},
	};
}
