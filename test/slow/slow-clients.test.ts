import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type ServiceProcess, startService, waitFor } from '../service-process.ts';
import type { Form } from './slow-clients.ts';

/** Connections per form; fewer where the system's hard limit on open files forbids it. */
const wanted = 2_000;
const hardLimit = Number((await Bun.$`sh -c "ulimit -Hn"`.quiet().text()).trim()) || Number.POSITIVE_INFINITY;
const connections = Math.min(wanted, Math.floor(hardLimit / 3) - 100);
const raised = ['sh', '-c', `ulimit -n ${Math.min(3 * wanted + 300, hardLimit)}; exec "$@"`, 'sh'];
if (connections < wanted)
	console.log(
		`ONLY ${connections} of ${wanted} slow connections: the hard limit on open files is ${hardLimit}`,
	);

interface Holder {
	made: number;
	release(): Promise<void>;
}

async function hold(service: ServiceProcess, form: Form, count = connections): Promise<Holder> {
	const child = Bun.spawn(
		[
			...raised,
			process.execPath,
			join(import.meta.dir, 'hold.ts'),
			String(service.port),
			form,
			String(count),
		],
		{ env: { PATH: process.env.PATH ?? '', KEY: service.key }, stdout: 'pipe', stderr: 'inherit' },
	);
	let output = '';
	const read = (async () => {
		for await (const chunk of child.stdout) output += new TextDecoder().decode(chunk);
	})();
	const made = () => Number(/made (\d+)/.exec(output)?.[1] ?? -1);
	const release = async () => {
		child.kill();
		await read;
	};
	try {
		await waitFor(() => made() >= 0, 20_000, 'the slow connections');
	} catch (thrown) {
		await release();
		throw thrown;
	}
	return { made: made(), release };
}

/** A client that asks and reads as it should, on connections old and new. How long each answer took. */
async function askNormally(service: ServiceProcess, times: number): Promise<number[]> {
	const took: number[] = [];
	for (let index = 0; index < times; index++) {
		const started = performance.now();
		const headers = { Authorization: service.key, ...(index % 2 ? { Connection: 'close' } : {}) };
		const response = await fetch(`${service.address}/items/${11 + (index % 4)}`, { headers });
		expect(await response.text()).toContain(`"J293AP:${11 + (index % 4)}"`);
		took.push(performance.now() - started);
	}
	return took.sort((a, b) => a - b);
}

describe(`slow clients, ${connections} connections in each form`, () => {
	let service: ServiceProcess;
	beforeAll(async () => {
		service = await startService({ wrapper: raised });
	});
	afterAll(() => service.remove());
	const memory = async () =>
		Number(/VmRSS:\s+(\d+)/.exec(await Bun.file(`/proc/${service.pid}/status`).text())?.[1]) / 1024;

	const files = () => readdirSync(`/proc/${service.pid}/fd`).length;

	// Both tests of this file mostly wait, so they wait at the same time.
	test.concurrent('a normal client gets all its answers, and the slow ones are ended in time', async () => {
		const before = await memory();
		const forms: Form[] = ['idle', 'slow-header', 'slow-read'];
		const holders = await Promise.all(forms.map((form) => hold(service, form)));
		const rows: Record<string, unknown>[] = [];
		try {
			for (const [index, form] of forms.entries())
				expect({ form, made: holders[index]!.made }).toEqual({ form, made: connections });
			const took = await askNormally(service, 400);
			const after = await memory();
			// Generous for a busy machine: starving would show as seconds or as no answer at all.
			expect(took[200]!).toBeLessThan(100);
			expect(took.at(-1)!).toBeLessThan(5_000);
			expect(after - before).toBeLessThan(200);
			rows.push({
				p50: took[200]!.toFixed(2),
				worst: took.at(-1)!.toFixed(1),
				before: before.toFixed(0),
				after: after.toFixed(0),
			});
			// Counted at the server: a connection that never got past its backlog is no burden to it. Bytes that
			// trickle in do not keep a header open, so only the slow readers are left, who have more time.
			await waitFor(
				() => files() < connections + 100,
				30_000,
				'the end of idle connections and slow headers',
			);
			expect((await askNormally(service, 50)).length).toBe(50);
		} finally {
			await Promise.all(holders.map((holder) => holder.release()));
		}
		console.log(
			`milliseconds and megabytes with ${3 * connections} slow connections: ${JSON.stringify(rows[0])}`,
		);
	}, 60_000);

	test.concurrent('with fewer files than connections the service comes back by itself: Bun.serve has no limit on connections', async () => {
		const service = await startService({ wrapper: ['sh', '-c', 'ulimit -n 128; exec "$@"', 'sh'] });
		const holder = await hold(service, 'slow-header', 140);
		try {
			// 128 files are used up by now, the rest waits in the backlog. The waiting client is answered when the first idle ones are ended.
			const response = await fetch(`${service.address}/items/14`, {
				headers: { Authorization: service.key },
				signal: AbortSignal.timeout(50_000),
			});
			expect(response.status).toBe(200);
		} finally {
			await holder.release();
			await service.remove();
		}
	}, 60_000);
});
