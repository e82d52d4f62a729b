import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
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
import {
	type FleetEvent,
	type FleetState,
	nextState,
	nothing,
	type Task,
	taskInHand,
	type Work,
	workInHand,
} from './fleet-state.ts';
import { storedReport, storeLonger, storeReport } from './stored-report.tsx';
import { askWithData, type FleetReply, openFiles, packLast } from './worker.ts';

/** Lasts until the tab is closed: a person who opens a Mac and comes back can still change policy and columns. */
let remembered: FleetState | null = null;
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

interface FleetStore {
	/** The state now, also for work that began before the last drawing. */
	now(): FleetState;
	tell(event: FleetEvent): void;
}

/** The state as the last visit of the view left it, without the work on it. */
function firstState(): FleetState {
	if (remembered) return remembered;
	const stored = storedReport();
	return stored
		? { ...nothing, shown: { report: stored.report, asked: stored.asked }, isLong: stored.isLong }
		: nothing;
}

function useFleetStore(): FleetStore {
	const [first, draw] = useState(firstState);
	const state = useRef(first);
	return useMemo(
		() => ({
			now: () => state.current,
			tell(event) {
				const next = nextState(state.current, event);
				state.current = next;
				const { work, progress, note, canRetry } = nothing;
				const hasFiles = next.task.files.length > 0 || next.historyFile !== null;
				remembered = hasFiles && storedKey() !== null ? { ...next, work, progress, note, canRetry } : null;
				draw(next);
			},
		}),
		[],
	);
}

/** Work under a policy. */
interface WorkOrder {
	readonly work: Work;
	readonly policy: ChosenPolicy;
	/** The first day of the history's period; empty for a year. */
	readonly from: string;
	/** Whether nothing newer was asked for. */
	isLatest(): boolean;
}

/** Has the worker read files, and make their report and history. It answers one question at a time. */
async function perform({ now, tell }: FleetStore, order: WorkOrder): Promise<void> {
	const { policy, isLatest } = order;
	/** Returns null if newer work began meanwhile, or if there is no answer: the note then says why. */
	const inTurn = async (work: Work, note: string, asking: () => Promise<FleetReply>) => {
		tell({ kind: 'began', work, note });
		const reply = await asking();
		if (!isLatest()) return null;
		if (!('reason' in reply)) return reply;
		tell({ kind: 'failed', note: reply.reason, mayPass: reply.kind === 'unanswered' });
		return null;
	};
	const readHistory = async (file: File) => {
		const from = order.from || null;
		const reply = await inTurn({ kind: 'history', file }, 'Computing…', () =>
			askUnder(policy, (terms) =>
				askWithData((data) => ({ kind: 'history', file, from, ...terms, ...data })),
			),
		);
		if (reply?.kind === 'history') tell({ kind: 'history-read', file, record: reply.record });
	};
	/** Starts again from the files after any change, so that nothing of another policy or other columns is mixed in. */
	const makeReport = async (task: Task) => {
		const work: Work = { kind: 'report', task };
		const opened = await inTurn(work, 'Reading…', () => openFiles(task.files, task.given));
		if (opened?.kind === 'history-file') return readHistory(task.files[0]!);
		if (opened?.kind !== 'columns') return;
		const columns = opened.files;
		const unidentified = columns.find((file) => !isIdentified(file, columns));
		if (unidentified) {
			const note = `${unidentified.file}: no column with the model of a Mac was found. Choose it below.`;
			return tell({ kind: 'unidentified', task, columns, note });
		}
		const reply = await inTurn(work, 'Computing…', () =>
			askUnder(policy, (terms) => askWithData((data) => ({ kind: 'report', ...task, ...terms, ...data }))),
		);
		if (reply?.kind !== 'report') return;
		const asked = policyParameters(policy);
		tell({ kind: 'reported', task, columns, shown: { report: reply.report, asked } });
		const { historyFile } = now();
		if (historyFile) await readHistory(historyFile);
		if (!isLatest()) return;
		const packed = await packLast(asked);
		if (isLatest()) tell({ kind: 'stored', hasRoom: packed !== null && storeReport(packed, now().isLong) });
	};
	const { work } = order;
	await (work.kind === 'report' ? makeReport(work.task) : readHistory(work.file));
}

/** The report and the history of the dropped files, under the policy in the address. */
export function useFleet(query: URLSearchParams) {
	const policy = useMemo(() => policyInAddress(query), [query]);
	const from = query.get('from') ?? '';
	const fleet = useFleetStore();
	const begin = useLatest();
	const start = (work: Work) => void perform(fleet, { work, policy, from, isLatest: begin() });
	const { task, columns, shown, historyFile, history, isLong, work, progress, note, canRetry } = fleet.now();
	const isBusy = progress === 'busy';
	const isFirst = useRef(true);
	// Controls of this view, links and the back button all change the policy by changing the address.
	useLayoutEffect(() => {
		const isOpened = isFirst.current;
		isFirst.current = false;
		// A view that is opened without a policy keeps the policy of its last report.
		if (isOpened && shown && isAskedFor(policy, {}))
			return navigate(withParameters(query, shown.asked), { replace: true });
		if (shown && !isBusy && isAskedFor(policy, shown.asked)) return fleet.tell({ kind: 'returned' });
		const due = workInHand(fleet.now());
		if (due) start(due);
	}, [policyQuery(policy)]);
	useLayoutEffect(() => {
		if (historyFile && history && from !== '' && from !== history.from)
			start({ kind: 'history', file: historyFile });
	}, [from]);
	const isStale = isBusy || (shown !== null && !isAskedFor(policy, shown.asked));
	const isAsBefore = progress === 'failed' && shown !== null && !isStale;
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
		take: (files: readonly File[]) => start({ kind: 'report', task: { ...nothing.task, files } }),
		change: (changed: Partial<Task>) =>
			start({ kind: 'report', task: { ...taskInHand(fleet.now()), ...changed } }),
		retry: () => work && start(work),
		storeLong(isLong: boolean) {
			fleet.tell({ kind: 'storage-chosen', isLong });
			if (shown) fleet.tell({ kind: 'stored', hasRoom: storeLonger(isLong) });
		},
		forget() {
			begin();
			forgetReport();
			fleet.tell({ kind: 'forgotten' });
		},
	};
}
