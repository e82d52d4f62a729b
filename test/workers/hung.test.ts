import { afterEach, beforeEach, expect, test } from 'bun:test';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { temporaryState } from '../live.ts';
import { type Serving, serve } from '../process.ts';
import { cases } from '../size.ts';
import { ask, isAlive, printedKeys, until, workersOf } from './worker-processes.ts';

let state: ReturnType<typeof temporaryState>;
let server: Serving;

beforeEach(async () => {
	state = temporaryState();
	const BUN_OPTIONS = `--preload=${join(import.meta.dir, 'spins.ts')}`;
	server = await serve({ POINTRELEASE_STATE: state.folder, WORKERS: '2', BUN_OPTIONS });
	await until(() => printedKeys(server).length > 0);
});

afterEach(async () => {
	server.signal('SIGTERM');
	await server.exited;
	state.remove();
});

type Way = [name: string, signal: NodeJS.Signals];
const loop: Way = ['is in an endless loop', 'SIGUSR2'];
const ways = cases<Way>([loop], [['is stopped', 'SIGSTOP'], loop]);

test.each(ways)(
	'a worker that %s is killed and replaced, and every connection is answered again',
	async (_, signal) => {
		const [key] = printedKeys(server) as [string];
		const [victim, other] = workersOf(server.pid) as [number, number];
		// Its loop does no useful work, so all other processes go first.
		setPriority(victim, constants.priority.PRIORITY_LOW);
		process.kill(victim, signal);
		await until(() => !isAlive(victim));
		await until(() => server.stderr().match(/"event":"ready","worker"/g)?.length === 3);
		const statuses = await Promise.all(Array.from({ length: 40 }, () => ask(server, '/items/14', key)));
		expect(new Set(statuses)).toEqual(new Set([200]));
		expect(workersOf(server.pid)).toHaveLength(2);
		expect(workersOf(server.pid)).toContain(other);
		const told = server
			.stderr()
			.split('\n')
			.filter((line) => /"level":"(warn|error)"/.test(line));
		expect(told).toHaveLength(1);
		expect(told[0]).toContain('"reason":"hung: no answer to 5 questions in a row"');
	},
);

test('a hung worker does not stop the service from stopping', async () => {
	const workers = workersOf(server.pid);
	process.kill(workers[0]!, 'SIGSTOP');
	server.signal('SIGTERM');
	expect(await server.exited).toBe(0);
	expect(workers.map(isAlive)).toEqual([false, false]);
});
