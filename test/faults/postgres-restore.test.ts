import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SQL } from 'bun';
import { revokeLicense } from '../../src/licenses/issuing/changes.ts';
import { findById } from '../../src/licenses/issuing/find.ts';
import { issueLicense } from '../../src/licenses/issuing/issue.ts';
import { withRegistry } from '../../src/licenses/registry.ts';
import { readSettings } from '../../src/settings/settings.ts';
import { findInstalledPostgres, startInstalledPostgres } from '../installed-postgres.ts';
import { startPostgres } from '../postgres-server.ts';
import { type ServiceProcess, startService, waitFor } from '../service-process.ts';
import { isFull } from '../size.ts';

let folder: string;
let nodes: ServiceProcess[] = [];
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'pointrelease-backup-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface Drill {
	address: string;
	backUp(): Promise<void>;
	lose(): Promise<void>;
	restore(): Promise<void>;
}

/** Two nodes serve throughout; afterwards every key has the state of the backup on both. */
async function drill({ address, backUp, lose, restore }: Drill): Promise<void> {
	const env = { DATABASE_URL: address, POINTRELEASE_SECRET: 'one secret for both of the nodes' };
	const settings = readSettings({ ...env, POINTRELEASE_STATE: folder });
	nodes = [await startService({ env })];
	nodes.push(await startService({ env, state: mkdtempSync(join(tmpdir(), 'pointrelease-test-')) }));
	const issue = async (count: number, name: string) =>
		withRegistry(settings, async (registry) => {
			const issued = [];
			for (let number = 0; number < count; number++)
				issued.push(await issueLicense(registry, { email: `${name}${number}@example.com`, mail: false }));
			return issued;
		});
	const revoke = (ids: string[]) =>
		withRegistry(settings, async (registry) => {
			for (const id of ids) await revokeLicense(registry, (await findById(registry.database, id))!);
		});
	const statuses = (keys: string[]) =>
		Promise.all(
			nodes.flatMap((node) => keys.map(async (key) => (await node.get('/items/14', key)).status)),
		).then((all) => all.join(' '));
	const wanted = (of: (index: number) => number, count: number) =>
		nodes.flatMap(() => Array.from({ length: count }, (_, index) => of(index))).join(' ');
	const become = (keys: string[], all: string, what: string) =>
		waitFor(async () => (await statuses(keys)) === all, 30_000, what);
	const readiness = async (status: string) => {
		const states = await Promise.all(nodes.map(async (node) => (await node.get('/readyz')).json()));
		return states.every((state) => (state as { status: string }).status === status);
	};

	const before = await issue(30, 'before');
	const keys = before.map(({ key }) => key);
	const every = (third: number) => before.filter((_, index) => index % 3 === third).map(({ id }) => id);
	await revoke(every(1));
	const atBackup = wanted((index) => (index % 3 === 1 ? 403 : 200), 30);
	await become(keys, atBackup, 'the licenses before the backup');

	let serving = true;
	const wrong: number[] = [];
	const load = nodes.map(async (node) => {
		while (serving) {
			const { status } = await node.get('/items/14', keys[0]);
			if (status !== 200) wrong.push(status);
			await Bun.sleep(2);
		}
	});
	await backUp();
	await waitFor(() => readiness('ready'), 30_000, 'ready after the backup');
	const [later] = await issue(1, 'later');
	await revoke(every(2));
	const afterBackup = wanted((index) => (index % 3 === 0 ? 200 : 403), 30);
	await become(keys, afterBackup, 'the revocations after the backup');
	await become(
		[later!.key],
		wanted(() => 200, 1),
		'the license after the backup',
	);

	const exported = join(folder, 'licenses.csv');
	await Bun.write(exported, (await nodes[0]!.command('license', 'export')).stdout);
	const said = nodes.map((node) => node.output().length);
	await lose();
	// Each node checks every half second: it never notices a database that is away for less.
	const noticed = () =>
		nodes.every((node, index) => node.output().slice(said[index]).includes('"event":"database away"'));
	await waitFor(noticed, 30_000, 'the loss, noticed by both nodes');
	expect(await readiness('degraded')).toBe(true);
	expect(await statuses(keys)).toBe(afterBackup);
	await restore();
	await become(keys, atBackup, 'every key as it was at the backup');
	await become(
		[later!.key],
		wanted(() => 403, 1),
		'the license that the backup does not have',
	);
	await waitFor(() => readiness('ready'), 30_000, 'ready');
	// Licenses that were revoked after the backup are valid again until the export revokes them.
	expect(await nodes[0]!.command('restore', '--replay-revocations', exported)).toMatchObject({
		code: 0,
		stdout: 'revoked 10 licenses again\n',
	});
	await become(keys, afterBackup, 'the revocations after the backup, replayed');
	const [again] = await issue(1, 'again');
	await become(
		[again!.key],
		wanted(() => 200, 1),
		'a license after the restore',
	);
	// The secret is the same, so a lost key can be sent again.
	expect((await nodes[0]!.command('license', 'resend', 'before0@example.com')).code).toBe(0);
	serving = false;
	await Promise.all(load);
	expect(wrong).toEqual([]);
	for (const node of nodes) {
		expect(node.output()).toContain('"event":"database back"');
		expect(await node.stop()).toBe(0);
	}
}

const pages = ['backup', 'several-machines'].map((page) =>
	Bun.file(join(import.meta.dir, `../../docs/${page}.md`)).text(),
);
const manual = (await Promise.all(pages)).join('\n');
const programs = findInstalledPostgres();
const words = programs ? '' : ' (SKIPPED: this machine has no PostgreSQL with pg_dump)';

test.skipIf(!programs)(
	`the restore drill with pg_dump and pg_restore: two nodes notice and read everything again${words}`,
	async () => {
		const postgres = await startInstalledPostgres(programs!);
		// The role of the service owns its database, and may not create one.
		const [owner, administrator] = [postgres.address('shop', 'clerk'), postgres.address('postgres')];
		await postgres.tool('psql', '-qc', "CREATE ROLE clerk LOGIN PASSWORD 'correct-horse'", administrator);
		/** Runs a line of the document with the server, roles, database and folder of this test. */
		const runDocumented = async (start: string, change = (line: string) => line) => {
			const line = manual.split('\n').find((text) => text.startsWith(`$ ${start}`));
			expect([start, line]).toEqual([start, expect.stringContaining('PASSWORD@db.example.com:5432/')]);
			const here = line!
				.slice(2)
				.replaceAll('postgres://pointrelease:PASSWORD@db.example.com:5432/pointrelease', owner)
				.replaceAll('postgres://postgres:PASSWORD@db.example.com:5432/postgres', administrator)
				.replace('--owner=pointrelease', '--owner=clerk')
				.replace(/ pointrelease$/, ' shop')
				.replace('/backups', folder);
			await postgres.shell(change(here));
		};
		try {
			await runDocumented('createdb');
			await drill({
				address: owner,
				backUp: () => runDocumented('pg_dump'),
				lose: () => postgres.tool('dropdb', '--force', `--maintenance-db=${administrator}`, 'shop'),
				async restore() {
					await runDocumented('createdb');
					// An unreadable backup changes nothing.
					const restored = runDocumented('pg_restore', (line) => line.replace('.dump', '.lost'));
					expect(await restored.catch(({ message }) => message)).toContain('ended with');
					await runDocumented('pg_restore');
				},
			});
		} finally {
			for (const node of nodes) await node.remove();
			await postgres.remove();
		}
	},
);

// The rules of `restore` on PostgreSQL are in src/licenses/backup.test.ts.
test.skipIf(!isFull)(
	'the restore drill with backup and restore: the same, also over a database that is there',
	async () => {
		const postgres = await startPostgres();
		const address = await postgres.database();
		const name = new URL(address).pathname.slice(1);
		const backup = join(folder, 'backup');
		const admin = new SQL(Object.assign(new URL(address), { pathname: '/postgres' }).href);
		const restore = async () =>
			expect(await nodes[0]!.commandApart('restore', backup)).toMatchObject({ code: 0, stderr: '' });
		try {
			await drill({
				address,
				async backUp() {
					expect((await nodes[0]!.commandApart('backup', backup)).code).toBe(0);
				},
				lose: async () => void (await admin.unsafe(`DROP DATABASE ${name} WITH (FORCE)`)),
				async restore() {
					await admin.unsafe(`CREATE DATABASE ${name}`);
					await restore();
					// A table of a newer release refers to licenses: it would be in the way of the next upgrade.
					const database = new SQL(address);
					await database.unsafe('CREATE TABLE newer (license INTEGER REFERENCES licenses)');
					await restore();
					expect(await database`SELECT tablename FROM pg_tables WHERE tablename = 'newer'`).toHaveLength(0);
					await database.close();
				},
			});
		} finally {
			await admin.close();
			for (const node of nodes) await node.remove();
			await postgres.remove();
		}
	},
);

test('the restore drill with the files of a stopped PostgreSQL: the same', async () => {
	const postgres = await startPostgres();
	const copy = join(folder, 'files');
	try {
		await drill({
			address: await postgres.database(),
			async backUp() {
				await postgres.stop();
				await Bun.$`cp -a ${postgres.files} ${copy}`;
				await postgres.start();
			},
			async lose() {
				await postgres.stop();
				rmSync(postgres.files, { recursive: true });
			},
			async restore() {
				await Bun.$`cp -a ${copy} ${postgres.files}`;
				await postgres.start();
			},
		});
	} finally {
		for (const node of nodes) await node.remove();
		await postgres.remove();
	}
});
