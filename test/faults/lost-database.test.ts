import { describe, expect, test } from 'bun:test';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SQL } from 'bun';
import { issueFirst } from '../../src/licenses/issuing/issue.ts';
import { withRegistry } from '../../src/licenses/registry.ts';
import { readSettings } from '../../src/settings/settings.ts';
import { runHere } from '../cli/run-here.ts';
import { type ServiceProcess, startService, waitFor } from '../service-process.ts';
import { type Kind, kinds, useStores } from '../stores.ts';

const stores = useStores();

/** A database that can be lost, replaced and restored under a running service. */
interface Store {
	env: Record<string, string>;
	/** Removes it and leaves what an operator's mistake would leave: an empty database, or no file. */
	lose(): Promise<void>;
	/** The tables or files that exist now. */
	parts(): Promise<string[]>;
	/** Puts the database of another installation in its place. */
	exchange(): Promise<void>;
	bringBack(): Promise<void>;
	close(): Promise<void>;
}

async function openStore(kind: Kind): Promise<Store> {
	const env = await stores.emptyEnvironment(kind);
	const other = await stores.emptyEnvironment(kind);
	await withRegistry(readSettings(other), issueFirst, { make: true });
	return kind === 'sqlite' ? sqliteStore(env, other) : postgresStore(env, other);
}

function sqliteStore(env: Record<string, string>, other: Record<string, string>): Store {
	const state = env.POINTRELEASE_STATE!;
	const safe = join(stores.folder(), 'safe');
	const parts = (folder: string) => readdirSync(folder).filter((name) => name.startsWith('pointrelease.db'));
	const move = (from: string, to: string) => {
		for (const name of parts(from)) renameSync(join(from, name), join(to, name));
	};
	return {
		env,
		async lose() {
			mkdirSync(safe);
			move(state, safe);
		},
		parts: async () => parts(state),
		exchange: async () => move(other.POINTRELEASE_STATE!, state),
		async bringBack() {
			for (const name of parts(state)) rmSync(join(state, name));
			move(safe, state);
		},
		close: async () => {},
	};
}

function postgresStore(env: Record<string, string>, other: Record<string, string>): Store {
	const name = new URL(env.DATABASE_URL!).pathname.slice(1);
	const otherName = new URL(other.DATABASE_URL!).pathname.slice(1);
	const sql = new SQL({ url: env.DATABASE_URL!.replace(`/${name}`, '/postgres'), max: 1 });
	const rename = async (from: string, to: string) => {
		// A node may connect again at any moment, so several attempts may be needed to find it unused.
		const renamed = async () => {
			await sql.unsafe(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${from}'`);
			return sql.unsafe(`ALTER DATABASE ${from} RENAME TO ${to}`).then(
				() => true,
				() => false,
			);
		};
		await waitFor(renamed, 30_000, `${from} to become ${to}`);
	};
	return {
		env,
		async lose() {
			await rename(name, `${name}_safe`);
			await sql.unsafe(`CREATE DATABASE ${name}`);
		},
		async parts() {
			const inside = new SQL({ url: env.DATABASE_URL!, max: 1 });
			const rows = await inside.unsafe(`SELECT tablename FROM pg_tables WHERE schemaname = 'public'`);
			await inside.close();
			return rows.map(({ tablename }: { tablename: string }) => tablename);
		},
		async exchange() {
			await sql.unsafe(`DROP DATABASE ${name} WITH (FORCE)`);
			await rename(otherName, name);
		},
		async bringBack() {
			await sql.unsafe(`DROP DATABASE ${name} WITH (FORCE)`);
			await rename(`${name}_safe`, name);
		},
		close: () => sql.close(),
	};
}

async function readiness(service: ServiceProcess): Promise<{ status: string; reasons: string[] }> {
	return (await service.get('/readyz')).json() as Promise<{ status: string; reasons: string[] }>;
}

const refused =
	'database refused: it is empty, damaged or another one: known keys keep working, changes wait';

describe.each(kinds)('%s', (kind) => {
	test('a lost database costs no key: nobody creates another one, and nodes go on until it is back', async () => {
		const store = await openStore(kind);
		const { env } = store;
		const service = await startService({ env, state: env.POINTRELEASE_STATE! });
		const second = kind === 'postgres' ? await startService({ env, state: stores.folder() }) : service;
		const key = readFileSync(join(env.POINTRELEASE_STATE!, 'first-key'), 'utf8').trim();
		const admitted = async () => [
			(await service.get('/items/14', key)).status,
			(await second.get('/items/14', key)).status,
		];
		try {
			await waitFor(async () => (await admitted()).every((status) => status === 200), 20_000, 'the key');
			await store.lose();
			const degraded = async () => (await readiness(service)).status === 'degraded';
			await waitFor(degraded, 30_000, 'the loss to be noticed');
			for (const words of [
				['license', 'list'],
				['license', 'issue', '--email', 'a@example.com'],
				['data', 'status'],
			]) {
				const { code, stdout, stderr } = await runHere(words, service.env);
				expect([code, stdout, stderr]).toEqual([
					1,
					'',
					expect.stringMatching(
						/^pointrelease: [^\n]+, but [^\n]+ belongs to the database [0-9A-Z]{8}: [^\n]+\n$/,
					),
				]);
			}
			const examined = await service.command('doctor');
			expect(examined.code).toBe(1);
			expect(examined.stdout).toMatch(
				/^FAIL {2}database {6}.*, but .* belongs to the database [0-9A-Z]{8}: /m,
			);
			expect(await store.parts()).toEqual([]);
			// A node that starts now must not begin with an empty database, and says why.
			await expect(startService({ env, state: env.POINTRELEASE_STATE! })).rejects.toThrow(
				/exit code 1\): .*pointrelease: [^\n]+ belongs to the database [0-9A-Z]{8}: [^\n]+\n$/s,
			);
			expect(await store.parts()).toEqual([]);
			expect(await admitted()).toEqual([200, 200]);

			await store.exchange();
			await waitFor(async () => (await readiness(service)).reasons.includes(refused), 30_000, 'the refusal');
			expect(service.output()).toContain('"event":"database refused, known keys go on"');
			expect((await service.command('license', 'list')).stderr).toMatch(
				/ is another one \([0-9A-Z]{8}\) than /,
			);
			expect(await admitted()).toEqual([200, 200]);

			await store.bringBack();
			for (const node of [service, second])
				await waitFor(async () => (await readiness(node)).status === 'ready', 30_000, 'ready');
			expect(await admitted()).toEqual([200, 200]);
			const issued = await service.command(
				'license',
				'issue',
				'--email',
				'a@example.com',
				'--no-mail',
				'--json',
			);
			const later = JSON.parse(issued.stdout).key;
			await waitFor(async () => (await second.get('/items/14', later)).status === 200, 20_000, 'a new key');
			expect(await service.stop()).toBe(0);
		} finally {
			await service.remove();
			await second.remove();
			await store.close();
		}
	});

	test('commands and doctor create no database, and say who does', async () => {
		const env = await stores.emptyEnvironment(kind);
		const { code, stdout, stderr } = await runHere(['license', 'list'], env);
		expect([code, stdout]).toEqual([1, '']);
		expect(stderr).toMatch(
			/^pointrelease: there is no database \S+ yet: set POINTRELEASE_STATE to the folder of your service, or start a new one there \(pointrelease serve\)\n$/,
		);
		expect((await runHere(['doctor'], { ...env, PORT: '1' })).stdout).toMatch(
			/^ok {4}database {6}there is none yet: the first start creates it$/m,
		);
		expect(readdirSync(env.POINTRELEASE_STATE!)).toEqual([]);
	});
});

describe('sqlite alone', () => {
	test('a database without licenses beside a sealing key is refused in one line', async () => {
		const state = stores.folder();
		await (await startService({ state })).stop();
		for (const name of readdirSync(state))
			if (name.startsWith('pointrelease.db') || name === 'database.id') rmSync(join(state, name));
		await expect(startService({ state })).rejects.toThrow(
			/there is no database \S+, but \S+sealing\.key was used to encrypt license keys: /,
		);
		// An empty database that a person created is refused too.
		const other = await stores.environment('sqlite');
		renameSync(join(other.POINTRELEASE_STATE!, 'pointrelease.db'), join(state, 'pointrelease.db'));
		await expect(startService({ state })).rejects.toThrow(
			/pointrelease: the database \S+ has no licenses, but \S+sealing\.key encrypted license keys: /,
		);
	});

	test('deleting the journal under a running service loses nothing, and licenses issued afterwards work', async () => {
		const service = await startService();
		const file = join(service.state, 'pointrelease.db');
		const issue = async (email: string): Promise<string> => {
			const { code, stdout, stderr } = await service.command(
				'license',
				'issue',
				'--email',
				email,
				'--no-mail',
				'--json',
			);
			expect([code, stderr]).toEqual([0, '']);
			return JSON.parse(stdout).key;
		};
		try {
			const keys = [service.key, await issue('before@example.com')];
			for (let round = 0; round < 3; round++) {
				for (const part of ['-wal', '-shm']) rmSync(file + part, { force: true });
				keys.push(await issue(`round${round}@example.com`));
			}
			for (const key of keys)
				await waitFor(async () => (await service.get('/items/14', key)).status === 200, 20_000, key);
			await waitFor(async () => (await readiness(service)).status === 'ready', 20_000, 'ready');
			expect(await service.stop()).toBe(0);
			const again = await startService({ state: service.state });
			for (const key of keys) expect((await again.get('/items/14', key)).status).toBe(200);
			expect((await again.command('doctor', '--json')).stdout).toMatch(
				/"check": "database",\s*"state": "ok"/,
			);
			await again.stop();
		} finally {
			await service.remove();
		}
	});

	test('if another program has the database open and its journal is deleted, a command reports it and prints no key', async () => {
		const service = await startService();
		const file = join(service.state, 'pointrelease.db');
		await service.stop();
		const holder = Bun.spawn(
			[
				process.execPath,
				'-e',
				`const db = new (require('bun:sqlite').Database)(process.env.FILE); db.query('SELECT count(*) FROM ledger').get(); console.log('open'); setInterval(() => {}, 1000);`,
			],
			{ env: { PATH: process.env.PATH ?? '', FILE: file }, stdout: 'pipe' },
		);
		try {
			await holder.stdout.getReader().read();
			expect(existsSync(`${file}-wal`)).toBe(true);
			for (const part of ['-wal', '-shm']) rmSync(file + part);
			expect(await service.command('license', 'issue', '--email', 'a@example.com', '--no-mail')).toEqual({
				code: 1,
				stdout: '',
				stderr: `pointrelease: ${file}-wal was deleted while a process has the database open: restart the service, then try again\n`,
			});
		} finally {
			holder.kill('SIGKILL');
			await holder.exited;
			await service.remove();
		}
	});

	test('an unreadable identity is one line, and removing it adopts the existing database', async () => {
		const service = await startService();
		await service.stop();
		const file = join(service.state, 'database.id');
		try {
			const identity = readFileSync(file, 'utf8');
			writeFileSync(file, 'rubbish');
			await expect(startService({ state: service.state })).rejects.toThrow(
				`pointrelease: ${file} is damaged: remove it if the database is the right one\n`,
			);
			rmSync(file);
			const again = await startService({ state: service.state });
			expect((await again.get('/items/14', service.key)).status).toBe(200);
			expect(readFileSync(file, 'utf8')).toBe(identity);
			await again.stop();
		} finally {
			await service.remove();
		}
	});
});
