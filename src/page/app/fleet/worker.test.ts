import { afterEach, expect, jest, test } from 'bun:test';
import { openFiles } from './worker.ts';

/** A worker that answers only files that are called `good.csv`. */
class FakeWorker {
	static readonly ended: FakeWorker[] = [];
	onmessage: ((event: { data: unknown }) => void) | null = null;
	onerror: (() => void) | null = null;

	postMessage({ files }: { files: readonly File[] }): void {
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
