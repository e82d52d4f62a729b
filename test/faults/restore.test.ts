import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import {
	cpSync,
	existsSync,
	mkdirSync,
	readdirSync,
	renameSync,
	rmSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { migrations } from '../../src/database/schema.ts';
import { eventually } from '../eventually.ts';
import { type ServiceProcess, startService, waitFor } from '../service-process.ts';

async function issue(service: ServiceProcess, email: string): Promise<string> {
	const { code, stdout } = await service.command('license', 'issue', '--email', email, '--no-mail', '--json');
	expect(code).toBe(0);
	const { key } = JSON.parse(stdout);
	await waitFor(async () => (await service.get('/items/14', key)).status === 200, 20_000, 'the key');
	return key;
}

test('the restore drill: back up under load, lose the state, restore, and every key has the state of the backup', async () => {
	let service = await startService();
	const backup = `${service.state}-backup`;
	try {
		const [lasting, ended] = [
			await issue(service, 'kept@example.com'),
			await issue(service, 'ended@example.com'),
		];
		expect((await service.command('license', 'revoke', 'ended@example.com')).code).toBe(0);
		let running = true;
		const load = (async () => {
			while (running) expect((await service.get('/items/14')).status).toBe(200);
		})();
		const result = await service.commandApart('backup', backup);
		expect(result).toMatchObject({ code: 0, stderr: '' });
		running = false;
		await load;
		expect(readdirSync(backup).sort()).toEqual(['pointrelease.db', 'sealing.key']);
		for (const file of readdirSync(backup)) expect(statSync(join(backup, file)).mode & 0o077).toBe(0);
		const later = await issue(service, 'later@example.com');
		// A second backup in the same folder would mix the two.
		expect((await service.command('backup', backup)).code).toBe(1);
		const nowhere = join(backup, 'pointrelease.db');
		expect(await service.command('backup', nowhere)).toMatchObject({
			code: 1,
			stderr: `pointrelease: the backup folder ${nowhere} cannot be written (a file with this name exists): choose another\n`,
		});

		service.signal('SIGKILL');
		await service.exited;
		const { key, state } = service;
		rmSync(state, { recursive: true });
		mkdirSync(state, { mode: 0o700 });
		expect(await service.command('restore', backup)).toEqual({
			code: 0,
			stdout: `restored 3 licenses from ${backup}\nlicenses revoked since the backup work again: revoke them, or restore with --replay-revocations\n`,
			stderr: '',
		});
		expect(readdirSync(state).sort()).toEqual(['database.id', 'pointrelease.db', 'sealing.key']);
		for (const file of readdirSync(state)) expect(statSync(join(state, file)).mode & 0o077).toBe(0);

		service = await startService({ state });
		const status = async (tried: string) => (await service.get('/items/14', tried)).status;
		expect([await status(key), await status(lasting), await status(ended), await status(later)]).toEqual([
			200, 200, 403, 403,
		]);
		// The sealing key was restored too: a lost key can be sent again.
		const shown = await service.command('license', 'resend', 'kept@example.com', '--json');
		expect(shown.code).toBe(0);
		expect((await service.command('doctor', '--json')).stdout).not.toMatch(
			/"check": "sealing key",\s*"state": "problem"/,
		);
		expect(await service.stop()).toBe(0);
	} finally {
		await service.remove();
		rmSync(backup, { recursive: true, force: true });
	}
});

test('a restore refuses while a service runs, keeps the previous database, and replays revocations of an export', async () => {
	let service = await startService();
	const { key, state } = service;
	const backup = `${state}-backup`;
	const exported = `${state}-export.csv`;
	try {
		const keys = {
			kept: await issue(service, 'kept@example.com'),
			revoked: await issue(service, 'revoked@example.com'),
		};
		expect((await service.command('backup', backup)).code).toBe(0);
		const later = await issue(service, 'later@example.com');
		for (const email of ['revoked@example.com', 'later@example.com'])
			expect((await service.command('license', 'revoke', email)).code).toBe(0);
		writeFileSync(exported, (await service.command('license', 'export')).stdout);
		expect(await service.command('restore', backup)).toEqual({
			code: 1,
			stdout: '',
			stderr: `pointrelease: the database ${join(state, 'pointrelease.db')} is in use: stop the service first\n`,
		});
		expect((await service.get('/items/14', keys.kept)).status).toBe(200);
		// A killed service leaves a journal, which must not be applied to the restored database.
		service.signal('SIGKILL');
		await service.exited;
		expect(existsSync(join(state, 'pointrelease.db-wal'))).toBe(true);

		const restored = await service.command('restore', backup, '--replay-revocations', exported, '--json');
		expect([restored.code, restored.stderr]).toEqual([0, '']);
		const { before, ...said } = JSON.parse(restored.stdout);
		expect(said).toEqual({
			licenses: 3,
			identity: expect.stringMatching(/^[0-9A-Z]{8}$/),
			schema: migrations.length,
			tokens: 0,
			revoked: 1,
			unknown: 1,
		});
		expect(readdirSync(before).sort()).toEqual(['pointrelease.db', 'sealing.key']);
		service = await startService({ state });
		const status = async (tried: string) => (await service.get('/items/14', tried)).status;
		expect([
			await status(key),
			await status(keys.kept),
			await status(keys.revoked),
			await status(later),
		]).toEqual([200, 200, 403, 403]);
		expect((await service.command('doctor', '--json')).stdout).not.toContain('"problem"');
		expect(await service.stop()).toBe(0);

		// The previous database is complete: it can be restored like any backup.
		expect((await service.command('restore', before)).code).toBe(0);
		service = await startService({ state });
		expect((await service.command('license', 'list')).stdout).toContain('later@example.com');
		expect(await service.stop()).toBe(0);
	} finally {
		await service.remove();
		rmSync(backup, { recursive: true, force: true });
		rmSync(exported, { force: true });
	}
});

test('a backup that is damaged, of another database or absent is refused in one line, and nothing changes', async () => {
	const service = await startService();
	const { state, key } = service;
	const other = await startService();
	const folder = `${state}-backups`;
	try {
		for (const [node, name] of [
			[service, 'own'],
			[other, 'other'],
		] as const)
			expect((await node.command('backup', join(folder, name))).code).toBe(0);
		await service.stop();
		const file = (name: string) => join(folder, name, 'pointrelease.db');
		for (const name of ['damaged', 'foreign'])
			cpSync(join(folder, 'own'), join(folder, name), { recursive: true });
		writeFileSync(file('damaged'), Buffer.alloc(50_000, 'rubbish'));
		rmSync(file('foreign'));
		new Database(file('foreign')).run('CREATE TABLE photographs (place TEXT)');
		const before = readdirSync(state).sort();
		for (const [name, words] of [
			[
				'other',
				/is a backup of another database \([0-9A-Z]{8}\) than \S+ belongs to \([0-9A-Z]{8}\): nothing was changed/,
			],
			['damaged', /is damaged/],
			['foreign', /belongs to another program/],
			['nowhere', /it has no pointrelease\.db/],
		] as const) {
			const { code, stdout, stderr } = await service.command('restore', join(folder, name));
			expect([name, code, stdout]).toEqual([name, 1, '']);
			expect(stderr).toMatch(/^pointrelease: [^\n]+\n$/);
			expect(stderr).toMatch(words);
			expect(stderr).not.toContain('[object');
			expect(readdirSync(state).sort()).toEqual(before);
		}
		// A damaged database does not stop a restore. The old files are kept in a folder.
		writeFileSync(join(state, 'pointrelease.db'), Buffer.alloc(50_000, 'rubbish'));
		expect((await service.command('restore', join(folder, 'own'))).code).toBe(0);
		const again = await startService({ state });
		expect((await again.get('/items/14', key)).status).toBe(200);
		await again.stop();
	} finally {
		await service.remove();
		await other.remove();
		rmSync(folder, { recursive: true, force: true });
	}
});

test('a restore over a damaged, wrong or missing database is refused while a service runs', async () => {
	const service = await startService();
	const backup = `${service.state}-backup`;
	const file = join(service.state, 'pointrelease.db');
	const refused = {
		code: 1,
		stdout: '',
		stderr: `pointrelease: the database ${file} is in use: stop the service first\n`,
	};
	try {
		expect((await service.command('backup', backup)).code).toBe(0);
		// Damaged in place, as by a bad disk.
		writeFileSync(file, Buffer.alloc(4096, 'x'), { flag: 'r+' });
		expect(await service.command('restore', backup)).toEqual(refused);
		renameSync(file, `${file}.aside`);
		expect(await service.command('restore', backup)).toEqual(refused);
		writeFileSync(file, 'x'.repeat(4096));
		await eventually('it is noticed', async () =>
			(await (await service.get('/readyz')).text()).includes('degraded'),
		);
		expect(await service.command('restore', backup)).toEqual(refused);
		expect(readdirSync(service.state).filter((name) => name.startsWith('before-restore'))).toEqual([]);
		service.signal('SIGKILL');
		await service.exited;
		expect((await service.command('restore', backup)).code).toBe(0);
	} finally {
		await service.remove();
		rmSync(backup, { recursive: true, force: true });
	}
});
