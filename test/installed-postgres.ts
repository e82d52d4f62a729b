import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freePort } from './free-port.ts';
import { waitFor } from './service-process.ts';

/** A PostgreSQL that this machine has, with the tools of the same version. */
export interface InstalledPostgres {
	/** The address of a database, which need not exist. */
	address(database: string): string;
	/** Runs one of its tools, for example `pg_dump`; throws with what it said if it fails. */
	tool(name: string, ...words: string[]): Promise<void>;
	remove(): Promise<void>;
}

const needed = ['initdb', 'postgres', 'pg_isready', 'pg_dump', 'pg_restore', 'createdb', 'dropdb'];
const root = process.getuid?.() === 0;
const nobody = 65_534;
/** PostgreSQL refuses to run as root. */
const unprivileged = root ? ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups'] : [];

/** The folder of its programs, or null. The one for tests that npm brings has no pg_dump. */
export function findInstalledPostgres(): string | null {
	if (root && Bun.which('setpriv') === null) return null;
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
	if (root) {
		chmodSync(folder, 0o711);
		chownSync(data, nobody, nobody);
	}
	const port = await freePort();
	const address = (database: string) => `postgres://tester:correct-horse@127.0.0.1:${port}/${database}`;
	const run = async (command: string[]) => {
		const child = Bun.spawn(command, { cwd: '/', stdin: 'ignore', stdout: 'ignore', stderr: 'pipe' });
		const said = await child.stderr.text();
		if ((await child.exited) !== 0) throw new Error(`${command.join(' ')}: ${said}`);
	};
	const words = ['-D', data, '-U', 'tester', '--auth=trust', '--no-sync', '--encoding=UTF8', '--locale=C'];
	await run([...unprivileged, join(programs, 'initdb'), ...words]);
	const settings = ['fsync=off', 'listen_addresses=127.0.0.1', 'unix_socket_directories='];
	const server = Bun.spawn(
		[
			...unprivileged,
			...[join(programs, 'postgres'), '-D', data, '-p', String(port)],
			...settings.flatMap((setting) => ['-c', setting]),
		],
		{ cwd: '/', stdin: 'ignore', stdout: 'ignore', stderr: 'ignore' },
	);
	const tool = (name: string, ...given: string[]) => run([join(programs, name), ...given]);
	const ready = () =>
		tool('pg_isready', '-d', address('postgres')).then(
			() => true,
			() => false,
		);
	await waitFor(ready, 30_000, 'the PostgreSQL of this machine');
	return {
		address,
		tool,
		async remove() {
			server.kill('SIGINT');
			await server.exited;
			rmSync(folder, { recursive: true, force: true });
		},
	};
}
