import { expect, test } from 'bun:test';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyCommand } from '../copied-command.ts';
import { startService, waitFor } from '../service-process.ts';

const nobody = 65_534;
const able = process.getuid?.() === 0 && Bun.which('setpriv') !== null;
const asNobody = ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups'];

test.skipIf(!able)(
	`commands that root runs leave all files to the user of the service${able ? '' : ' (SKIPPED: needs root and setpriv)'}`,
	async () => {
		const state = mkdtempSync(join(tmpdir(), 'pointrelease-test-'));
		chownSync(state, nobody, nobody);
		chmodSync(state, 0o700);
		const { command, env, remove } = copyCommand();
		const start = () => startService({ state, wrapper: asNobody, cwd: '/', command, env });
		const owners = () =>
			readdirSync(state, { recursive: true })
				.map(
					(name) => [String(name), statSync(join(state, String(name)), { throwIfNoEntry: false })] as const,
				)
				.filter(([, found]) => found && (found.uid !== nobody || found.gid !== nobody))
				.map(([name]) => name);
		// The service may have taken a mail before the command did, and may still be sending it when the command
		// ends.
		const mails = (count: number) => {
			const outbox = join(state, 'outbox');
			return waitFor(
				() => existsSync(outbox) && readdirSync(outbox).length === count,
				20_000,
				`mail ${count}`,
			);
		};
		/** What root leaves in the folder by hand: root can read it, and the service does not start. */
		const checkFilesOfRoot = async () => {
			const files = ['pointrelease.db', 'sealing.key'].map((name) => join(state, name));
			for (const file of files) chownSync(file, 0, 0);
			const asRoot = JSON.parse((await service.command('doctor', '--json')).stdout);
			for (const file of files)
				expect(asRoot).toContainEqual({
					check: 'state folder',
					state: 'problem',
					found: `${file} belongs to user 0 (mode 600), and the service is user ${nobody}: it cannot use it`,
					advice: `chown ${nobody}:${nobody} ${file}`,
				});
			chownSync(files[0]!, nobody, nobody);
			const child = Bun.spawnSync([...asNobody, ...command, 'doctor', '--json'], {
				cwd: '/',
				env: { PATH: process.env.PATH, POINTRELEASE_STATE: state, PORT: '1', FEEDS: 'off' },
			});
			expect(JSON.parse(child.stdout.toString())).toContainEqual({
				check: 'sealing key',
				state: 'problem',
				found: `${files[1]} cannot be read (permission denied)`,
				advice: 'give the file to the user of the service (chown, chmod 600); nothing is lost',
			});
			chownSync(files[1]!, nobody, nobody);
		};
		let service = await start();
		try {
			const { key } = service;
			expect((await service.command('license', 'issue', '--email', 'a@example.com')).code).toBe(0);
			await mails(1);
			expect((await service.command('license', 'rotate-secret')).stdout).toMatch(/ 2 keys with /);
			expect((await service.command('license', 'resend', 'a@example.com')).code).toBe(0);
			await mails(2);
			expect(owners()).toEqual([]);
			// With DynamicUser nobody can become the user of the unit: root checks, and reports no problem.
			const findings = JSON.parse((await service.command('doctor', '--json')).stdout);
			expect(findings.filter(({ check }: { check: string }) => check === 'state folder')).toMatchObject([
				{ state: 'ok' },
			]);
			expect(await service.stop()).toBe(0);
			// Without a running service a command opens the database itself and leaves its owner unchanged.
			expect((await service.command('license', 'rotate-secret')).code).toBe(0);
			expect(owners()).toEqual([]);
			await checkFilesOfRoot();
			service = await start();
			expect((await service.get('/items/14', key)).status).toBe(200);
			expect((await service.command('license', 'issue', '--email', 'b@example.com', '--no-mail')).code).toBe(
				0,
			);
			await waitFor(() => owners().length === 0, 10_000, 'files that are the service’s own');
			expect(await service.stop()).toBe(0);
		} finally {
			await service.remove();
			remove();
		}
	},
);

test.skipIf(!able)(
	`a user without HOME and an entry in passwd issues a license, under its number in the audit log${able ? '' : ' (SKIPPED: needs root and setpriv)'}`,
	async () => {
		const state = mkdtempSync(join(tmpdir(), 'pointrelease-test-'));
		const user = 41_923;
		chownSync(state, user, user);
		const { command, env, remove } = copyCommand();
		const run = async (...words: string[]) => {
			const program = [
				'setpriv',
				`--reuid=${user}`,
				`--regid=${user}`,
				'--clear-groups',
				...command,
				...words,
			];
			const child = Bun.spawn(program, {
				cwd: '/',
				env: { PATH: process.env.PATH ?? '', POINTRELEASE_STATE: state },
				stdout: 'pipe',
				stderr: 'pipe',
			});
			return [await child.exited, await child.stderr.text(), await child.stdout.text()] as const;
		};
		const service = await startService({
			state,
			command,
			env,
			wrapper: ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups'],
			cwd: '/',
		});
		try {
			expect((await run('license', 'issue', '--email', 'a@example.com', '--no-mail')).slice(0, 2)).toEqual([
				0,
				'',
			]);
			const [code, stderr, log] = await run('license', 'audit', '--json');
			expect([code, stderr]).toEqual([0, '']);
			expect(JSON.parse(log)).toContainEqual(expect.objectContaining({ who: `user ${user}` }));
		} finally {
			await service.remove();
			remove();
		}
	},
);
