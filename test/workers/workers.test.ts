import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { runHere } from '../cli/run-here.ts';
import { temporaryState } from '../live.ts';
import { runCommand, type Serving, serve } from '../process.ts';
import { ask, isAlive, printedKeys, until, workersOf } from './worker-processes.ts';

let state: ReturnType<typeof temporaryState>;
let server: Serving;
const env = () => ({ POINTRELEASE_STATE: state.folder, WORKERS: '2' });

async function start(): Promise<void> {
	state = temporaryState();
	server = await serve(env());
	await until(() => printedKeys(server).length > 0);
}

async function stop(): Promise<void> {
	server.signal('SIGTERM');
	await server.exited;
	state.remove();
}

// One service for all of them; the last test ends it.
describe('two workers', () => {
	beforeAll(start);
	afterAll(stop);

	test('two workers share one port, and the key of the first start is printed once and works on both', async () => {
		expect(workersOf(server.pid)).toHaveLength(2);
		expect(printedKeys(server)).toHaveLength(1);
		const statuses = await Promise.all(
			Array.from({ length: 40 }, () => ask(server, '/items/J293AP:14.7.2', printedKeys(server)[0]!)),
		);
		expect(new Set(statuses)).toEqual(new Set([200]));
	});

	test('a license issued or revoked by another process is honored by every worker', async () => {
		const issued = await runHere(['license', 'issue', '--email', 'you@example.com', '--json'], env());
		const { id, key } = JSON.parse(issued.stdout);
		const everywhere = async (status: number) => {
			const statuses = await Promise.all(Array.from({ length: 20 }, () => ask(server, '/items/14', key)));
			return statuses.every((each) => each === status);
		};
		await until(() => everywhere(200));
		await runHere(['license', 'revoke', id], env());
		await until(() => everywhere(403));
	});

	test('a port in use is one clear line, even if its users share it', async () => {
		const { port } = new URL(server.address);
		const other = join(state.folder, 'other');
		const failed = await runCommand(['serve'], { PORT: port, POINTRELEASE_STATE: other, WORKERS: '2' });
		expect(failed).toEqual({
			code: 1,
			stdout: '',
			stderr: `pointrelease: port ${port} on 127.0.0.1 is in use: stop the other program, or set PORT to another port\n`,
		});
	});

	test('a killed worker is replaced while the other one answers', async () => {
		const [key] = printedKeys(server) as [string];
		const [victim, other] = workersOf(server.pid) as [number, number];
		process.kill(victim, 'SIGKILL');
		await until(() => workersOf(server.pid).length === 2 && !workersOf(server.pid).includes(victim));
		expect(workersOf(server.pid)).toContain(other);
		await until(() => server.stderr().match(/"event":"ready","worker"/g)?.length === 3);
		for (let count = 0; count < 20; count++) expect(await ask(server, '/items/14', key)).toBe(200);
		expect(server.stderr()).toContain('"event":"worker ended, starting another"');
		expect(printedKeys(server)).toHaveLength(1);
	});

	test('SIGTERM ends the supervisor with 0 and all workers with it', async () => {
		const workers = workersOf(server.pid);
		server.signal('SIGTERM');
		expect(await server.exited).toBe(0);
		expect(workers.map(isAlive)).toEqual([false, false]);
		expect(server.stderr()).not.toContain('"level":"error"');
	});
});

test('no worker outlives a killed supervisor', async () => {
	await start();
	try {
		const workers = workersOf(server.pid);
		server.signal('SIGKILL');
		await server.exited;
		await until(() => !workers.some(isAlive));
		expect(workers.map(isAlive)).toEqual([false, false]);
	} finally {
		state.remove();
	}
});

test('data that cannot be loaded is one clear line, and leaves no process behind', async () => {
	const { folder, remove } = temporaryState();
	const data = join(folder, 'data');
	mkdirSync(data);
	const failed = await runCommand(['serve'], {
		PORT: '0',
		POINTRELEASE_STATE: join(folder, 'other'),
		POINTRELEASE_DATA: data,
		WORKERS: '2',
	});
	remove();
	expect([failed.code, failed.stdout]).toEqual([1, '']);
	expect(failed.stderr).toMatch(/^pointrelease: the data in \S+ is invalid: .*\n$/);
});

test('an invalid number of workers is one clear line', async () => {
	const failed = await runCommand(['serve'], { POINTRELEASE_STATE: './absent', WORKERS: 'many' });
	expect(failed).toEqual({
		code: 1,
		stdout: '',
		stderr: 'pointrelease: WORKERS is "many": expected a whole number from 1 to 256, or auto\n',
	});
});
