import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { makeDatabase } from './make-database.ts';
import { packagedPostgres, runToEnd, unprivileged } from './postgres-programs.ts';
import { type PreparedPostgres, sharedServers } from './shared-servers.ts';

/** A real PostgreSQL that no other file uses. */
export interface PostgresServer {
	/** The folder of its files; they are consistent while the server is stopped. */
	readonly files: string;
	/** The address of the server, without a database. */
	readonly address: string;
	/** Makes an empty database and returns its address. */
	database(): Promise<string>;
	stop(): Promise<void>;
	start(): Promise<void>;
	/**
	 * Suspends all its processes with open connections, like a server that hangs. Returns a function that resumes
	 * them.
	 */
	freeze(): () => void;
	/** Stops the server and removes its files. */
	remove(): Promise<void>;
}

const settings = [
	'fsync=off',
	'shared_buffers=16MB',
	'max_connections=300',
	'listen_addresses=127.0.0.1',
	'unix_socket_directories=',
];

/** Uses the programs and files that the test run has prepared, if any. */
export async function startPostgres(
	prepared: PreparedPostgres | undefined = sharedServers().postgres,
): Promise<PostgresServer> {
	const folder = mkdtempSync(join(tmpdir(), 'pointrelease-postgres-'));
	chmodSync(folder, 0o711);
	const data = join(folder, 'data');
	const programs = prepared ? { folder: prepared.programs, remove() {} } : await packagedPostgres();
	let server: ChildProcess | undefined;
	let port = 0;
	let ended: Promise<void> | undefined;
	const stop = async () => {
		if (server) {
			ended = closed(server);
			server.kill('SIGINT');
			server = undefined;
		}
		await ended;
	};
	const start = async () => {
		// Clients lose their connections before the server has ended, and two cannot have the same files.
		await ended;
		if (port > 0) server = await listen(programs.folder, data, port);
		// Another process may take the free port before this server does.
		for (let attempt = 1; !server; attempt++) {
			port = await freePort();
			server = await listen(programs.folder, data, port).catch((thrown) => {
				if (attempt === 3) throw thrown;
				return undefined;
			});
		}
	};
	const remove = async () => {
		await stop();
		rmSync(folder, { recursive: true, force: true });
		programs.remove();
	};
	try {
		// Copying the files of a new server is ten times as fast as making them.
		if (prepared) await runToEnd(['cp', '-a', prepared.emptyFiles, data]);
		else await makeEmptyFiles(programs.folder, data);
		await start();
	} catch (thrown) {
		await remove();
		throw thrown;
	}
	const address = `postgres://tester:correct-horse@127.0.0.1:${port}`;
	return {
		files: data,
		address,
		database: () => makeDatabase(address),
		stop,
		start,
		freeze() {
			const first = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
			// The first process first: then it starts no others.
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
		remove,
	};
}

/** The files of a server that has never run. */
export async function makeEmptyFiles(programs: string, data: string): Promise<void> {
	mkdirSync(data, { mode: 0o700 });
	const passwordFile = `${data}.password`;
	writeFileSync(passwordFile, 'correct-horse\n');
	if (unprivileged.uid) {
		for (const path of [data, passwordFile]) chownSync(path, unprivileged.uid, unprivileged.gid);
	}
	const words = ['--username=tester', '--auth=password', `--pwfile=${passwordFile}`, '--no-sync'];
	const text = ['--encoding=UTF8', '--locale=C', '--wal-segsize=1'];
	await runToEnd([join(programs, 'initdb'), `--pgdata=${data}`, ...words, ...text], unprivileged);
	rmSync(passwordFile);
}

/** Starts the server and waits until it accepts connections. */
function listen(programs: string, data: string, port: number): Promise<ChildProcess> {
	const words = ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
	const server = spawn(join(programs, 'postgres'), words, {
		cwd: '/',
		env: { PATH: process.env.PATH ?? '', LC_ALL: 'C' },
		stdio: ['ignore', 'ignore', 'pipe'],
		...unprivileged,
	});
	return new Promise((resolve, reject) => {
		let said = '';
		server.stderr!.on('data', (chunk) => {
			said = `${said}${chunk}`.slice(-10_000);
			if (said.includes('database system is ready to accept connections')) resolve(server);
		});
		process.once('exit', () => server.kill('SIGQUIT'));
		server.once('error', reject);
		server.once('close', () => reject(new Error(`PostgreSQL ended: ${said.trim()}`)));
	});
}

function closed(server: ChildProcess): Promise<void> {
	return new Promise((resolve) => void server.once('close', () => resolve()));
}
