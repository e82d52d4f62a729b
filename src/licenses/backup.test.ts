import { describe, expect, test } from 'bun:test';
import { existsSync, mkdirSync, readdirSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runHere } from '../../test/cli/run-here.ts';
import { kinds, useStores } from '../../test/stores.ts';
import { openDatabase } from '../database/open.ts';
import { checkBackup } from '../server/todo/backup.ts';
import { readSettings } from '../settings/settings.ts';
import { backUpByPlan, readBackupRecord, untilNextBackup } from './backup-plan.ts';
import { issueLicense } from './issuing/issue.ts';
import { withRegistry } from './registry.ts';

const stores = useStores();
const day = 86_400_000;
const noon = new Date('2026-11-19T12:00:00Z');

async function issueTo(env: Record<string, string>, email: string) {
	return withRegistry(readSettings(env), (registry) => issueLicense(registry, { email, mail: false }));
}

describe.each(kinds)('on %s', (kind) => {
	test('a backup is verified by restoring it, and restore brings its licenses back', async () => {
		const env = await stores.environment(kind);
		const folder = join(stores.folder(), 'backup');
		const before = await issueTo(env, 'before@example.com');
		expect(await runHere(['backup', folder], env)).toMatchObject({ code: 0 });
		expect(statSync(join(folder, 'pointrelease.db')).mode & 0o777).toBe(0o600);
		const later = await issueTo(env, 'later@example.com');
		const verified = await runHere(['backup', folder, '--verify', '--json'], env);
		expect(JSON.parse(verified.stdout)).toMatchObject({ folder, licenses: 1, decrypted: 1 });
		expect(readBackupRecord(readSettings(env).stateFolder)).toMatchObject({
			folder,
			verified: expect.any(String),
			failed: null,
		});
		const exported = join(stores.folder(), 'licenses.csv');
		await runHere(['license', 'revoke', before.id], env);
		writeFileSync(exported, (await runHere(['license', 'export'], env)).stdout);
		const restored = await runHere(['restore', folder, '--replay-revocations', exported], env);
		expect([restored.code, restored.stderr]).toEqual([0, '']);
		expect(restored.stdout).toStartWith(`restored 1 license from ${folder}\n`);
		expect(restored.stdout).toContain('revoked 1 license again');
		const listed = JSON.parse((await runHere(['license', 'list', '--json'], env)).stdout);
		expect(listed).toMatchObject([{ id: before.id, email: 'before@example.com', status: 'revoked' }]);
		expect((await runHere(['license', 'show', later.id], env)).code).toBe(1);
		// The stored key can still be decrypted, and the database takes new licenses.
		await runHere(['license', 'restore', before.id], env);
		expect((await runHere(['license', 'resend', before.id], env)).code).toBe(0);
		await issueTo(env, 'again@example.com');
	});

	test('a restore brings no session and no link of the console back, and says that tokens are as before', async () => {
		const env = {
			...(await stores.environment(kind)),
			CONSOLE: 'on',
			ADMIN_ADDRESS: '127.0.0.1:9090',
		};
		const folder = join(stores.folder(), 'backup');
		await issueTo(env, 'before@example.com');
		await runHere(['console', '--for', 'anna'], env);
		await runHere(['console', 'token', '--may', 'issue', '--for', 'shop'], env);
		await runHere(['backup', folder], env);
		const { stdout } = await runHere(['restore', folder], env);
		expect(stdout).toContain('1 token of the console is as in the backup');
		const kept = await withRegistry(readSettings(env), ({ database }) =>
			database.rows<{ kind: string; name: string }>('SELECT kind, name FROM console_access'),
		);
		expect(kept).toEqual([{ kind: 'token', name: 'shop' }]);
	});

	test('a damaged backup is neither verified nor restored', async () => {
		const env = await stores.environment(kind);
		const folder = join(stores.folder(), 'backup');
		const { id } = await issueTo(env, 'before@example.com');
		await runHere(['backup', folder], env);
		truncateSync(join(folder, 'pointrelease.db'), 20_000);
		for (const words of [
			['backup', folder, '--verify'],
			['restore', folder],
		])
			expect([words[0], (await runHere(words, env)).code]).toEqual([words[0], 1]);
		expect((await runHere(['license', 'show', id], env)).code).toBe(0);
		const empty = join(stores.folder(), 'nothing');
		mkdirSync(empty);
		expect((await runHere(['backup', empty, '--verify'], env)).stderr).toContain('is not a backup');
	});
});

test('a backup of another installation does not replace the licenses in a PostgreSQL', async () => {
	const [one, other] = [await stores.environment('postgres'), await stores.environment('sqlite')];
	const folder = join(stores.folder(), 'backup');
	const { id } = await issueTo(one, 'one@example.com');
	await issueTo(other, 'other@example.com');
	await runHere(['backup', folder], other);
	const stateless = { ...one, POINTRELEASE_STATE: stores.folder() };
	expect((await runHere(['restore', folder], stateless)).stderr).toContain('of another installation');
	expect((await runHere(['license', 'show', id], one)).code).toBe(0);
});

test('a plan makes dated backups, verifies each, keeps as many as it says, and is told when it fails', async () => {
	const env = await stores.environment('sqlite');
	await issueTo(env, 'you@example.com');
	const folder = join(stores.folder(), 'with a space');
	const settings = readSettings({ ...env, BACKUP: `${folder} every=6h keep=2` });
	const plan = { folder, every: day / 4, keep: 2 };
	expect(settings.backup).toEqual(plan);
	for (const hour of [0, 6, 12])
		await backUpByPlan(settings, plan, new Date(`2026-11-19T${String(hour).padStart(2, '0')}:00:00Z`));
	// Never anything else than its own backups.
	mkdirSync(join(folder, 'other'));
	expect(readdirSync(folder).toSorted()).toEqual([
		'other',
		'pointrelease-2026-11-19T06-00-00Z',
		'pointrelease-2026-11-19T12-00-00Z',
	]);
	const record = readBackupRecord(settings.stateFolder);
	expect(record).toEqual({
		made: noon.toISOString(),
		folder: join(folder, 'pointrelease-2026-11-19T12-00-00Z'),
		verified: noon.toISOString(),
		failed: null,
	});
	expect(untilNextBackup(record, plan, noon.getTime() + 1000)).toBe(day / 4 - 1000);

	const database = await openDatabase(settings);
	try {
		const check = async (now: number) => (await checkBackup(settings, database, now))[0];
		expect(await check(noon.getTime() + day / 4)).toMatchObject({ state: 'ok' });
		expect(await check(noon.getTime() + day)).toMatchObject({
			state: 'warning',
			kind: 'backup',
			since: record.made!,
		});
		const file = join(stores.folder(), 'no-folder');
		writeFileSync(file, '');
		const broken = { ...plan, folder: file };
		await expect(backUpByPlan(settings, broken, new Date(noon.getTime() + day))).rejects.toThrow(
			'cannot be written',
		);
		expect(await check(noon.getTime() + day)).toMatchObject({
			state: 'problem',
			kind: 'backup',
			since: '2026-11-20T12:00:00.000Z',
		});
		// An hour later it is tried again.
		expect(untilNextBackup(readBackupRecord(settings.stateFolder), plan, noon.getTime() + day + 60_000)).toBe(
			59 * 60_000,
		);
		expect(existsSync(join(folder, 'pointrelease-2026-11-19T12-00-00Z/pointrelease.db'))).toBe(true);
	} finally {
		await database.close();
	}
});

test('who never backed up is told after a day, unless somebody else makes the backups', async () => {
	const env = await stores.environment('sqlite');
	const settings = readSettings(env);
	const database = await openDatabase(settings);
	try {
		const check = async (given: typeof settings, now: number) => (await checkBackup(given, database, now))[0];
		expect((await check(settings, Date.now() + 2 * day))?.state).toBe('ok');
		await issueTo(env, 'you@example.com');
		expect((await check(settings, Date.now()))?.state).toBe('ok');
		expect(await check(settings, Date.now() + 2 * day)).toMatchObject({
			state: 'warning',
			kind: 'backup',
			found: 'never backed up',
			advice: expect.stringContaining('set BACKUP to a folder'),
		});
		const elsewhere = readSettings({ ...env, BACKUP: 'elsewhere' });
		expect((await check(elsewhere, Date.now() + 2 * day))?.state).toBe('ok');
	} finally {
		await database.close();
	}
});

test('BACKUP is a whole path with every and keep, or elsewhere', () => {
	const read = (text: string) => readSettings({ BACKUP: text }).backup;
	expect(read('/b')).toEqual({ folder: '/b', every: day, keep: 14 });
	expect(read('/b keep=3 every=7d')).toEqual({ folder: '/b', every: 7 * day, keep: 3 });
	expect(read('')).toBeNull();
	for (const wrong of ['backups', '/b every=1w', '/b keep=0', '/b every=', 'every=1d', 'Elsewhere'])
		expect(() => read(wrong)).toThrow(/^BACKUP is ".*": expected a whole path such as/);
});
