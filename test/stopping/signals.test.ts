import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { freePort } from '../free-port.ts';
import { temporaryState } from '../live.ts';
import { environment } from '../process.ts';
import { startService, waitFor } from '../service-process.ts';
import { cases } from '../size.ts';
import { countedRequests } from '../usage.ts';

const root = join(import.meta.dir, '../..');

type Stop = [signal: NodeJS.Signals, workers: string];
const stops = cases<Stop>(
	[
		['SIGHUP', '1'],
		['SIGQUIT', '2'],
	],
	[
		['SIGHUP', '1'],
		['SIGQUIT', '1'],
		['SIGHUP', '2'],
		['SIGQUIT', '2'],
	],
);

test.each(stops)(
	'%s stops a service with WORKERS=%s like SIGTERM, with every count',
	async (signal, WORKERS) => {
		const service = await startService({ env: { WORKERS } });
		try {
			for (let count = 0; count < 10; count++) expect((await service.get('/items/14')).status).toBe(200);
			service.signal(signal);
			expect(await service.exited).toBe(0);
			expect(service.output()).toContain('"event":"stopped"');
			expect(await countedRequests(service)).toBe(10);
		} finally {
			await service.remove();
		}
	},
);

test('SIGHUP or SIGQUIT from a terminal to every process of the job ends no worker early', async () => {
	// In a session of its own, so that the signal reaches only this service.
	const service = await startService({ env: { WORKERS: '2' }, wrapper: ['setsid'] });
	try {
		for (let count = 0; count < 10; count++) expect((await service.get('/items/14')).status).toBe(200);
		process.kill(-service.pid, 'SIGQUIT');
		process.kill(-service.pid, 'SIGHUP');
		expect(await service.exited).toBe(0);
		expect(await countedRequests(service)).toBe(10);
	} finally {
		await service.remove();
	}
});

test.each(cases(['2'], ['1', '2']))('SIGUSR1 and SIGUSR2 change nothing with WORKERS=%s', async (WORKERS) => {
	const service = await startService({ env: { WORKERS }, wrapper: ['setsid'] });
	try {
		for (const signal of ['SIGUSR1', 'SIGUSR2'] as const) {
			process.kill(-service.pid, signal);
			for (let count = 0; count < 10; count++) expect((await service.get('/items/14')).status).toBe(200);
		}
		expect(await service.stop()).toBe(0);
		expect(service.output()).not.toMatch(/"level":"(warn|error)"/);
		expect(await countedRequests(service)).toBe(20);
	} finally {
		await service.remove();
	}
});

test('a service that was started with nohup goes on after SIGHUP', async () => {
	const service = await startService({ wrapper: ['nohup'] });
	try {
		service.signal('SIGHUP');
		for (let count = 0; count < 10; count++) expect((await service.get('/items/14')).status).toBe(200);
		expect(await service.stop()).toBe(0);
		expect(await countedRequests(service)).toBe(10);
	} finally {
		await service.remove();
	}
});

/** npm forwards the first two; after the others the service itself has to notice that npm ended. */
const ends = cases<NodeJS.Signals>(['SIGINT', 'SIGKILL'], ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGKILL']);

test.each(ends)(
	'npm start that %s ends leaves nothing behind: the service stops and its port is free',
	async (signal) => {
		const state = temporaryState();
		const port = await freePort();
		const env = environment({ POINTRELEASE_STATE: state.folder, PORT: String(port) });
		const child = Bun.spawn(['npm', 'start'], { cwd: root, env, stdout: 'pipe', stderr: 'pipe' });
		let log = '';
		const gathered = (async () => {
			for await (const chunk of child.stderr) log += Buffer.from(chunk).toString();
		})();
		try {
			const ready = () => log.includes('"event":"ready"') || child.exitCode !== null;
			await waitFor(ready, 30_000, 'npm start');
			child.kill(signal);
			await child.exited;
			await gathered;
			expect(log).toContain('"event":"stopped"');
			// Listening proves it: a refused connection could also be one that is not accepted.
			Bun.serve({ port, hostname: '127.0.0.1', reusePort: false, fetch: () => new Response() }).stop(true);
		} finally {
			child.kill('SIGKILL');
			state.remove();
		}
	},
);
