import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { type ServiceProcess, startService } from '../service-process.ts';
import { sized } from '../size.ts';

const main = join(import.meta.dir, '../../src/cli/main.ts');
const rounds = sized(3, 12);

/** The same moments in every run; what the machine does at them differs. */
function moments(seed: number): () => number {
	let state = seed;
	return () => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return state / 2 ** 32;
	};
}

test(`kill -9 at ${rounds} moments of service and issuers: every printed key works afterwards`, async () => {
	const draw = moments(7);
	const printed: string[] = [];
	let service: ServiceProcess = await startService();
	const { state } = service;
	printed.push(service.key);
	try {
		for (let round = 0; round < rounds; round++) {
			const issuers = Array.from({ length: 4 }, (_, index) =>
				Bun.spawn(
					[process.execPath, main, 'license', 'issue', '--email', `r${round}i${index}@example.com`, '--json'],
					{
						env: { PATH: process.env.PATH ?? '', POINTRELEASE_STATE: state },
						stdout: 'pipe',
						stderr: 'ignore',
					},
				),
			);
			const outputs = issuers.map((issuer) => new Response(issuer.stdout).text());
			await Bun.sleep(80 + draw() * 400);
			service.signal('SIGKILL');
			issuers[round % 4]!.kill('SIGKILL');
			issuers[(round + 1) % 4]!.kill('SIGKILL');
			await service.exited;
			await Promise.all(issuers.map((issuer) => issuer.exited));
			for (const output of await Promise.all(outputs)) {
				const key = /"key":"([^"]+)"/.exec(output)?.[1];
				if (key) printed.push(key);
			}
			service = await startService({ state });
			for (const key of printed)
				expect({ round, status: (await service.get('/items/14', key)).status }).toEqual({
					round,
					status: 200,
				});
		}
		expect(printed.length).toBeGreaterThan(rounds);
		expect(await service.stop()).toBe(0);
	} finally {
		await service.remove();
	}
});

test('kill -9 during the very first start does not prevent the next one', async () => {
	const draw = moments(11);
	for (let round = 0; round < sized(3, 10); round++) {
		const folder = (await Bun.$`mktemp -d /tmp/pointrelease-test-XXXXXX`.text()).trim();
		const child = Bun.spawn([process.execPath, main, 'serve'], {
			env: { PATH: process.env.PATH ?? '', POINTRELEASE_STATE: folder, PORT: '0', FEEDS: 'off' },
			stdout: 'ignore',
			stderr: 'ignore',
		});
		await Bun.sleep(draw() * 250);
		child.kill('SIGKILL');
		await child.exited;
		const service = await startService({ state: folder });
		expect((await service.get('/readyz')).status).toBe(200);
		await service.remove();
	}
});
