import { describe, expect, test } from 'bun:test';
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SQL } from 'bun';
import type { Database } from '../../src/database/database.ts';
import { identityFile, storeIdentity } from '../../src/database/identity.ts';
import { licenseColumns } from '../../src/database/license-columns.ts';
import { migrate } from '../../src/database/migrate.ts';
import { openPostgres } from '../../src/database/postgres.ts';
import { migrations } from '../../src/database/schema.ts';
import { openSqlite } from '../../src/database/sqlite.ts';
import { databaseFile, ensureFolder } from '../../src/database/state-folder.ts';
import type { Statement } from '../../src/database/statements.ts';
import { tables as allTables } from '../../src/database/tables.ts';
import { GateFollower } from '../../src/licenses/admission/gate-follower.ts';
import { issueLicense } from '../../src/licenses/issuing/issue.ts';
import { type Registry, withRegistry } from '../../src/licenses/registry.ts';
import { Usage } from '../../src/licenses/usage/usage.ts';
import { usageTotals } from '../../src/licenses/usage/usage-store.ts';
import { silentLog } from '../../src/process/log.ts';
import { readSettings, type Settings } from '../../src/settings/settings.ts';
import { runHere } from '../cli/run-here.ts';
import { type ServiceProcess, startService, waitFor } from '../service-process.ts';
import { eventually, type Kind, kinds, useStores } from '../stores.ts';
import { countedRequests } from '../usage.ts';

const stores = useStores();
/** The schema of 0.1.0, and statements that undo what changed since then. */
const schemaBefore = migrations.slice(0, 4);
const undoingSubjects: Statement[] = [
	{ sqlite: 'DROP TRIGGER outbox_of_older_node', postgres: 'DROP TRIGGER outbox_subject ON outbox' },
	{ sqlite: 'DROP TRIGGER outbox_for_older_node', postgres: 'DROP FUNCTION outbox_subject()' },
	'DROP INDEX outbox_subject',
	'ALTER TABLE outbox DROP COLUMN subject_kind',
	'ALTER TABLE outbox DROP COLUMN subject_id',
	'ALTER TABLE outbox DROP COLUMN place',
	'DROP INDEX outbox_given_up',
	'DROP INDEX licenses_expires',
	'DROP TABLE reminders',
	'DROP TABLE service_settings',
	...['rounds', 'sources', 'messages', 'channels', 'notes'].map((name) => `DROP TABLE watch_${name}`),
];
const undoing: Statement[] = [
	...undoingSubjects,
	'ALTER TABLE ledger DROP COLUMN identity',
	'DROP TABLE decisions',
	'DROP TABLE feed_addresses',
	'DROP TABLE imports',
	'ALTER TABLE learning DROP COLUMN announced',
	'ALTER TABLE quarantine DROP COLUMN told',
	...['orders', 'order_events', 'audit', 'lost_key_requests'].map((table) => `DROP TABLE ${table}`),
	...['order_ref', 'replaces'].map((column) => `DROP INDEX licenses_${column}`),
	...licenseColumns
		.filter(({ since }) => since > schemaBefore.length)
		.map(({ name }) => `ALTER TABLE licenses DROP COLUMN ${name}`),
	...['moved', 'frozen', 'pending', 'lost', 'clock_off'].map(
		(column) => `ALTER TABLE feeds DROP COLUMN ${column}`,
	),
];
const tables = ['pointrelease_schema', ...allTables.map(({ name }) => name)];

/** Opens the database of the settings without migrating it. */
async function openAsItIs({ databaseUrl, stateFolder }: Settings): Promise<Database> {
	return databaseUrl ? openPostgres(databaseUrl) : openSqlite(databaseFile(ensureFolder(stateFolder)));
}

/** Does the work, then leaves database and state folder as the previous release would have left them. */
async function asReleaseBefore(
	settings: Settings,
	work: (registry: Registry) => Promise<void>,
): Promise<void> {
	await withRegistry(settings, async (registry) => {
		await work(registry);
		for (const statement of undoing)
			await registry.database.rows(
				typeof statement === 'string' ? statement : statement[registry.database.kind],
			);
		await registry.database.rows('UPDATE pointrelease_schema SET version = $1', [schemaBefore.length]);
	});
	rmSync(identityFile(settings.stateFolder));
}

async function contents(settings: Settings): Promise<string> {
	const database = await openAsItIs(settings);
	const rows = await Promise.all(tables.map((table) => database.tuples(`SELECT * FROM ${table}`)));
	await database.close();
	return JSON.stringify(rows);
}

describe.each(kinds)('%s', (kind) => {
	test('a start migrates the schema of the previous release without losing anything', async () => {
		const env = await stores.environment(kind);
		const settings = readSettings(env);
		const keys: string[] = [];
		// A start migrates only an embedded database by itself.
		const confirmMigration = async () => {
			if (kind === 'postgres') expect((await runHere(['migrate', '--yes'], env)).code).toBe(0);
		};
		let first: string | undefined;
		await asReleaseBefore(settings, async (registry) => {
			const { database } = registry;
			for (let number = 1; number <= 20; number++) {
				const mail = number % 4 !== 0;
				keys.push((await issueLicense(registry, { email: `user${number}@example.com`, mail })).key);
			}
			const today = new Date().toISOString();
			await database.rows('UPDATE licenses SET revoked = $1 WHERE number % 4 = 0', [today]);
			await database.rows('INSERT INTO usage (license, day, requests) VALUES (2, $1, 700)', [
				today.slice(0, 10),
			]);
			[first] = (await database.rows<{ id: string }>('SELECT id FROM licenses WHERE number = 1')).map(
				({ id }) => id,
			);
		});
		await confirmMigration();
		const service = await startService({ env, state: settings.stateFolder });
		try {
			const statuses = await Promise.all(
				keys.map(async (key) => (await service.get('/items/14', key)).status),
			);
			expect(statuses).toEqual(keys.map((_, index) => (index % 4 === 3 ? 403 : 200)));
			// The mail of fifteen licenses was waiting, and is sent now.
			const files = () => readdirSync(settings.stateFolder, { recursive: true }).map(String);
			const sent = () => files().filter((name) => name.endsWith('.eml')).length;
			await eventually('the mail', () => sent() === 15, 30_000);
			expect(await service.stop()).toBe(0);
			expect(await countedRequests(service)).toBe(715);
			expect(service.output()).not.toMatch(/"level":"(warn|error)"|Authorization: /);
			// Databases of that release have no identity: they, and their backups, are named after their first
			// license.
			expect(readFileSync(identityFile(settings.stateFolder), 'utf8')).toBe(`${first}\n`);
			await asReleaseBefore(settings, async () => {});
			storeIdentity(settings.stateFolder, first!);
			await confirmMigration();
			const restored = await startService({ env, state: settings.stateFolder });
			expect((await restored.get('/items/14', keys[0])).status).toBe(200);
			await restored.stop();
		} finally {
			await service.remove();
		}
	});

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
		await database.rows('UPDATE pointrelease_schema SET version = $1', [newer]);
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

test('the way back to release 0.1.0: a restore keeps the schema of the backup and repeats later revocations', async () => {
	const env = await stores.environment('sqlite');
	const settings = readSettings(env);
	const licenses: { id: string; key: string }[] = [];
	await asReleaseBefore(settings, async (registry) => {
		for (const email of ['kept@example.com', 'revoked@example.com'])
			licenses.push(await issueLicense(registry, { email, mail: false }));
	});
	const [backup, exported] = [`${settings.stateFolder}-backup`, `${settings.stateFolder}-export.csv`];
	try {
		// A backup as release 0.1.0 made it before the upgrade.
		ensureFolder(backup);
		for (const name of ['pointrelease.db', 'sealing.key'])
			copyFileSync(join(settings.stateFolder, name), join(backup, name));
		const upgraded = await startService({ env, state: settings.stateFolder });
		expect(await upgraded.stop()).toBe(0);
		expect(await schemaOf(settings)).toBe(migrations.length);
		expect(upgraded.output()).toContain(
			`"event":"database migrated","database":"${databaseFile(settings.stateFolder)}","from":4,"to":${migrations.length},"copy":"${databaseFile(settings.stateFolder)}.schema-4"}\n`,
		);
		writeFileSync(exported, `id,revoked\n${licenses[1]!.id},2026-11-17T10:00:00.000Z\n`);

		const back = await upgraded.command('restore', backup, '--replay-revocations', exported, '--json');
		expect([back.code, back.stderr]).toEqual([0, '']);
		expect(JSON.parse(back.stdout)).toMatchObject({ licenses: 2, schema: 4, revoked: 1, unknown: 0 });
		expect(await schemaOf(settings)).toBe(4);
		// Queries it as the old program does, which knows only the old columns.
		const database = await openAsItIs(settings);
		expect(await database.tuples('SELECT id, revoked FROM licenses ORDER BY number')).toEqual([
			[licenses[0]!.id, null],
			[licenses[1]!.id, '2026-11-17T10:00:00.000Z'],
		]);
		expect(await database.rows('SELECT * FROM ledger')).toEqual([
			{ single: 1, change: 3, licenses: 2, seal_key: expect.any(String) },
		]);
		await database.close();

		// And upgrades it again.
		const again = await startService({ env, state: settings.stateFolder });
		const status = async (at: number) => (await again.get('/items/14', licenses[at]!.key)).status;
		expect([await status(0), await status(1)]).toEqual([200, 403]);
		expect(await again.stop()).toBe(0);
	} finally {
		for (const path of [backup, exported]) rmSync(path, { recursive: true, force: true });
	}
});

async function schemaOf(settings: Settings): Promise<number> {
	const database = await openAsItIs(settings);
	const [row] = await database.rows<{ version: number }>('SELECT version FROM pointrelease_schema');
	await database.close();
	return row!.version;
}

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
