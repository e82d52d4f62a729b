import { afterEach, beforeEach, expect, test } from 'bun:test';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { temporaryState } from '../live.ts';
import { spawnCommand } from '../process.ts';
import { isAlive, until, workersOf } from './worker-processes.ts';

const sockets: Socket[] = [];
/** A database server that accepts every connection and login, and answers no query. */
const database = createServer((socket) => {
	sockets.push(socket);
	socket.on('error', () => {});
	socket.once('data', () => socket.write(welcome));
});
/** AuthenticationOk and ReadyForQuery of the PostgreSQL protocol. */
const welcome = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);

let state: ReturnType<typeof temporaryState>;
let supervisor: ReturnType<typeof spawnCommand>;

beforeEach(async () => {
	await new Promise<void>((resolve) => database.listen(0, '127.0.0.1', resolve));
	const { port } = database.address() as AddressInfo;
	state = temporaryState();
	supervisor = spawnCommand(['serve'], {
		PORT: '0',
		POINTRELEASE_STATE: state.folder,
		DATABASE_URL: `postgres://nobody:nothing@127.0.0.1:${port}/none?sslmode=disable`,
		POINTRELEASE_SECRET: 'x'.repeat(64),
		WORKERS: '2',
	});
});

afterEach(async () => {
	supervisor.kill('SIGKILL');
	for (const socket of sockets.splice(0)) socket.destroy();
	await new Promise((resolve) => database.close(resolve));
	state.remove();
});

async function killedSupervisorTakesWith(workers: number[]): Promise<void> {
	expect(workers).toHaveLength(1);
	supervisor.kill('SIGKILL');
	await until(() => !workers.some(isAlive));
	// A query counts as lost after 20 s, which would also end a start, with a line of its own.
	expect(await supervisor.stderr.text()).not.toContain('PostgreSQL');
}

test('a worker that waits for its database ends when its supervisor was killed', async () => {
	await until(() => sockets.some((socket) => socket.bytesRead > 0));
	await killedSupervisorTakesWith(workersOf(supervisor.pid));
});

test('a worker that has only just started ends when its supervisor was killed', async () => {
	await until(() => workersOf(supervisor.pid).length > 0);
	await killedSupervisorTakesWith(workersOf(supervisor.pid));
});
