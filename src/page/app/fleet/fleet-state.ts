import type { HistoryRecord } from '../../../fleet/history/history-report.ts';
import type { GivenColumns } from '../../../fleet/inventory/columns/recognise.ts';
import type { StoredReport } from './packed-report.ts';
import type { FileColumns } from './worker-protocol.ts';

/** What a report is made from. */
export interface Task {
	readonly files: readonly File[];
	readonly given: GivenColumns;
	readonly keptColumns: readonly string[];
	readonly groupBy: string;
}

/** What the worker is asked for: a report on inventories, or the history in a file. */
export type Work =
	| { readonly kind: 'report'; readonly task: Task }
	| { readonly kind: 'history'; readonly file: File };

/** The files of the fleet view, what was made of them, and the work on them. */
export interface FleetState {
	/** What the report on the screen was made from; no files if the browser had stored it. */
	readonly task: Task;
	readonly columns: readonly FileColumns[];
	readonly shown: StoredReport | null;
	readonly historyFile: File | null;
	readonly history: HistoryRecord | null;
	/** Whether the report stays in this browser after the tab is closed. */
	readonly isLong: boolean;
	/** The work in progress, or the last one. */
	readonly work: Work | null;
	readonly progress: 'idle' | 'busy' | 'failed';
	/** The progress, why it failed, or what a person should know about the result. */
	readonly note: string;
	/** Whether the last work failed for a reason that may pass. */
	readonly canRetry: boolean;
}

export type FleetEvent =
	| { readonly kind: 'began'; readonly work: Work; readonly note: string }
	| {
			readonly kind: 'reported';
			readonly task: Task;
			readonly columns: readonly FileColumns[];
			readonly shown: StoredReport;
	  }
	| { readonly kind: 'history-read'; readonly file: File; readonly record: HistoryRecord }
	/** A person has to choose the column with the models. */
	| {
			readonly kind: 'unidentified';
			readonly task: Task;
			readonly columns: readonly FileColumns[];
			readonly note: string;
	  }
	| { readonly kind: 'failed'; readonly note: string; readonly mayPass: boolean }
	/** The address is again what the report on the screen was made for. */
	| { readonly kind: 'returned' }
	| { readonly kind: 'stored'; readonly hasRoom: boolean }
	| { readonly kind: 'storage-chosen'; readonly isLong: boolean }
	| { readonly kind: 'forgotten' };

export const nothing: FleetState = {
	task: { files: [], given: {}, keptColumns: [], groupBy: '' },
	columns: [],
	shown: null,
	historyFile: null,
	history: null,
	isLong: false,
	work: null,
	progress: 'idle',
	note: '',
	canRetry: false,
};

const idle = { progress: 'idle', note: '', canRetry: false } as const;

/**
 * Files take the place of the ones before when their report is there: a file that cannot be read changes nothing on the
 * screen.
 */
export function nextState(state: FleetState, event: FleetEvent): FleetState {
	switch (event.kind) {
		case 'began':
			return { ...state, work: event.work, progress: 'busy', note: event.note };
		case 'reported':
			return { ...state, ...idle, task: event.task, columns: event.columns, shown: event.shown };
		case 'history-read':
			return { ...state, ...idle, historyFile: event.file, history: event.record };
		case 'unidentified': {
			const { task, columns, note } = event;
			return { ...state, ...idle, task, columns, note, shown: null };
		}
		case 'failed':
			return { ...state, progress: 'failed', note: event.note, canRetry: event.mayPass };
		case 'returned':
			return state.progress === 'failed' ? { ...state, ...idle } : state;
		case 'stored':
			// Why the last work failed matters more than that the report before it has room.
			if (event.hasRoom) return state.progress === 'idle' ? { ...state, note: '' } : state;
			return {
				...state,
				note: 'This report is too large for this browser to store. Reloading the page discards it.',
			};
		case 'storage-chosen':
			return { ...state, isLong: event.isLong };
		case 'forgotten':
			return nothing;
	}
}

/** What a change of columns is about: the files that are being read, or those of the report. */
export function taskInHand({ progress, work, task }: FleetState): Task {
	return progress === 'busy' && work?.kind === 'report' ? work.task : task;
}

/** The work that a change of the policy makes necessary; null without files. */
export function workInHand(state: FleetState): Work | null {
	const task = taskInHand(state);
	if (task.files.length > 0) return { kind: 'report', task };
	return state.historyFile && { kind: 'history', file: state.historyFile };
}
