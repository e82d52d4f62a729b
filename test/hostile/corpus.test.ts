import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../free-port.ts';
import { type ServiceProcess, startService, waitFor } from '../service-process.ts';
import { askCorpus, corpus } from './ask-corpus.ts';
import type { HostileCase } from './corpus.ts';

test('every case has a unique name, and a reason if nginx answers differently', () => {
	expect(new Set(corpus.map(({ name }) => name)).size).toBe(corpus.length);
	const unexplained = corpus.filter(
		({ nginx, why }: HostileCase) => nginx !== undefined && nginx.join() !== '' && !why,
	);
	expect(unexplained.filter(({ answers, nginx }) => answers.join() !== nginx!.join())).toEqual([]);
});

describe('raw requests', () => {
	let service: ServiceProcess;
	let answered: Map<string, number[]>;
	beforeAll(async () => {
		service = await startService();
		answered = await askCorpus(service.port, service.key, { wanted: ({ answers }) => answers });
	});
	afterAll(() => service.remove());

	for (const { name, answers, why } of corpus)
		test(`${name}: ${answers.join(', ') || 'closed'}${why ? ` (${why})` : ''}`, () => {
			expect(answered.get(name)).toEqual([...answers]);
		});

	test('get the same answers from a service that is stopped for a second in the middle', async () => {
		const asked = askCorpus(service.port, service.key, { wanted: ({ answers }) => answers });
		await Bun.sleep(1);
		service.signal('SIGSTOP');
		await Bun.sleep(1_000);
		service.signal('SIGCONT');
		expect(await asked).toEqual(new Map(corpus.map(({ name, answers }) => [name, [...answers]])));
	});

	test('leave the service unharmed: alive, answering, without errors in the log', async () => {
		expect((await service.get('/items/14')).status).toBe(200);
		expect(service.output()).not.toMatch(/"level":"(error|warn)"/);
	});
});

const nginx = Bun.which('nginx');
test.skipIf(!nginx)(
	`nginx answers as the corpus says${nginx ? '' : ' (SKIPPED: nginx is not installed)'}`,
	async () => {
		const folder = mkdtempSync(join(tmpdir(), 'pointrelease-nginx-'));
		mkdirSync(join(folder, 'www/items'), { recursive: true });
		for (const version of [12, 13, 14]) writeFileSync(join(folder, 'www/items', String(version)), '[]');
		const port = await freePort();
		const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
			(name) => `${name}_temp_path ${folder}/${name};`,
		);
		writeFileSync(
			join(folder, 'nginx.conf'),
			`daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log; events {}
		http { access_log off; ${temp.join(' ')} server { listen 127.0.0.1:${port}; root ${folder}/www;
		location = /livez { return 200 x; } } }`,
		);
		const server = Bun.spawn([nginx!, '-e', join(folder, 'error.log'), '-c', join(folder, 'nginx.conf')], {
			stderr: 'ignore',
		});
		try {
			await waitFor(
				() =>
					fetch(`http://127.0.0.1:${port}/livez`).then(
						({ ok }) => ok,
						() => false,
					),
				20_000,
				'nginx',
			);
			const answered = await askCorpus(port, 'AAAA-BBBB-CCCC-DDDD', {
				wanted: ({ answers, nginx: wanted = answers }) => wanted,
			});
			const wrong = corpus
				.map(({ name, answers, nginx: wanted = answers }) => ({
					name,
					wanted: [...wanted],
					got: answered.get(name),
				}))
				.filter(({ wanted, got }) => got?.join() !== wanted.join());
			expect(wrong).toEqual([]);
		} finally {
			server.kill();
			await server.exited;
			rmSync(folder, { recursive: true, force: true });
		}
	},
);
