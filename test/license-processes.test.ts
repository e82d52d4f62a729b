import { describe, expect, test } from 'bun:test';
import { openLicenses } from '../src/licenses/licenses.ts';
import { openRegistry, withRegistry } from '../src/licenses/registry.ts';
import { usageByDay } from '../src/licenses/usage/usage-store.ts';
import { silentLog } from '../src/process/log.ts';
import { readSettings } from '../src/settings/settings.ts';
import { runCommand, spawnCommand } from './process.ts';
import { startNode } from './processes.ts';
import { sized } from './size.ts';
import { costlyKinds, eventually, kinds, useOwnStores } from './stores.ts';

const stores = useOwnStores();
const attempts = sized(6, 20);

describe.each(kinds)('%s', (kind) => {
	test('a printed key works, no matter when the issuing process is killed', async () => {
		const env = await stores.environment(kind);
		const start = performance.now();
		const issue = (name: string) => ['license', 'issue', '--json', '--email', `${name}@example.com`];
		await runCommand(issue('unharmed'), env);
		const whole = performance.now() - start;
		const printed: string[] = [];
		let silent = 0;
		for (let attempt = 0; attempt < attempts; attempt++) {
			const child = spawnCommand(issue(`user${attempt}`), env);
			// Every other process is killed when it prints, the rest at moments spread over its run.
			const after = attempt % 2 === 0 ? 60_000 : (whole * (attempt - 1)) / (attempts - 2);
			const kill = setTimeout(() => child.kill('SIGKILL'), after);
			let stdout = '';
			for await (const part of child.stdout) {
				stdout += Buffer.from(part).toString();
				if (attempt % 2 === 0) child.kill('SIGKILL');
			}
			await child.exited;
			clearTimeout(kill);
			if (stdout.endsWith('\n')) printed.push(JSON.parse(stdout).key);
			else silent++;
		}
		expect(printed.length).toBeGreaterThanOrEqual(attempts / 2);
		expect(silent).toBeGreaterThanOrEqual(1);
		const licenses = await openLicenses(readSettings(env), silentLog);
		expect(printed.filter((key) => licenses.admit(key) < 0)).toEqual([]);
		expect(licenses.health().licenses).toBeGreaterThanOrEqual(printed.length);
		await licenses.close();
	});
});

describe.each(costlyKinds)('%s', (kind) => {
	test('usage survives a normal stop; a killed process loses only its last seconds', async () => {
		const env = await stores.environment(kind);
		const requests = () =>
			withRegistry(readSettings(env), async ({ database }) =>
				[...(await usageByDay(database, 1, '2020-01-01')).values()].reduce((sum, count) => sum + count, 0),
			);
		const first = await startNode(env);
		const key = first.first!.key;
		expect(await first.ask<boolean>(`count ${key} 1000`)).toBe(true);
		expect(await first.stop()).toBe(0);
		expect(await requests()).toBe(1000);
		const second = await startNode(env);
		expect(second.first).toBeNull();
		await second.ask(`count ${key} 500`);
		await eventually('written in a batch', async () => (await requests()) === 1500);
		await second.ask(`count ${key} 70`);
		await second.kill();
		const left = await requests();
		expect(left === 1500 || left === 1570).toBe(true);
		expect(await second.log()).not.toContain(key);
	});
});

test('two processes on one PostgreSQL: issue on one, revoke on the other, lose the server, get it back', async () => {
	const env = await stores.environment('postgres');
	const [a, b] = await Promise.all([startNode(env), startNode(env)]);
	const { key, id } = await a.ask<{ key: string; id: string }>('issue you@example.com');
	const admitted = (node: typeof a) => node.ask<boolean>(`admit ${key}`);
	await eventually('works on b', () => admitted(b));
	await stores.postgres().stop();
	const degraded = async (node: typeof a) => (await node.ask<{ degraded: string | null }>('health')).degraded;
	await eventually('both degraded', async () => (await degraded(a)) !== null && (await degraded(b)) !== null);
	expect([await admitted(a), await admitted(b)]).toEqual([true, true]);
	await stores.postgres().start();
	expect((await runCommand(['license', 'revoke', id], env)).code).toBe(0);
	await eventually('revoked on both', async () => !(await admitted(a)) && !(await admitted(b)));
	await eventually(
		'both recovered',
		async () => (await degraded(a)) === null && (await degraded(b)) === null,
	);
	await a.kill();
	const after = await b.ask<{ key: string }>('issue later@example.com');
	const again = await startNode(env);
	expect(await again.ask<boolean>(`admit ${after.key}`)).toBe(true);
	expect([await b.stop(), await again.stop()]).toEqual([0, 0]);
	expect(await b.log()).not.toMatch(/correct-horse|[A-Z0-9]{4}(-[A-Z0-9]{4}){3}/);
});

test('killing one node loses no license of another', async () => {
	const env = await stores.environment('postgres');
	const [a, b] = await Promise.all([startNode(env), startNode(env)]);
	const keys: string[] = [];
	for (let count = 0; count < 10; count++)
		keys.push((await a.ask<{ key: string }>(`issue a${count}@example.com`)).key);
	const unanswered = a.ask('issue unanswered@example.com').catch(() => null);
	await a.kill();
	await unanswered;
	keys.push((await b.ask<{ key: string }>('issue b@example.com')).key);
	const registry = await openRegistry(readSettings(env));
	const [row] = await registry.database.tuples<[number, string]>(
		'SELECT max(number), count(*) FROM licenses',
	);
	expect(row![0]).toBe(Number(row![1]));
	await registry.close();
	for (const key of keys) await eventually('known', () => b.ask<boolean>(`admit ${key}`));
	await b.stop();
});
