import { afterAll, beforeAll, expect, test } from 'bun:test';
import { headerOf, useMailbox } from '../mailbox.ts';
import { type PostgresServer, startPostgres } from '../postgres-server.ts';
import { type ServiceProcess, startService, waitFor } from '../service-process.ts';

const mailbox = useMailbox();
let postgres: PostgresServer;
let service: ServiceProcess;
beforeAll(async () => {
	postgres = await startPostgres();
	service = await startService({
		env: {
			DATABASE_URL: await postgres.database(),
			ADMIN_ADDRESS: '127.0.0.1:0',
			LOST_KEY: 'on',
			SMTP_URL: mailbox.url,
			MAIL_FROM: 'shop@example.com',
		},
	});
});
afterAll(async () => {
	await service?.remove();
	await postgres?.remove();
});

test('PostgreSQL is away: known keys work, the state is reported everywhere, and afterwards everything catches up', async () => {
	const other = JSON.parse(
		(await service.command('license', 'issue', '--email', 'a@example.com', '--no-mail', '--json')).stdout,
	).key as string;
	await waitFor(async () => (await service.get('/items/14', other)).status === 200, 20_000, 'the new key');
	await postgres.stop();
	await waitFor(
		// Licenses and learned data each notice it separately; the metric below is that of the licenses.
		async () => (await (await service.get('/readyz')).text()).includes('database away'),
		30_000,
		'the database to be away',
	);
	expect((await service.get('/readyz')).status).toBe(200);
	expect(await (await fetch(service.metrics)).text()).toMatch(
		/^pointrelease_database_up\{db_system_name="postgresql"\} 0$/m,
	);
	for (const key of [service.key, other])
		for (let index = 0; index < 20; index++) expect((await service.get('/items/14', key)).status).toBe(200);
	expect((await service.get('/items/14', 'AAAA-AAAA-AAAA-AAAA')).status).toBe(403);
	// Changes that cannot be stored are refused.
	const lost = (email: string) =>
		fetch(`${service.address}/lost-key`, { method: 'POST', body: new URLSearchParams({ email }) });
	expect((await lost('a@example.com')).status).toBe(503);
	const failed = await service.command('license', 'issue', '--email', 'b@example.com', '--no-mail');
	expect(failed.code).toBe(1);
	expect(failed.stderr).toMatch(/^pointrelease: cannot reach the PostgreSQL at [^\n]+\n$/);
	expect(failed.stderr).not.toContain('correct-horse');
	await postgres.start();
	expect((await service.command('license', 'revoke', 'a@example.com')).code).toBe(0);
	await waitFor(async () => (await service.get('/items/14', other)).status === 403, 30_000, 'the revocation');
	await waitFor(
		async () => (await (await service.get('/readyz')).text()).includes('"ready"'),
		30_000,
		'ready',
	);
	expect((await service.get('/items/14')).status).toBe(200);
	await service.command('license', 'restore', 'a@example.com');
	expect((await lost('a@example.com')).status).toBe(200);
	await waitFor(() => mailbox.messages.length === 1, 30_000, 'the lost key');
	expect(headerOf(mailbox.messages[0]!, 'To')).toBe('a@example.com');
	expect(service.output()).not.toContain('correct-horse');
	// Standard error has only JSON, even after the warning that Bun writes about a long interruption.
	const log = service
		.output()
		.split('\n')
		.filter((line) => /^\{|sql|LISTEN|rror/.test(line));
	expect(log.map((line) => JSON.parse(line).event)).toContain('ready');
});

test('a start without PostgreSQL ends with one line', async () => {
	const start = startService({ env: { DATABASE_URL: 'postgres://user:swordfish@127.0.0.1:1/none' } });
	const failure = await start.catch((thrown: Error) => thrown.message);
	expect(failure).toMatch(/exit code 1\): pointrelease: cannot reach the PostgreSQL at 127\.0\.0\.1:1\/none/);
	expect(failure).not.toContain('swordfish');
});
