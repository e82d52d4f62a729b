import { afterAll, expect, test } from 'bun:test';
import { chmodSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { version } from '../../package.json' with { type: 'json' };
import type { Finding } from '../../src/server/todo/finding.ts';
import { runHere } from '../cli/run-here.ts';
import { temporaryState } from '../live.ts';
import { openMailbox } from '../mailbox.ts';
import { runCommand } from '../process.ts';
import { startService } from '../service-process.ts';

const state = temporaryState();
afterAll(state.remove);

async function doctor(
	env: Record<string, string>,
): Promise<{ code: number; of(check: string): Finding | undefined }> {
	const { code, stdout } = await runHere(['doctor', '--json'], env);
	const findings: Finding[] = JSON.parse(stdout);
	return { code, of: (check) => findings.find((finding) => finding.check === check) };
}

test('a healthy service has no finding with advice, and the exit status is 0', async () => {
	const mailbox = await openMailbox();
	const service = await startService({ env: { SMTP_URL: mailbox.url, MAIL_FROM: 'shop@example.com' } });
	try {
		const env = {
			POINTRELEASE_STATE: service.state,
			PORT: String(service.port),
			SMTP_URL: mailbox.url,
			MAIL_FROM: 'shop@example.com',
			PUBLIC_URL: 'https://macs.example',
		};
		const { code, stdout, stderr } = await runCommand(['doctor'], env);
		expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
		expect(stdout.replace(/^WARN {2}file limit.*\n.*\n/m, '')).not.toContain('→');
		for (const check of [
			'data',
			'state folder',
			'database',
			'encryption',
			'mail',
			'feeds',
			'file limit',
			'service',
		])
			expect(stdout).toContain(check);
		expect(stdout).toContain('accepts the login');
		expect(stdout).toContain(', 1 license, identity ');
		expect(stdout).not.toContain('mail-password');
		const wrong = await runHere(['doctor', '--json'], {
			...env,
			SMTP_URL: mailbox.url.replace('mail-password', 'sardine'),
		});
		expect(wrong.stdout).toMatch(/"check": "mail",\s*"state": "problem"/);
		expect(wrong.stdout).not.toContain('sardine');
	} finally {
		await service.remove();
		await mailbox.stop();
	}
});

test('every worker of a service knows its ID, which stands in running.json while it runs', async () => {
	const service = await startService({ env: { WORKERS: '2' } });
	try {
		const file = join(service.state, 'running.json');
		expect(statSync(file).mode & 0o777).toBe(0o600);
		const { id, release, port } = JSON.parse(readFileSync(file, 'utf8'));
		expect({ release, port }).toEqual({ release: version, port: service.port });
		const live = async (instance: string) => {
			// A connection of its own for each, so that both workers are asked.
			const headers = { Connection: 'close' };
			return (await fetch(`${service.address}/livez?instance=${instance}`, { headers })).status;
		};
		for (let asked = 0; asked < 10; asked++)
			expect([await live(id), await live('other')]).toEqual([200, 404]);
		expect(await service.stop()).toBe(0);
		expect(existsSync(file)).toBe(false);
	} finally {
		await service.remove();
	}
});

test('an empty folder without a running service has warnings, but no problem', async () => {
	const { code, of } = await doctor({ POINTRELEASE_STATE: join(state.folder, 'new'), PORT: '1' });
	expect(code).toBe(0);
	expect(of('database')).toMatchObject({ state: 'ok' });
	expect(of('service')).toMatchObject({ state: 'warning' });
	expect(of('mail')).toMatchObject({ state: 'warning', advice: expect.stringContaining('SMTP_URL') });
});

test('each fault is found and has advice', async () => {
	const service = await startService();
	await service.stop();
	const env = { POINTRELEASE_STATE: service.state, PORT: '1' };
	try {
		chmodSync(service.state, 0o755);
		expect((await doctor(env)).of('state folder')).toMatchObject({
			state: 'warning',
			advice: expect.stringContaining('chmod 700'),
		});
		chmodSync(service.state, 0o700);

		rmSync(join(service.state, 'sealing.key'));
		const keyless = await doctor(env);
		expect(keyless.code).toBe(1);
		expect(keyless.of('sealing key')).toMatchObject({
			state: 'problem',
			found: expect.stringContaining('missing'),
		});

		writeFileSync(join(service.state, 'sealing.key'), `${'x'.repeat(43)}\n`, { mode: 0o600 });
		expect((await doctor(env)).of('sealing key')).toMatchObject({
			state: 'problem',
			found: 'is not the one that encrypts the stored keys',
		});

		writeFileSync(join(service.state, 'pointrelease.db'), Buffer.alloc(9_000, 'x'));
		const damaged = await doctor(env);
		expect(damaged.code).toBe(1);
		expect(damaged.of('database')).toMatchObject({
			state: 'problem',
			found: expect.stringContaining('damaged'),
		});

		const broken = await doctor({ ...env, POINTRELEASE_DATA: '/nonexistent' });
		expect(broken.of('data')).toMatchObject({
			state: 'problem',
			advice: expect.stringContaining('data check'),
		});

		const silent = await doctor({
			...env,
			SMTP_URL: 'smtp://user:swordfish@127.0.0.1:1',
			MAIL_FROM: 'a@example.com',
		});
		expect(silent.of('mail')).toMatchObject({
			state: 'problem',
			found: expect.stringContaining('ECONNREFUSED'),
		});

		const away = await doctor({ ...env, DATABASE_URL: 'postgres://user:swordfish@127.0.0.1:1/none' });
		expect(away.of('database')).toMatchObject({ state: 'problem' });
		expect(JSON.stringify([away.of('database'), silent.of('mail')])).not.toContain('swordfish');
	} finally {
		await service.remove();
	}
});
