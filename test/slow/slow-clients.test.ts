import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { type ServiceProcess, startService, waitFor } from '../service-process.ts';
import { connections, hold } from './holder.ts';
import { forms } from './slow-clients.ts';

/** Sends a request and reads the answer like a normal client, on an old or a new connection. */
async function askNormally(service: ServiceProcess, index: number): Promise<void> {
	const headers = { Authorization: service.key, ...(index % 2 ? { Connection: 'close' } : {}) };
	const response = await fetch(`${service.address}/items/${11 + (index % 4)}`, { headers });
	expect(await response.text()).toContain(`"J293AP:${11 + (index % 4)}"`);
}

describe(`slow clients, ${connections} connections in each form`, () => {
	let service: ServiceProcess;
	beforeAll(async () => {
		service = await startService();
	});
	afterAll(() => service.remove());
	const memory = async () =>
		Number(/VmRSS:\s+(\d+)/.exec(await Bun.file(`/proc/${service.pid}/status`).text())?.[1]) / 1024;

	const files = () => readdirSync(`/proc/${service.pid}/fd`).length;

	// These tests mostly wait, so they run concurrently.
	test.concurrent('a normal client gets all its answers, and the slow ones are ended in time', async () => {
		const before = await memory();
		const { port, key } = service;
		// Counts open files of the server: a connection that stays in the backlog costs it nothing. Trickling bytes
		// do not keep a request alive, so in the end only slow readers are left, which may take longer.
		const isCrowded = () => files() > connections + 100;
		let ended = false;
		const answered = { all: 0, crowded: 0 };
		const normal = (async () => {
			for (; !ended; answered.all++) {
				const crowded = isCrowded();
				await askNormally(service, answered.all);
				// A normal client that had to wait would get no answer before the slow ones are ended.
				if (crowded && isCrowded()) answered.crowded++;
				await Bun.sleep(10);
			}
		})();
		const holders = await Promise.all(forms.map((form) => hold({ port, key, form, count: connections })));
		try {
			// On a busy machine some are ended before the last ones are opened.
			for (const { opened } of holders) expect(opened).toBeGreaterThan(connections / 2);
			// Temporary memory is given back, so growth would mean memory that each connection keeps.
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

	test.concurrent.each([
		['before the first request', ''],
		['between two requests', 'GET /livez HTTP/1.1\r\nHost: x\r\n\r\n'],
		['in the header of a second request', 'GET /livez HTTP/1.1\r\nHost: x\r\n\r\nGET /livez HTTP/1.1\r\nX-'],
		['before a body', 'POST /livez HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n'],
	])('a connection that is silent %s is ended', async (_, sent) => {
		const socket = connect(service.port, '127.0.0.1');
		const closed = once(socket, 'close');
		socket.resume();
		if (sent !== '') socket.write(sent);
		await closed;
		// It ended without an error, and not because the service did.
		expect([socket.errored, (await service.get('/livez')).status]).toEqual([null, 200]);
	});

	test.concurrent('a service with fewer files than connections recovers without help', async () => {
		const service = await startService({ wrapper: ['sh', '-c', 'ulimit -n 128; exec "$@"', 'sh'] });
		const { port, key } = service;
		const holder = await hold({ port, key, form: 'slow-header', count: 140 });
		try {
			// 128 files are in use, and further connections wait in the backlog. This client is answered when the
			// first idle ones are ended.
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
