import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { type ServiceProcess, startService, waitFor } from '../service-process.ts';
import { connections, hold, raised } from './holder.ts';
import { forms } from './slow-clients.ts';

/** Asks and reads as a client should, on a connection old or new. */
async function askNormally(service: ServiceProcess, index: number): Promise<void> {
	const headers = { Authorization: service.key, ...(index % 2 ? { Connection: 'close' } : {}) };
	const response = await fetch(`${service.address}/items/${11 + (index % 4)}`, { headers });
	expect(await response.text()).toContain(`"J293AP:${11 + (index % 4)}"`);
}

describe(`slow clients, ${connections} connections in each form`, () => {
	let service: ServiceProcess;
	beforeAll(async () => {
		// What is tried is how the service ends slow clients, not how it limits them.
		service = await startService({ wrapper: raised, env: { CONNECTIONS_PER_ADDRESS: 'off' } });
	});
	afterAll(() => service.remove());
	const memory = async () =>
		Number(/VmRSS:\s+(\d+)/.exec(await Bun.file(`/proc/${service.pid}/status`).text())?.[1]) / 1024;

	const files = () => readdirSync(`/proc/${service.pid}/fd`).length;

	// Both tests of this file mostly wait, so they wait at the same time.
	test.concurrent('a normal client gets all its answers, and the slow ones are ended in time', async () => {
		const before = await memory();
		const { port, key } = service;
		// Counted at the server: a connection that never left its backlog costs it nothing. Bytes that trickle in do
		// not keep a header open: in the end only the slow readers are left, who have more time.
		const isCrowded = () => files() > connections + 100;
		let ended = false;
		const answered = { all: 0, crowded: 0 };
		const normal = (async () => {
			for (; !ended; answered.all++) {
				const crowded = isCrowded();
				await askNormally(service, answered.all);
				// A client that starves would get no answer before the slow ones are ended.
				if (crowded && isCrowded()) answered.crowded++;
				await Bun.sleep(10);
			}
		})();
		const holders = await Promise.all(forms.map((form) => hold({ port, key, form, count: connections })));
		try {
			// On a busy machine some are ended before the last ones are made.
			for (const { made } of holders) expect(made).toBeGreaterThan(connections / 2);
			// What was in use for a moment is given back; what each connection would keep is not.
			await waitFor(async () => (await memory()) - before < 200, 30_000, 'less than 200 MB more');
			await waitFor(() => answered.crowded > 0, 30_000, 'an answer beside the slow clients');
			await waitFor(() => !isCrowded(), 30_000, 'the end of idle connections and slow headers');
			ended = true;
			await normal;
		} finally {
			ended = true;
			await Promise.all(holders.map((holder) => holder.release()));
		}
	});

	test.concurrent('with fewer files than connections the service comes back by itself', async () => {
		const service = await startService({ wrapper: ['sh', '-c', 'ulimit -n 128; exec "$@"', 'sh'] });
		const { port, key } = service;
		const holder = await hold({ port, key, form: 'slow-header', count: 140 });
		try {
			// 128 files are used up by now, the rest waits in the backlog. The waiting client is answered when the first idle ones are ended.
			const response = await fetch(`${service.address}/items/14`, {
				headers: { Authorization: service.key },
			});
			expect(response.status).toBe(200);
		} finally {
			await holder.release();
			await service.remove();
		}
	});
});
