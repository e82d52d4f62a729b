import { describe, expect, test } from 'bun:test';
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
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
				chmodSync(folder, 0o555);
				for (const file of readdirSync(folder)) chmodSync(join(folder, file), 0o444);
				expect((await service.get('/items/14')).status).toBe(200);
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
				expect((await service.get('/items/14')).status).toBe(200);
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
				await Bun.$`dd if=/dev/zero of=${ballast} bs=4k`.nothrow().quiet();
				for (let index = 0; index < 20; index++) expect((await service.get('/items/14')).status).toBe(200);
				const issued = await service.command('license', 'issue', '--email', 'a@example.com', '--no-mail');
				expect(issued.code).toBe(1);
				expect(issued.stdout).toBe('');
				expect(issued.stderr).toMatch(/^pointrelease: [^\n]+\n$/);
				expect((await service.get('/items/14')).status).toBe(200);
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
