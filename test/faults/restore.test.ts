import { expect, test } from 'bun:test';
import { cpSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type ServiceProcess, startService, waitFor } from '../service-process.ts';

async function issue(service: ServiceProcess, email: string): Promise<string> {
	const { code, stdout } = await service.command('license', 'issue', '--email', email, '--no-mail', '--json');
	expect(code).toBe(0);
	const { key } = JSON.parse(stdout);
	await waitFor(async () => (await service.get('/items/14', key)).status === 200, 20_000, 'the key');
	return key;
}

test('the restore drill: back up under load, lose the state, restore, and every key is as it was at the backup', async () => {
	let service = await startService();
	const backup = `${service.state}-backup`;
	try {
		const [kept, ended] = [
			await issue(service, 'kept@example.com'),
			await issue(service, 'ended@example.com'),
		];
		expect((await service.command('license', 'revoke', 'ended@example.com')).code).toBe(0);
		let running = true;
		const load = (async () => {
			while (running) expect((await service.get('/items/14')).status).toBe(200);
		})();
		const made = await service.command('backup', backup);
		expect(made).toMatchObject({ code: 0, stderr: '' });
		running = false;
		await load;
		expect(readdirSync(backup).sort()).toEqual(['pointrelease.db', 'sealing.key']);
		for (const file of readdirSync(backup)) expect(statSync(join(backup, file)).mode & 0o077).toBe(0);
		const later = await issue(service, 'later@example.com');
		// The same folder again would mix two backups.
		expect((await service.command('backup', backup)).code).toBe(1);
		const nowhere = join(backup, 'pointrelease.db');
		expect(await service.command('backup', nowhere)).toMatchObject({
			code: 1,
			stderr: `pointrelease: the backup folder ${nowhere} cannot be written (EEXIST): give one that can\n`,
		});

		service.signal('SIGKILL');
		await service.exited;
		const { key, state } = service;
		rmSync(state, { recursive: true });
		mkdirSync(state, { mode: 0o700 });
		cpSync(backup, state, { recursive: true });

		service = await startService({ state });
		const status = async (tried: string) => (await service.get('/items/14', tried)).status;
		expect([await status(key), await status(kept), await status(ended), await status(later)]).toEqual([
			200, 200, 403, 403,
		]);
		// The sealing key came back too: a lost key can be sent again.
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
