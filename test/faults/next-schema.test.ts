import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { copyFileSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCommands } from '../../src/cli/commands.ts';
import { openAsItIs, openDatabase, openToRead } from '../../src/database/open.ts';
import { migrations } from '../../src/database/schema.ts';
import { databaseFile } from '../../src/database/state-folder.ts';
import type { Statement } from '../../src/database/statements.ts';
import { tablesOf } from '../../src/database/tables.ts';
import { issueLicense } from '../../src/licenses/issuing/issue.ts';
import { openLicenses } from '../../src/licenses/licenses.ts';
import { withRegistry } from '../../src/licenses/registry.ts';
import { createLog, silentLog } from '../../src/process/log.ts';
import { readSettings } from '../../src/settings/settings.ts';
import { runHere } from '../cli/run-here.ts';
import { type ServiceProcess, startService } from '../service-process.ts';
import { kinds, useStores } from '../stores.ts';

/*
 * The service is the program of this commit, in a process of its own. What runs in this process is the next release: it
 * knows one schema more.
 */

const stores = useStores();
const present = migrations.length;
const nextStep: Statement[] = [
	'CREATE TABLE next_things (word TEXT)',
	'ALTER TABLE ledger ADD COLUMN next_word TEXT',
];

const history = migrations as (readonly Statement[])[];
const becomeNext = () => history.push(nextStep);
const becomePresent = () => history.splice(present);
afterAll(becomePresent);

async function schemaOf(env: Record<string, string>): Promise<number> {
	const database = (await openAsItIs(readSettings(env)))!;
	const [row] = await database.rows<{ schema: number }>('SELECT schema FROM pointrelease_database');
	await database.close();
	return row!.schema;
}

describe('a service of the release before is running', () => {
	let service: ServiceProcess;
	let env: Record<string, string>;
	let license: string;
	let exported: string;
	let before: Awaited<ReturnType<typeof answers>>;
	let inventories: string;
	let sent = 0;
	const channel = Bun.serve({
		hostname: '127.0.0.1',
		port: 0,
		fetch: () => {
			sent++;
			return new Response();
		},
	});
	afterAll(() => channel.stop(true));
	beforeAll(async () => {
		service = await startService({ env: { FEEDS: 'off' } });
		env = {
			POINTRELEASE_STATE: service.state,
			FEEDS: 'off',
			PORT: '1',
			WATCH: join(stores.folder(), 'watch.json'),
		};
		license = JSON.parse((await runHere(['license', 'list', '--json'], env)).stdout)[0].id;
		inventories = join(stores.folder(), 'exports');
		mkdirSync(inventories);
		copyFileSync('examples/jamf-pro.csv', join(inventories, 'macs.csv'));
		const team = {
			kind: 'webhook',
			url: `http://127.0.0.1:${channel.port}`,
			secret: `whsec_${btoa('x'.repeat(32))}`,
		};
		const watch = {
			inventories: [inventories],
			policy: 'latest',
			framework: 'cyber-essentials-3.3',
			channels: { team },
			evidence: { folder: join(stores.folder(), 'evidence') },
		};
		writeFileSync(env.WATCH!, JSON.stringify(watch), { mode: 0o600 });
		await runHere(['fleet', 'remember', 'examples/jamf-pro.csv', '--taken', '2026-09-01'], env);
		exported = join(stores.folder(), 'export.csv');
		writeFileSync(exported, (await runHere(['license', 'export'], env)).stdout);
		before = await answers();
		becomeNext();
	});
	afterAll(() => service.remove());

	const older =
		/^pointrelease: the database \S+ has the schema of an older release \(\d+, this one needs \d+\): stop the older release, then run "pointrelease migrate" or start the service, which keep a copy of it first\n$/;

	/** Commands that read the database: with the words of a call, which answers as before. */
	const reading = (): string[][] => [
		['license', 'list'],
		['license', 'show', license],
		['license', 'usage'],
		['license', 'export'],
		['license', 'audit'],
		['license', 'orders'],
		['data', 'status'],
		['data', 'diff'],
		['data', 'decisions'],
		['data', 'export', join(stores.folder(), 'tables')],
		['lookup', 'J293AP'],
		['search', 'j293ap'],
		['advice', 'J293AP', '14.7.2'],
		['exposure', 'J293AP', '14.7.2'],
		['cve', 'CVE-2023-41064'],
		['enforce', '--for', 'nudge', '--policy', 'n-1'],
		['minimum', 'n-1'],
		['fleet', 'examples/jamf-pro.csv'],
		['watch', '--check', '--messages'],
		['watch', '--evidence'],
		['watch', 'status'],
		['console', 'token'],
	];

	/** The commands that read, with exit status and standard error. */
	const answers = async () => {
		const all: [words: string, code: number, stderr: string][] = [];
		for (const words of reading()) {
			const { code, stderr } = await runHere(words, env);
			all.push([words.slice(0, 2).join(' '), code, stderr]);
		}
		return all;
	};

	/** Commands that change the database, which end with one line. */
	const changing = (): string[][] => [
		['license', 'issue', '--email', 'a@example.com'],
		['license', 'revoke', license],
		['license', 'restore', license],
		['license', 'renew', license, '--expires', '2099-01-01'],
		['license', 'rotate', license],
		['license', 'resend', license],
		['license', 'change-email', license, '--to', 'b@example.com'],
		['license', 'reminders', license, 'off'],
		['license', 'feed', license],
		['license', 'forget', license],
		['license', 'orders', 'apply', 'cs_test_1'],
		['license', 'import', exported],
		['license', 'rotate-secret'],
		['data', 'pull'],
		['data', 'accept', 'ITEM'],
		['data', 'reject', 'ITEM'],
		['data', 'forget', '26.1'],
		['data', 'correct', '26.1', '--date', '2025-11-03'],
		['data', 'undo'],
		['watch'],
		['watch', '--once'],
		['watch', '--test', 'team'],
		['watch', '--settle', 'team'],
		['watch', '--accept-inventory', inventories],
		['restore', '--replay-revocations', exported],
		['console', '--end'],
		['console', 'token', '--may', 'issue', '--for', 'shop'],
	];

	/** Commands that have tests of their own, and those that do not use the database of the service. */
	const others = [
		...['serve', 'migrate', 'move', 'backup', 'todo', 'doctor', 'mcp', 'site'],
		...['config', 'ready', 'policies', 'manual', 'notices', 'data check', 'data stats'],
		...['license first-key', 'license products'],
		...[
			'fleet remember',
			'fleet retire',
			'fleet history',
			'fleet pull',
			'fleet connections',
			'fleet frameworks',
		],
		...['fleet evidence', 'fleet verify', 'fleet prove', 'fleet evidence-key'],
	];

	test('every command is tried', async () => {
		const tried = [...others, ...[...reading(), ...changing()].map((words) => `${words.join(' ')} `)];
		const names = (await readCommands(undefined)).map(({ name }) => name);
		expect(names.filter((name) => !tried.some((words) => `${words} `.startsWith(`${name} `)))).toEqual([]);
	});

	test('commands that read answer as before', async () => {
		const now = await answers();
		expect(now).toEqual(before);
		expect(now.filter(([, , stderr]) => stderr.includes('database'))).toEqual([]);
		expect((await runHere(['license', 'list'], env)).stdout).toContain(license);
		expect(await schemaOf(env)).toBe(present);
	});

	test('commands that change something end with one line, before anything is sent', async () => {
		for (const words of changing()) {
			const { code, stdout, stderr } = await runHere(words, env);
			expect([words.join(' '), code, stdout]).toEqual([words.join(' '), 1, '']);
			expect([words.join(' '), stderr]).toEqual([words.join(' '), expect.stringMatching(older)]);
		}
		expect(sent).toBe(0);
		expect(await schemaOf(env)).toBe(present);
	});

	test('a column that the older schema lacks is the same line, not damage', async () => {
		for (const open of [openDatabase, openToRead]) {
			const database = (await open(readSettings(env)))!;
			for (const text of [
				'SELECT next_word FROM ledger',
				'SELECT word FROM next_things',
				'DELETE FROM usage',
				'WITH days AS (SELECT 1) DELETE FROM usage',
			])
				expect(await database.rows(text).catch(({ code }) => code)).toBe('database-older');
			await database.close();
		}
	});

	test('a backup has the schema that is there, and the service works on', async () => {
		const folder = join(stores.folder(), 'backup');
		expect((await runHere(['backup', folder], env)).code).toBe(0);
		expect(await schemaOf({ POINTRELEASE_STATE: folder })).toBe(present);
		expect(await schemaOf(env)).toBe(present);
		expect(readdirSync(service.state).filter((name) => name.includes('schema'))).toEqual([]);
		expect((await service.get('/items/14')).status).toBe(200);
		expect((await service.commandApart('license', 'issue', '--email', 'c@example.com')).code).toBe(0);
	});

	test('migrate refuses while it runs; after it has stopped, keeps a copy, and the older release serves the copy', async () => {
		const refused = await runHere(['migrate'], env);
		expect([refused.code, refused.stderr]).toEqual([
			1,
			`pointrelease: the database ${databaseFile(service.state)} is in use: stop the service and the watch first\n`,
		]);
		expect(await service.stop()).toBe(0);
		const move = await runHere(['move', '--to', await stores.database()], env);
		expect([move.code, move.stderr]).toEqual([1, expect.stringMatching(older)]);
		const file = databaseFile(service.state);
		const copy = `${file}.schema-${present}`;
		const migrated = await runHere(['migrate', '--json'], env);
		expect([migrated.code, migrated.stderr]).toEqual([0, '']);
		expect(JSON.parse(migrated.stdout)).toEqual({ place: file, from: present, to: present + 1, copy });
		expect(statSync(copy).mode & 0o777).toBe(0o600);
		expect(await schemaOf(env)).toBe(present + 1);
		expect((await runHere(['license', 'issue', '--email', 'd@example.com'], env)).code).toBe(0);
		expect((await runHere(['migrate'], env)).stdout).toBe(
			`${file} has the schema of this release (${present + 1}): nothing to migrate\n`,
		);
		const refusedOld = await service.commandApart('license', 'list');
		expect([refusedOld.code, refusedOld.stderr]).toEqual([1, expect.stringContaining('newer release')]);

		for (const end of ['-wal', '-shm']) rmSync(file + end, { force: true });
		copyFileSync(copy, file);
		const again = await startService({ state: service.state, env: { FEEDS: 'off' } });
		expect((await again.get('/items/14', service.key)).status).toBe(200);
		expect(await again.stop()).toBe(0);
	});
});

test('a start of the service migrates an embedded database after it has kept a copy, and never replaces an earlier copy', async () => {
	becomePresent();
	const env = await stores.environment('sqlite');
	const file = databaseFile(env.POINTRELEASE_STATE!);
	writeFileSync(`${file}.schema-${present}`, 'an earlier copy');
	becomeNext();
	const lines: string[] = [];
	const licenses = await openLicenses(
		readSettings(env),
		createLog({ terminal: false, write: (line) => void lines.push(line), now: () => new Date(0) }),
	);
	await licenses.close();
	expect(await schemaOf(env)).toBe(present + 1);
	const copy = `${file}.schema-${present}-2`;
	expect(lines.join('\n')).toContain(copy);
	copyFileSync(copy, file);
	expect(await schemaOf(env)).toBe(present);
});

test('the way back: a restore keeps the schema of the backup and repeats later revocations', async () => {
	becomePresent();
	const env = await stores.environment('sqlite');
	const backup = `${env.POINTRELEASE_STATE}-backup`;
	const exported = join(stores.folder(), 'export.csv');
	const issue = async (email: string): Promise<string> =>
		JSON.parse((await runHere(['license', 'issue', '--no-mail', '--json', '--email', email], env)).stdout).id;
	const [kept, revoked] = [await issue('kept@example.com'), await issue('revoked@example.com')];
	try {
		expect((await runHere(['backup', backup], env)).code).toBe(0);
		becomeNext();
		expect((await runHere(['migrate'], env)).code).toBe(0);
		writeFileSync(exported, `id,revoked\n${revoked},2026-11-17T10:00:00.000Z\n`);
		const back = await runHere(['restore', backup, '--replay-revocations', exported, '--json'], env);
		expect([back.code, back.stderr]).toEqual([0, '']);
		expect(JSON.parse(back.stdout)).toMatchObject({ licenses: 2, schema: present, revoked: 1, unknown: 0 });
		expect(await schemaOf(env)).toBe(present);
		becomePresent();
		const { stdout } = await runHere(['license', 'list', '--json'], env);
		expect(JSON.parse(stdout)).toMatchObject([
			{ id: kept, status: 'active' },
			{ id: revoked, status: 'revoked', revoked: '2026-11-17T10:00:00.000Z' },
		]);
	} finally {
		rmSync(backup, { recursive: true, force: true });
	}
});

test.each(kinds)('%s: a migration keeps every row', async (kind) => {
	becomePresent();
	const env = await stores.environment(kind);
	const settings = readSettings(env);
	await withRegistry(settings, async (registry) => {
		for (const email of ['one@example.com', 'two@example.com']) await issueLicense(registry, { email });
		await registry.database.rows("INSERT INTO usage (license, day, requests) VALUES (2, '2026-11-17', 700)");
	});
	const tables = tablesOf();
	const contents = async () => {
		const database = (await openAsItIs(settings))!;
		const rows = await Promise.all(
			tables.map(({ name, columns, key }) =>
				database.tuples(`SELECT ${columns.join(', ')} FROM ${name} ORDER BY ${key.join(', ')}`),
			),
		);
		await database.close();
		return rows;
	};
	const before = await contents();
	becomeNext();
	expect((await runHere(['migrate', '--yes'], env)).code).toBe(0);
	expect(await contents()).toEqual(before);
	const usage = await runHere(['license', 'usage', '--json', '--days', '3650'], env);
	expect([usage.code, JSON.parse(usage.stdout)]).toMatchObject([0, [{ requests: 700 }]]);
});

test('a migration that fails leaves the database as it was', async () => {
	becomePresent();
	const env = await stores.environment('sqlite');
	history.push(['CREATE NONSENSE']);
	try {
		expect(await openLicenses(readSettings(env), silentLog).catch(({ code }) => code)).toBe('database-error');
		expect(await schemaOf(env)).toBe(present);
	} finally {
		becomePresent();
	}
});

test('PostgreSQL is migrated only by migrate --yes, after one line that says how to dump it', async () => {
	becomePresent();
	const env = await stores.environment('postgres');
	becomeNext();
	const line =
		/^the database \S+ has the schema of an older release \(\d+, this one needs \d+\): back it up with "pointrelease backup FOLDER", because no copy is kept, then run "pointrelease migrate --yes"$/;
	expect(await openLicenses(readSettings(env), silentLog).catch(({ message }) => message)).toMatch(line);
	const unconfirmed = await runHere(['migrate'], env);
	expect([unconfirmed.code, unconfirmed.stderr.replace(/^pointrelease: |\n$/g, '')]).toEqual([
		1,
		expect.stringMatching(line),
	]);
	expect(await schemaOf(env)).toBe(present);
	const confirmed = await runHere(['migrate', '--yes', '--json'], env);
	expect(JSON.parse(confirmed.stdout)).toMatchObject({ from: present, to: present + 1, copy: null });
	expect(await schemaOf(env)).toBe(present + 1);
	await (await openLicenses(readSettings(env), silentLog)).close();
});
