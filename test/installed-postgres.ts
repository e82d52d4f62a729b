import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freePort } from './free-port.ts';
import { runToEnd, unprivileged } from './postgres-programs.ts';
import { waitFor } from './service-process.ts';

/** An installed PostgreSQL with the tools of the same version. */
export interface InstalledPostgres {
	/** The address of a database, for the superuser or another role. The database need not exist. */
	address(database: string, role?: string): string;
	/** Runs one of its tools, for example `pg_dump`; throws with its output if it fails. */
	tool(name: string, ...words: string[]): Promise<void>;
	/** Runs a shell line with its tools first in PATH. */
	shell(line: string): Promise<void>;
	remove(): Promise<void>;
}

const needed = ['initdb', 'postgres', 'pg_isready', 'pg_dump', 'pg_restore', 'createdb', 'dropdb', 'psql'];

/** The folder of its programs, or null. The PostgreSQL from npm has no pg_dump. */
export function findInstalledPostgres(): string | null {
	const versions = '/usr/lib/postgresql';
	const packaged = existsSync(versions) ? readdirSync(versions).toSorted().toReversed() : [];
	const first = Bun.which('postgres');
	const folders = [
		...(first ? [dirname(first)] : []),
		...packaged.map((name) => join(versions, name, 'bin')),
	];
	return folders.find((folder) => needed.every((name) => existsSync(join(folder, name)))) ?? null;
}

export async function startInstalledPostgres(programs: string): Promise<InstalledPostgres> {
	const folder = mkdtempSync(join(tmpdir(), 'pointrelease-postgres-'));
	const data = join(folder, 'data');
	mkdirSync(data, { mode: 0o700 });
	chmodSync(folder, 0o711);
	if (unprivileged.uid) chownSync(data, unprivileged.uid, unprivileged.gid);
	const port = await freePort();
	const address = (database: string, role = 'tester') =>
		`postgres://${role}:correct-horse@127.0.0.1:${port}/${database}`;
	const words = ['-D', data, '-U', 'tester', '--auth=trust', '--no-sync', '--encoding=UTF8', '--locale=C'];
	await runToEnd([join(programs, 'initdb'), ...words], unprivileged);
	const settings = ['fsync=off', 'listen_addresses=127.0.0.1', 'unix_socket_directories='];
	const server = spawn(
		join(programs, 'postgres'),
		['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
		{ cwd: '/', stdio: 'ignore', ...unprivileged },
	);
	const tool = (name: string, ...given: string[]) => runToEnd([join(programs, name), ...given]);
	const ready = () =>
		tool('pg_isready', '-d', address('postgres')).then(
			() => true,
			() => false,
		);
	await waitFor(ready, 30_000, 'the PostgreSQL of this machine');
	return {
		address,
		tool,
		shell: (line) => runToEnd(['sh', '-c', `PATH=${programs}:$PATH; ${line}`]),
		async remove() {
			server.kill('SIGINT');
			await once(server, 'close');
			rmSync(folder, { recursive: true, force: true });
		},
	};
}
