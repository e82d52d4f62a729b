import { describe, expect, test } from 'bun:test';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startService, waitFor } from '../service-process.ts';

describe('the SQLite file', () => {
	test('locked by another process: answers go on, an issue waits its time and then says so', async () => {
		const service = await startService();
		// Holds the lock that every writer needs, until it is killed: a program that hangs in its transaction.
		const locker = Bun.spawn(
			[
				process.execPath,
				'-e',
				`const { Database } = require('bun:sqlite'); const db = new Database(process.env.FILE); db.run('PRAGMA busy_timeout = 5000'); db.run('BEGIN EXCLUSIVE'); db.run('UPDATE ledger SET change = change'); console.log('locked'); setInterval(() => {}, 1000);`,
			],
			{
				env: { PATH: process.env.PATH ?? '', FILE: join(service.state, 'pointrelease.db') },
				stdout: 'pipe',
				stderr: 'pipe',
			},
		);
		try {
			const first = await locker.stdout.getReader().read();
			expect(new TextDecoder().decode(first.value)).toContain('locked');
			const issue = service.command('license', 'issue', '--email', 'a@example.com', '--no-mail');
			const started = performance.now();
			while (performance.now() - started < 3_000) {
				const before = performance.now();
				expect((await service.get('/items/14')).status).toBe(200);
				expect(performance.now() - before).toBeLessThan(1_000);
				await Bun.sleep(20);
			}
			locker.kill('SIGKILL');
			await locker.exited;
			// Freed in time, so the issue that waited succeeds, and the service learns of its key.
			const { code, stdout } = await issue;
			expect(code).toBe(0);
			const key = /[A-Z0-9]{4}(-[A-Z0-9]{4}){3}/.exec(stdout)![0];
			await waitFor(async () => (await service.get('/items/14', key)).status === 200, 3_000, 'the new key');
		} finally {
			locker.kill('SIGKILL');
			await service.remove();
		}
	}, 40_000);

	test('damaged before a start: one line, exit code 1, the file is left as it was', async () => {
		const service = await startService();
		await service.stop();
		const file = join(service.state, 'pointrelease.db');
		const rubbish = Buffer.alloc(50_000, 'rubbish');
		writeFileSync(file, rubbish);
		try {
			await expect(startService({ state: service.state })).rejects.toThrow(
				/exit code 1\): pointrelease: the database [^\n]+ is damaged [^\n]*restore it from a backup[^\n]*\n$/,
			);
			expect(Buffer.from(await Bun.file(file).bytes()).equals(rubbish)).toBe(true);
		} finally {
			await service.remove();
		}
	});

	test('damaged under a running service: known keys go on, /readyz says degraded', async () => {
		const service = await startService();
		try {
			for (const file of readdirSync(service.state).filter((name) => name.startsWith('pointrelease.db')))
				writeFileSync(join(service.state, file), Buffer.alloc(200_000, 'rubbish'));
			await waitFor(
				async () => (await (await service.get('/readyz')).text()).includes('degraded'),
				10_000,
				'degraded',
			);
			expect((await service.get('/readyz')).status).toBe(200);
			for (let index = 0; index < 50; index++) expect((await service.get('/items/14')).status).toBe(200);
			await service.stop();
			expect(service.output()).not.toMatch(/internal error|\bat .*\.ts:\d+/);
		} finally {
			await service.remove();
		}
	}, 30_000);
});
