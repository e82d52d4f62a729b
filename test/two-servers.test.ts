import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type ServiceProcess, startService } from './service-process.ts';
import { eventually, useOwnStores } from './stores.ts';

const stores = useOwnStores();
let servers: ServiceProcess[] = [];
beforeAll(async () => {
	const { DATABASE_URL = '' } = await stores.environment('postgres');
	const env = { DATABASE_URL, POINTRELEASE_SECRET: 'one secret for both of the servers' };
	const first = await startService({ env });
	servers = [first, await startService({ env, state: stores.folder() })];
});
afterAll(async () => {
	for (const server of servers) await server.remove();
});

/** Runs a command with the settings of one server. */
async function command(beside: number, ...words: string[]): Promise<string> {
	const { code, stdout, stderr } = await servers[beside]!.command('license', ...words);
	expect([code, stderr]).toEqual([0, '']);
	return stdout;
}

async function issue(beside: number, email: string): Promise<{ id: string; key: string }> {
	return JSON.parse(await command(beside, 'issue', '--email', email, '--no-mail', '--json'));
}

async function everywhere(key: string, status: number): Promise<boolean> {
	const answers = await Promise.all(servers.map((server) => server.get('/items/14', key)));
	return answers.every((answer) => answer.status === status);
}

async function readiness(): Promise<string[]> {
	const answers = await Promise.all(servers.map((server) => server.get('/readyz')));
	return Promise.all(answers.map(async (answer) => ((await answer.json()) as { status: string }).status));
}

const all = async (status: string) => (await readiness()).every((readyStatus) => readyStatus === status);

test('within a second a new key works on both servers, and a revoked key on neither', async () => {
	for (const [here, there] of [
		[0, 1],
		[1, 0],
	] as const) {
		const { id, key } = await issue(here, `buyer${here}@example.com`);
		await eventually('admitted', () => everywhere(key, 200));
		await command(there, 'revoke', id);
		await eventually('refused', () => everywhere(key, 403));
	}
});

test('both servers answer and report the outage while PostgreSQL is stopped, and catch up afterwards', async () => {
	const [stored, lost] = [await issue(0, 'kept@example.com'), await issue(1, 'lost@example.com')];
	await eventually('admitted', async () => (await everywhere(stored.key, 200)) && everywhere(lost.key, 200));
	expect(await readiness()).toEqual(['ready', 'ready']);
	await stores.postgres().stop();
	await eventually('degraded', () => all('degraded'));
	for (const { key } of [stored, lost]) expect(await everywhere(key, 200)).toBe(true);
	await stores.postgres().start();
	await command(0, 'revoke', lost.id);
	await eventually('refused', () => everywhere(lost.key, 403));
	await eventually('ready', () => all('ready'));
	expect(await everywhere(stored.key, 200)).toBe(true);
	const { key } = await issue(1, 'later@example.com');
	await eventually('admitted', () => everywhere(key, 200));
	for (const server of servers) expect(server.output()).not.toContain('correct-horse');
});
