import { describe, expect, test } from 'bun:test';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ServiceProcess, startService, waitFor } from '../service-process.ts';

/** Holds the lock that every writer needs until it is killed, like a program that hangs in a transaction. */
async function lock(state: string): Promise<Bun.Subprocess> {
	const locker = Bun.spawn(
		[
			process.execPath,
			'-e',
			`const { Database } = require('bun:sqlite'); const db = new Database(process.env.FILE); db.run('PRAGMA busy_timeout = 20000'); db.run('BEGIN EXCLUSIVE'); db.run('UPDATE ledger SET change = change'); console.log('locked'); setInterval(() => {}, 1000);`,
		],
		{
			env: { PATH: process.env.PATH ?? '', FILE: join(state, 'pointrelease.db') },
			stdout: 'pipe',
			stderr: 'inherit',
		},
	);
	const first = await locker.stdout.getReader().read();
	expect(new TextDecoder().decode(first.value)).toContain('locked');
	return locker;
}

/** Requests answers until the work is done. */
async function answerUntil(service: ServiceProcess, work: Promise<unknown>): Promise<void> {
	let done = false;
	const finish = () => {
		done = true;
	};
	work.then(finish, finish);
	while (!done) {
		const answer = await fetch(`${service.address}/items/14`, {
			headers: { Authorization: service.key },
			signal: AbortSignal.timeout(20_000),
		});
		expect(answer.status).toBe(200);
		await Bun.sleep(20);
	}
}

describe('the SQLite file', () => {
	test('locked by another process for a while: requests are answered, and an issue waits', async () => {
		const service = await startService();
		const locker = await lock(service.state);
		try {
			const issue = service.commandApart('license', 'issue', '--email', 'a@example.com', '--no-mail');
			await answerUntil(service, Bun.sleep(3_000));
			locker.kill('SIGKILL');
			await locker.exited;
			const { code, stdout } = await issue;
			expect(code).toBe(0);
			const key = /[A-Z0-9]{4}(-[A-Z0-9]{4}){3}/.exec(stdout)![0];
			await waitFor(async () => (await service.get('/items/14', key)).status === 200, 20_000, 'the new key');
		} finally {
			locker.kill('SIGKILL');
			await service.remove();
		}
	});

	test('locked by another process for good: requests are answered, and an issue fails after its time limit', async () => {
		const service = await startService();
		const locker = await lock(service.state);
		try {
			const started = performance.now();
			const issue = service.commandApart('license', 'issue', '--email', 'a@example.com', '--no-mail');
			await answerUntil(service, issue);
			expect(await issue).toEqual({
				code: 1,
				stdout: '',
				stderr: expect.stringMatching(
					/^pointrelease: the database [^\n]+ is locked by another process[^\n]*\n$/,
				),
			});
			expect(performance.now() - started).toBeGreaterThan(15_000);
		} finally {
			locker.kill('SIGKILL');
			await service.remove();
		}
	});

	test('damaged before a start: one line, exit status 1, the file stays unchanged', async () => {
		const service = await startService();
		await service.stop();
		const file = join(service.state, 'pointrelease.db');
		const rubbish = Buffer.alloc(50_000, 'rubbish');
		writeFileSync(file, rubbish);
		try {
			await expect(startService({ state: service.state })).rejects.toThrow(
				/exit code 1\): pointrelease: the database [^\n]+ is damaged [^\n]*restore a backup with "pointrelease restore"[^\n]*\n$/,
			);
			expect(Buffer.from(await Bun.file(file).bytes()).equals(rubbish)).toBe(true);
		} finally {
			await service.remove();
		}
	});

	test('damaged under a running service: known keys keep working, /readyz says degraded', async () => {
		const service = await startService();
		try {
			for (const file of readdirSync(service.state).filter((name) => name.startsWith('pointrelease.db')))
				writeFileSync(join(service.state, file), Buffer.alloc(200_000, 'rubbish'));
			await waitFor(
				async () => (await (await service.get('/readyz')).text()).includes('degraded'),
				20_000,
				'degraded',
			);
			expect((await service.get('/readyz')).status).toBe(200);
			for (let index = 0; index < 50; index++) expect((await service.get('/items/14')).status).toBe(200);
			await service.stop();
			expect(service.output()).not.toMatch(/internal error|\bat .*\.ts:\d+/);
		} finally {
			await service.remove();
		}
	});
});
