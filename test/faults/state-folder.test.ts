import { describe, expect, test } from 'bun:test';
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ServiceProcess, startService, waitFor } from '../service-process.ts';

const root = process.getuid?.() === 0;
/** Nobody may do everything but root, for whom no folder is read-only. */
const asNobody = root ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] : [];
const canDrop = !root || Bun.which('setpriv') !== null;

async function usage(service: ServiceProcess): Promise<number> {
	const { stdout } = await service.command('license', 'usage', '--json');
	return (stdout.match(/"requests":(\d+)/g) ?? []).reduce((sum, found) => sum + Number(found.slice(11)), 0);
}

describe('a read-only state folder', () => {
	test.skipIf(!canDrop)('ends the start with one line that says what to do', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'pointrelease-test-'));
		chmodSync(folder, 0o555);
		try {
			const start = startService({ state: folder, wrapper: asNobody, cwd: '/' });
			await expect(start).rejects.toThrow(
				/exit code 1\): pointrelease: the state folder .* cannot be written \(EACCES\): set POINTRELEASE_STATE/,
			);
		} finally {
			rmSync(folder, { recursive: true, force: true });
		}
	});

	test.skipIf(!canDrop)(
		'is told by "license issue" in one line, while a service that runs goes on',
		async () => {
			const folder = mkdtempSync(join(tmpdir(), 'pointrelease-test-'));
			chmodSync(folder, 0o777);
			const service = await startService({ state: folder, wrapper: asNobody, cwd: '/' });
			try {
				const key = /[A-Z0-9]{4}(-[A-Z0-9]{4}){3}/.exec(service.output())![0];
				chmodSync(folder, 0o555);
				for (const file of readdirSync(folder)) chmodSync(join(folder, file), 0o444);
				expect((await service.get('/items/14', key)).status).toBe(200);
				const issue = Bun.spawn(
					[
						...asNobody,
						process.execPath,
						join(import.meta.dir, '../../src/cli/main.ts'),
						'license',
						'issue',
						'--email',
						'a@example.com',
					],
					{
						env: { PATH: process.env.PATH ?? '', POINTRELEASE_STATE: folder },
						stdout: 'pipe',
						stderr: 'pipe',
					},
				);
				expect(await issue.exited).toBe(1);
				expect(await new Response(issue.stderr).text()).toMatch(
					/^pointrelease: [^\n]*cannot be written[^\n]*\n$/,
				);
				expect((await service.get('/items/14', key)).status).toBe(200);
			} finally {
				chmodSync(folder, 0o777);
				await service.remove();
			}
		},
	);
});

describe('a full disk', () => {
	// A small file system of its own needs root and mount; the limit on file sizes stands in for it otherwise.
	const canMount = root && Bun.which('mount') !== null;
	test.skipIf(!canMount)(
		`loses no key and no count: what cannot be written now is written when there is space again${canMount ? '' : ' (SKIPPED: needs root and mount)'}`,
		async () => {
			const folder = mkdtempSync(join(tmpdir(), 'pointrelease-test-'));
			const mounted = await Bun.$`mount -t tmpfs -o size=2m tmpfs ${folder}`.nothrow().quiet();
			if (mounted.exitCode !== 0) {
				rmSync(folder, { recursive: true });
				console.log('SKIPPED: this machine lets nobody mount a file system');
				return;
			}
			const service = await startService({ state: folder, cwd: '/' });
			const ballast = join(folder, 'ballast');
			try {
				const key = /[A-Z0-9]{4}(-[A-Z0-9]{4}){3}/.exec(service.output())![0];
				await Bun.$`dd if=/dev/zero of=${ballast} bs=4k`.nothrow().quiet();
				for (let index = 0; index < 20; index++)
					expect((await service.get('/items/14', key)).status).toBe(200);
				const issued = await service.command('license', 'issue', '--email', 'a@example.com', '--no-mail');
				expect(issued.code).toBe(1);
				expect(issued.stdout).toBe('');
				expect(issued.stderr).toMatch(/^pointrelease: [^\n]+\n$/);
				expect((await service.get('/items/14', key)).status).toBe(200);
				rmSync(ballast);
				expect(
					(await service.command('license', 'issue', '--email', 'a@example.com', '--no-mail')).code,
				).toBe(0);
				await waitFor(
					async () => (await usage(service)) === 21,
					10_000,
					'the 21 requests that were counted meanwhile',
				);
				expect(await service.stop()).toBe(0);
			} finally {
				service.signal('SIGKILL');
				await service.exited;
				await Bun.$`umount ${folder}`.nothrow().quiet();
				rmSync(folder, { recursive: true, force: true });
			}
		},
		40_000,
	);

	test('met by an unprivileged process (the limit on file sizes) fails an issue in one line and breaks nothing', async () => {
		const service = await startService();
		try {
			const limited = ['bash', '-c', 'trap "" XFSZ; ulimit -f 16; exec "$@"', 'sh'];
			const issue = Bun.spawn(
				[
					...limited,
					process.execPath,
					join(import.meta.dir, '../../src/cli/main.ts'),
					'license',
					'issue',
					'--email',
					'a@example.com',
					'--no-mail',
				],
				{
					env: { PATH: process.env.PATH ?? '', POINTRELEASE_STATE: service.state },
					stdout: 'pipe',
					stderr: 'pipe',
				},
			);
			const [code, stdout, stderr] = await Promise.all([
				issue.exited,
				new Response(issue.stdout).text(),
				new Response(issue.stderr).text(),
			]);
			expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
			expect(stderr).toMatch(/^pointrelease: the database [^\n]+\n$/);
			expect((await service.get('/items/14')).status).toBe(200);
			expect((await service.command('license', 'issue', '--email', 'b@example.com', '--no-mail')).code).toBe(
				0,
			);
		} finally {
			await service.remove();
		}
	}, 30_000);
});

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
