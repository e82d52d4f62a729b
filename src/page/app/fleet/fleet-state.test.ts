import { describe, expect, test } from 'bun:test';
import {
	type FleetEvent,
	type FleetState,
	nextState,
	nothing,
	type Task,
	taskInHand,
	workInHand,
} from './fleet-state.ts';
import type { StoredReport } from './packed-report.ts';

const taskOf = (name: string): Task => ({ ...nothing.task, files: [new File([name], name)] });
const [good, bad] = [taskOf('good.csv'), taskOf('bad.csv')];
const shown = { report: { files: ['good.csv'] }, asked: {} } as unknown as StoredReport;
const history = new File([], 'fleet.history');

const began = (task: Task): FleetEvent => ({
	kind: 'began',
	work: { kind: 'report', task },
	note: 'Reading…',
});
const reported: FleetEvent = { kind: 'reported', task: good, columns: [], shown };
const read: FleetEvent = { kind: 'history-read', file: history, record: {} as never };
const failed = (mayPass = false): FleetEvent => ({ kind: 'failed', note: 'bad.csv is empty.', mayPass });

function after(...events: readonly FleetEvent[]): FleetState {
	return events.reduce(nextState, nothing);
}

describe('a file that cannot be read', () => {
	const state = after(began(good), reported, began(bad), failed());

	test('leaves the report on the screen, and later changes are about it', () => {
		expect([state.shown, state.task, taskInHand(state)]).toEqual([shown, good, good]);
		expect([state.progress, state.note, state.canRetry]).toEqual(['failed', 'bad.csv is empty.', false]);
	});

	test('is forgotten when the address returns to that of the report', () => {
		expect(nextState(state, { kind: 'returned' })).toMatchObject({ progress: 'idle', note: '' });
	});

	test('is not in hand while the history of the report is read again', () => {
		const work = { kind: 'history', file: history } as const;
		expect(taskInHand(nextState(state, { kind: 'began', work, note: 'Computing…' }))).toBe(good);
	});

	test('can be tried again if the reason may pass, until other work is done', () => {
		const lost = after(began(bad), failed(true));
		expect([lost.canRetry, lost.work]).toEqual([true, { kind: 'report', task: bad }]);
		expect(nextState(lost, reported).canRetry).toBe(false);
	});
});

test('a change during the work is about the files that are being read', () => {
	expect(taskInHand(after(began(good), reported, began(bad)))).toBe(bad);
});

test('a file without a column of models takes the place of the report: a person chooses the column below it', () => {
	const state = after(began(good), reported, began(bad), {
		kind: 'unidentified',
		task: bad,
		columns: [],
		note: 'Choose it below.',
	});
	expect(state).toMatchObject({ shown: null, progress: 'idle', note: 'Choose it below.' });
	expect(taskInHand(state)).toBe(bad);
});

test('another policy asks for the report again, which reads the history too, or for the history alone', () => {
	expect(workInHand(nothing)).toBeNull();
	expect(workInHand(after(read))).toEqual({ kind: 'history', file: history });
	expect(workInHand(after(read, began(good), reported))).toEqual({ kind: 'report', task: good });
});

describe('storing the report', () => {
	test('says if the browser has no room for it', () => {
		expect(after(reported, { kind: 'stored', hasRoom: false }).note).toStartWith('This report is too large');
		expect(after(reported, { kind: 'stored', hasRoom: true }).note).toBe('');
	});

	test('leaves the reason why later work failed', () => {
		expect(after(reported, failed(), { kind: 'stored', hasRoom: true }).note).toBe('bad.csv is empty.');
	});
});

test('a forgotten report leaves nothing, whatever was chosen for it', () => {
	const chosen: FleetEvent = { kind: 'storage-chosen', isLong: true };
	expect(after(reported, read, chosen, failed(true), { kind: 'forgotten' })).toEqual(nothing);
});
