import { afterAll, describe, expect, test } from 'bun:test';
import { freePort } from '../free-port.ts';
import { type ServiceProcess, startService } from '../service-process.ts';
import { isFull } from '../size.ts';
import { eventually, kinds, useStores } from '../stores.ts';

const origin = 'https://console.example.com';
const stores = useStores();

/** A request as a trusted proxy passes it on. */
const ask = (node: ServiceProcess, path: string, headers: Record<string, string> = {}, body?: object) =>
	fetch(node.address + path, {
		headers: {
			'X-Forwarded-For': '192.0.2.1',
			'X-Forwarded-Proto': 'https',
			'X-Forwarded-Host': 'console.example.com',
			...(body && { 'Content-Type': 'application/json' }),
			...headers,
		},
		...(body && { method: 'POST', body: JSON.stringify(body) }),
	});

async function signIn(node: ServiceProcess): Promise<Record<string, string>> {
	const { stdout } = await node.command('console', '--for', 'anna');
	const own = { Origin: origin, 'Sec-Fetch-Site': 'same-origin' };
	const response = await ask(node, '/console/sign-in', own, { code: stdout.trim().split('=')[1]! });
	const { token } = (await response.json()) as { token: string };
	return { ...own, 'Console-Token': token, Cookie: response.headers.get('set-cookie')!.split(';')[0]! };
}

/** Several machines share a PostgreSQL; two processes on one folder run the same SQL. */
for (const kind of isFull ? kinds : (['postgres'] as const)) {
	describe(`two nodes on ${kind}`, () => {
		const nodes: ServiceProcess[] = [];
		afterAll(async () => {
			for (const node of nodes) await node.remove();
		});
		const statuses = (session: Record<string, string>) =>
			Promise.all(nodes.map(async (node) => (await ask(node, '/console/session', session)).status));
		const start = async (secret: string) => {
			const env: Record<string, string> = {
				...(await environment),
				POINTRELEASE_SECRET: secret,
				CONSOLE: origin,
				TRUSTED_PROXIES: '127.0.0.1',
			};
			return startService({ env, state: env.POINTRELEASE_STATE! });
		};
		let environment: ReturnType<typeof stores.environment>;

		test('a session begins on one and counts on both, and a link is used up on both', async () => {
			environment = stores.environment(kind);
			nodes.push(await start('one secret for both of the servers'));
			nodes.push(await start('one secret for both of the servers'));
			const { stdout } = await nodes[0]!.command('console', '--for', 'bert');
			const code = stdout.trim().split('=')[1]!;
			const used = await Promise.all(
				nodes.map((node) => ask(node, '/console/sign-in', { Origin: origin }, { code })),
			);
			expect(used.map(({ status }) => status).toSorted()).toEqual([200, 403]);
			expect(await statuses(await signIn(nodes[1]!))).toEqual([200, 200]);
		});

		test('a sign-out and the command end it on both within a second', async () => {
			const [anna, again] = [await signIn(nodes[0]!), await signIn(nodes[0]!)];
			expect((await ask(nodes[0]!, '/console/sign-out', anna, {})).status).toBe(200);
			await eventually(
				'signed out',
				async () => (await statuses(anna)).every((status) => status === 401),
				1_000,
			);
			expect((await nodes[1]!.command('console', '--end')).code).toBe(0);
			await eventually('ended', async () => (await statuses(again)).every((status) => status === 401), 1_000);
		});

		test('one order that is sent to both at once has one license', async () => {
			const { stdout } = await nodes[0]!.command('console', 'token', '--may', 'issue', '--for', 'twin');
			const sent = await Promise.all(
				Array.from({ length: 6 }, (_, at) =>
					ask(
						nodes[at % 2]!,
						'/console/api/licenses',
						{ Authorization: `Bearer ${stdout.trim()}` },
						{ email: 'a@example.com', order: 'TWIN' },
					),
				),
			);
			expect(sent.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 200, 201]);
			const listed = JSON.parse((await nodes[1]!.command('console', 'token', '--json')).stdout);
			expect(listed).toMatchObject([{ name: 'twin', used_today: 1 }]);
			await nodes[1]!.command('console', 'token', '--end', '--for', 'twin');
		});

		test('the changes of a token are counted on both together', async () => {
			const words = ['console', 'token', '--may', 'issue', '--for', 'shop', '--per-day', '3'];
			const { stdout } = await nodes[0]!.command(...words);
			const issued = await Promise.all(
				Array.from({ length: 8 }, (_, at) =>
					ask(
						nodes[at % 2]!,
						'/console/api/licenses',
						{ Authorization: `Bearer ${stdout.trim()}` },
						{ email: 'a@example.com', order: `A-${at}` },
					),
				),
			);
			expect(issued.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 429, 429, 429, 429, 429]);
			const listed = JSON.parse((await nodes[1]!.command('console', 'token', '--json')).stdout);
			expect(listed).toMatchObject([{ name: 'shop', per_day: 3, used_today: 3 }]);
		});

		test('another secret ends it', async () => {
			const anna = await signIn(nodes[0]!);
			expect(await statuses(anna)).toEqual([200, 200]);
			await nodes[1]!.stop();
			nodes[1] = await start('another secret after a rotation.');
			expect(await statuses(anna)).toEqual([200, 401]);
		});
	});
}

test('of several workers the first one serves it at ADMIN_ADDRESS', async () => {
	const port = await freePort();
	const service = await startService({
		env: { CONSOLE: 'on', ADMIN_ADDRESS: `127.0.0.1:${port}`, WORKERS: '2' },
	});
	try {
		const status = async (at: number) => (await fetch(`http://127.0.0.1:${at}/console`)).status;
		expect([await status(port), await status(port + 1)]).toEqual([200, 404]);
		const { stdout } = await service.command('console', '--for', 'anna', '--json');
		expect(JSON.parse(stdout).link).toStartWith(`http://127.0.0.1:${port}/console#code=`);
	} finally {
		await service.remove();
	}
});

test('without CONSOLE there is nothing, and the command says what to set', async () => {
	const service = await startService({ env: { ADMIN_ADDRESS: '127.0.0.1:0' } });
	try {
		const metrics = service.metrics.replace('/metrics', '');
		for (const path of ['/console', '/console/session', '/console/openapi.json'])
			expect([path, (await fetch(metrics + path)).status]).toEqual([path, 404]);
		const { code, stderr } = await service.command('console', '--for', 'anna');
		expect([code, stderr]).toEqual([1, expect.stringContaining('set CONSOLE=on and ADMIN_ADDRESS')]);
	} finally {
		await service.remove();
	}
});
