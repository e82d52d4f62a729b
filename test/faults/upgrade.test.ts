import { describe, expect, test } from 'bun:test';
import { copyFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { SQL } from 'bun';
import type { Database } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrate.ts';
import { openPostgres } from '../../src/database/postgres.ts';
import { migrations } from '../../src/database/schema.ts';
import { openSqlite } from '../../src/database/sqlite.ts';
import { databaseFile, ensureFolder } from '../../src/database/state-folder.ts';
import { tablesOf } from '../../src/database/tables.ts';
import { GateFollower } from '../../src/licenses/admission/gate-follower.ts';
import { issueLicense } from '../../src/licenses/issuing/issue.ts';
import { withRegistry } from '../../src/licenses/registry.ts';
import { Usage } from '../../src/licenses/usage/usage.ts';
import { usageTotals } from '../../src/licenses/usage/usage-store.ts';
import { silentLog } from '../../src/process/log.ts';
import { readSettings, type Settings } from '../../src/settings/settings.ts';
import { type ServiceProcess, startService, waitFor } from '../service-process.ts';
import { eventually, type Kind, kinds, useStores } from '../stores.ts';

const stores = useStores();
/** Opens the database of the settings without migrating it. */
async function openAsItIs({ databaseUrl, stateFolder }: Settings): Promise<Database> {
	return databaseUrl ? openPostgres(databaseUrl) : openSqlite(databaseFile(ensureFolder(stateFolder)));
}

async function contents(settings: Settings): Promise<string> {
	const database = await openAsItIs(settings);
	const names = ['pointrelease_database', ...tablesOf().map(({ name }) => name)];
	const rows = await Promise.all(names.map((name) => database.tuples(`SELECT * FROM ${name}`)));
	await database.close();
	return JSON.stringify(rows);
}

describe.each(kinds)('%s', (kind) => {
	test('a running node keeps following licenses and counting while another one migrates the schema', async () => {
		const settings = await stores.settings(kind);
		await withRegistry(settings, async (registry) => {
			const { database } = registry;
			const first = await issueLicense(registry, { email: 'first@example.com', mail: false });
			const follower = new GateFollower(database, silentLog);
			await follower.start();
			const usage = new Usage(database, silentLog);
			const admitted = (key: string) => follower.gate.admit(key, 0) > 0;
			usage.count(1);
			const other = await openAsItIs(settings);
			await migrate(other, { steps: [...migrations, ['ALTER TABLE ledger ADD COLUMN later TEXT']] });
			await other.close();
			expect(admitted(first.key)).toBe(true);
			const second = await issueLicense(registry, { email: 'second@example.com', mail: false });
			await eventually('the license issued afterwards', () => admitted(second.key), 30_000);
			usage.count(1);
			await usage.close();
			expect((await usageTotals(database, '2020-01-01', 1))[0]?.requests).toBe(2);
			expect(follower.degraded).toBeNull();
			await follower.close();
		});
	});

	test('a database of a newer release is refused in one line and left unchanged; the earlier backup serves again', async () => {
		const env = await stores.emptyEnvironment(kind);
		const settings = readSettings(env);
		const service = await startService({ env, ...(kind === 'sqlite' && { state: settings.stateFolder }) });
		const { key } = service;
		expect(await service.stop()).toBe(0);
		const backup = await backUp(kind, service, env);
		const newer = migrations.length + 1;
		const database = await openAsItIs(settings);
		await database.rows('UPDATE pointrelease_database SET schema = $1', [newer]);
		await database.close();
		try {
			const before = await contents(settings);
			const line = `the database \\S+ was made by a newer release of pointrelease \\(schema ${newer}, this one knows ${migrations.length}\\): upgrade pointrelease`;
			await expect(startService({ env, state: service.state })).rejects.toThrow(
				new RegExp(`exit code 1\\): pointrelease: ${line}\\n$`),
			);
			const issued = await service.command('license', 'issue', '--email', 'a@example.com');
			expect(issued).toEqual({
				code: 1,
				stdout: '',
				stderr: expect.stringMatching(new RegExp(`^pointrelease: ${line}\\n$`)),
			});
			const examined = await service.command('doctor');
			expect(examined.code).toBe(1);
			expect(examined.stdout).toMatch(new RegExp(`^FAIL  database      ${line}$`, 'm'));
			expect(await contents(settings)).toBe(before);

			await backup.restore();
			const again = await startService({ env, state: service.state });
			expect((await again.get('/items/14', key)).status).toBe(200);
			expect(await again.stop()).toBe(0);
		} finally {
			await service.remove();
			await backup.remove();
		}
	});
});

/** A backup as the documents describe; with PostgreSQL a copy inside the server replaces pg_dump. */
async function backUp(
	kind: Kind,
	service: ServiceProcess,
	env: Record<string, string>,
): Promise<{ restore(): Promise<void>; remove(): Promise<void> }> {
	if (kind === 'sqlite') {
		const folder = `${service.state}-backup`;
		expect((await service.command('backup', folder)).code).toBe(0);
		return {
			async restore() {
				rmSync(service.state, { recursive: true });
				ensureFolder(service.state);
				for (const name of readdirSync(folder)) copyFileSync(join(folder, name), join(service.state, name));
			},
			remove: async () => rmSync(folder, { recursive: true, force: true }),
		};
	}
	const address = env.DATABASE_URL!;
	const name = new URL(address).pathname.slice(1);
	const sql = new SQL({ url: address.replace(`/${name}`, '/postgres'), max: 1 });
	const copy = async (from: string, to: string) => {
		// The last connection of the process that just ended may still be closing.
		const copied = () =>
			sql.unsafe(`CREATE DATABASE ${to} TEMPLATE ${from}`).then(
				() => true,
				() => false,
			);
		await waitFor(copied, 30_000, `a copy of ${from}`);
	};
	await copy(name, `${name}_backup`);
	return {
		async restore() {
			await sql.unsafe(`DROP DATABASE ${name} WITH (FORCE)`);
			await copy(`${name}_backup`, name);
		},
		remove: () => sql.close(),
	};
}
