import { afterEach, expect, spyOn, test } from 'bun:test';
import { ask, textOf } from './service.ts';

const key = 'K3MC-9R1H-O9Q9-E1ZE';
const fetching = spyOn(globalThis, 'fetch');
afterEach(() => fetching.mockReset());

test('a service that never finishes its answer counts as unreachable', async () => {
	const limits: (AbortSignal | null | undefined)[] = [];
	fetching.mockImplementation((async (_: unknown, { signal }: RequestInit) => {
		limits.push(signal);
		throw new DOMException('The operation timed out.', 'TimeoutError');
	}) as unknown as typeof fetch);
	expect(await ask('/policies', key)).toEqual({ state: 'unreachable' });
	expect(await textOf('/assets/report.html')).toBeNull();
	expect(limits.map((signal) => signal?.aborted)).toEqual([false, false]);
});

test('an error page is not saved as a file', async () => {
	fetching.mockImplementation(
		(async () => new Response('<h1>502</h1>', { status: 502 })) as unknown as typeof fetch,
	);
	expect(await textOf('/assets/report.html')).toBeNull();
});
