import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CopiedCommand, copyCommand } from '../copied-command.ts';
import { type ServiceProcess, startService, waitFor } from '../service-process.ts';
import { canMount, mountNote, mountSmallDisk } from '../small-disk.ts';
import { countedRequests } from '../usage.ts';

const root = process.getuid?.() === 0;
/** Root ignores permissions, so no folder is read-only for root. */
const asNobody = root ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] : [];
const canDrop = !root || Bun.which('setpriv') !== null;

/**
 * Runs the work with a service whose state is on a file system of two megabytes, and a function that fills it
 * completely.
 */
async function withSmallDisk(
	work: (service: ServiceProcess, fill: () => Promise<() => void>) => Promise<void>,
): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), 'pointrelease-test-'));
	const disk = mountSmallDisk(folder, '2m');
	const service = await startService({ state: folder, cwd: '/', env: { ADMIN_ADDRESS: '127.0.0.1:0' } });
	const fill = async () => {
		await emptyJournal(join(folder, 'pointrelease.db'));
		disk.fill();
		return disk.empty;
	};
	try {
		await work(service, fill);
	} finally {
		service.signal('SIGKILL');
		await service.exited;
		disk.unmount();
		rmSync(folder, { recursive: true, force: true });
	}
}

/** Empties the journal: an existing one would be overwritten in place and need no space. */
async function emptyJournal(file: string): Promise<void> {
	const database = new Database(file);
	const emptied = () =>
		Object.values(database.query('PRAGMA wal_checkpoint(TRUNCATE)').get() as object)[0] === 0;
	await waitFor(emptied, 10_000, 'the journal to be free');
	database.close();
}

async function ask(service: ServiceProcess, times: number): Promise<void> {
	for (let index = 0; index < times; index++) expect((await service.get('/items/14')).status).toBe(200);
}

function notWritten(service: ServiceProcess): number {
	return service.output().match(/"event":"usage not written yet"/g)?.length ?? 0;
}

describe('a read-only state folder', () => {
	let copied: CopiedCommand;
	beforeAll(() => {
		copied = copyCommand();
	});
	afterAll(() => copied.remove());

	test.skipIf(!canDrop)('ends the start with one line that says what to do', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'pointrelease-test-'));
		chmodSync(folder, 0o555);
		try {
			const { command, env } = copied;
			const start = startService({ state: folder, wrapper: asNobody, cwd: '/', command, env });
			await expect(start).rejects.toThrow(
				/exit code 1\): pointrelease: the state folder .* cannot be written \(permission denied\): set POINTRELEASE_STATE/,
			);
		} finally {
			rmSync(folder, { recursive: true, force: true });
		}
	});

	test.skipIf(!canDrop)(
		'is reported by "license issue" in one line, while a running service goes on',
		async () => {
			const folder = mkdtempSync(join(tmpdir(), 'pointrelease-test-'));
			chmodSync(folder, 0o777);
			const { command, env } = copied;
			const service = await startService({ state: folder, wrapper: asNobody, cwd: '/', command, env });
			try {
				chmodSync(folder, 0o555);
				for (const file of readdirSync(folder)) chmodSync(join(folder, file), 0o444);
				expect((await service.get('/items/14')).status).toBe(200);
				const issue = Bun.spawn([...asNobody, ...command, 'license', 'issue', '--email', 'a@example.com'], {
					env: { PATH: process.env.PATH ?? '', POINTRELEASE_STATE: folder },
					cwd: '/',
					stdout: 'pipe',
					stderr: 'pipe',
				});
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
	// Without the right to mount only the limit on file sizes, below, is tested.
	test.skipIf(!canMount)(
		`loses no key and no count: what cannot be written is written when there is space again${mountNote}`,
		() =>
			withSmallDisk(async (service, fill) => {
				const empty = await fill();
				await ask(service, 20);
				const issued = await service.command('license', 'issue', '--email', 'a@example.com', '--no-mail');
				expect(issued.code).toBe(1);
				expect(issued.stdout).toBe('');
				expect(issued.stderr).toMatch(/^pointrelease: [^\n]+\n$/);
				await waitFor(() => notWritten(service) > 0, 30_000, 'the attempt to write the counts');
				// Long enough for a second attempt, which must log nothing.
				await Bun.sleep(5_000);
				await ask(service, 1);
				expect(notWritten(service)).toBe(1);
				expect(service.output()).toMatch(/"event":"usage not written yet","reason":"no space left for /);
				expect(await (await service.get('/readyz')).json()).toMatchObject({ status: 'ready', reasons: [] });
				expect(await (await fetch(service.metrics)).text()).toMatch(/^pointrelease_database_up\{.*\} 1$/m);
				expect(await countedRequests(service)).toBe(0);
				empty();
				const again = await service.command('license', 'issue', '--email', 'a@example.com', '--no-mail');
				expect(again.code).toBe(0);
				await waitFor(
					async () => (await countedRequests(service)) === 21,
					30_000,
					'the 21 requests that were counted meanwhile',
				);
				expect(await service.stop()).toBe(0);
				expect(await countedRequests(service)).toBe(21);
				expect(notWritten(service)).toBe(1);
			}),
	);

	test.skipIf(!canMount)(
		`loses the counts that did not fit when the service stops, and says so${mountNote}`,
		() =>
			withSmallDisk(async (service, fill) => {
				await ask(service, 5);
				await waitFor(async () => (await countedRequests(service)) === 5, 30_000, 'the counts');
				const empty = await fill();
				await ask(service, 7);
				expect(await service.stop()).toBe(0);
				expect(service.output()).toMatch(
					/"event":"usage of the last seconds is lost","reason":"no space left for /,
				);
				empty();
				expect(await countedRequests(service)).toBe(5);
			}),
	);

	test('simulated by the limit on file sizes, fails an issue in one line and breaks nothing else', async () => {
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
	});
});
