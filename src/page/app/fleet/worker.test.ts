import { afterEach, expect, jest, test } from 'bun:test';
import { openFiles } from './worker.ts';

/** A worker that answers only files that are called `good.csv`, and to which `moved.csv` cannot be sent. */
class FakeWorker {
	static readonly ended: FakeWorker[] = [];
	onmessage: ((event: { data: unknown }) => void) | null = null;
	onerror: (() => void) | null = null;

	postMessage({ files }: { files: readonly File[] }): void {
		if (files[0]!.name === 'moved.csv') throw new DOMException('cannot be cloned', 'DataCloneError');
		if (files[0]!.name === 'good.csv') this.onmessage?.({ data: { kind: 'columns', files: [] } });
		if (files[0]!.name === 'crash.csv') this.onerror?.();
	}

	terminate(): void {
		FakeWorker.ended.push(this);
	}
}

afterEach(() => {
	jest.useRealTimers();
	Reflect.deleteProperty(globalThis, 'Worker');
});

test('a worker that gives no answer is ended, and the next file gets a new one', async () => {
	Object.assign(globalThis, { Worker: FakeWorker });
	const file = (name: string) => new File(['a'], name);
	expect(await openFiles([file('good.csv')], {})).toMatchObject({ kind: 'columns' });
	jest.useFakeTimers();
	const stuck = openFiles([file('bomb.xlsx')], {});
	while (jest.getTimerCount() === 0) await Promise.resolve();
	const behind = openFiles([file('good.csv')], {});
	jest.advanceTimersByTime(89_999);
	expect(FakeWorker.ended).toHaveLength(0);
	jest.advanceTimersByTime(1);
	expect(await stuck).toEqual({
		kind: 'unanswered',
		reason:
			'Reading took longer than 90 seconds and was stopped. Export fewer columns, or fewer Macs at a time.',
	});
	expect(FakeWorker.ended).toHaveLength(1);
	expect(await behind).toMatchObject({ kind: 'columns' });
	expect(await openFiles([file('crash.csv')], {})).toEqual({
		kind: 'unanswered',
		reason: 'The report could not be started.',
	});
	expect([FakeWorker.ended.length, jest.getTimerCount()]).toEqual([2, 0]);
});

test('a request that cannot be sent is an answer, and the next one is sent', async () => {
	const file = (name: string) => new File(['a'], name);
	const reason = 'The report could not be started.';
	// A browser without the worker's script, or one that refuses to start it.
	Object.assign(globalThis, {
		Worker: class {
			constructor() {
				throw new TypeError('refused');
			}
		},
	});
	expect(await openFiles([file('good.csv')], {})).toEqual({ kind: 'unanswered', reason });
	Object.assign(globalThis, { Worker: FakeWorker });
	jest.useFakeTimers();
	const before = FakeWorker.ended.length;
	expect(await openFiles([file('moved.csv')], {})).toEqual({ kind: 'unanswered', reason });
	expect([FakeWorker.ended.length - before, jest.getTimerCount()]).toEqual([1, 0]);
	expect(await openFiles([file('good.csv')], {})).toMatchObject({ kind: 'columns' });
});
