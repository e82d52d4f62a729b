import { describe, expect, test } from 'bun:test';
import { connect } from 'node:net';
import { join } from 'node:path';
import { freePortsInARow } from '../free-port.ts';
import { temporaryState } from '../live.ts';
import { spawnCommand } from '../process.ts';
import { type ServiceOptions, type ServiceProcess, startService, waitFor } from '../service-process.ts';
import { cases } from '../size.ts';
import { countedRequests } from '../usage.ts';
import { emptyTally, politeClient, stubbornClient, type Tally } from './client.ts';

type Client = (service: ServiceProcess, requests: number, tally: Tally) => Promise<void>;

const forms: [form: string, requestsPerConnection: number][] = [
	['on kept connections', Number.POSITIVE_INFINITY],
	['on a new connection for each request', 1],
];

/** Stops a service while 64 clients send requests; returns their results, and how much of them came after SIGTERM. */
async function stopUnder(
	client: Client,
	perConnection: number,
	options: ServiceOptions = {},
): Promise<Tally & { late: number; code: number; counted: number; output: string }> {
	// A port that the system assigns to nobody else: reconnecting clients could meet another service.
	const PORT = String(await freePortsInARow(1));
	const env = { ...options.env, PORT };
	const service = await startService({ ...options, env });
	const tally = emptyTally();
	try {
		const clients = Promise.all(Array.from({ length: 64 }, () => client(service, perConnection, tally)));
		await waitFor(() => tally.answered > 300, 20_000, 'the load');
		const before = tally.answered;
		const code = await service.stop();
		await clients;
		const counted = await countedRequests(service);
		return { ...tally, late: tally.answered - before, code, counted, output: service.output() };
	} finally {
		await service.remove();
	}
}

test.each(forms)(
	'SIGTERM under 64 clients that request %s and leave when told to: nothing is dropped',
	async (_, perConnection) => {
		const stopped = await stopUnder(politeClient, perConnection);
		expect(stopped).toMatchObject({ code: 0, refused: [], counted: stopped.answered });
		expect(stopped.unanswered.filter(({ end }) => end !== 'ECONNREFUSED')).toEqual([]);
		expect(stopped.late).toBeGreaterThan(0);
		expect(stopped.output).toContain('"event":"stopped"');
	},
);

/** Each request was answered completely and counted, or never reached the service and got no byte. */
function expectNothingHalfDone(stopped: Awaited<ReturnType<typeof stopUnder>>): void {
	expect(stopped).toMatchObject({ code: 0, refused: [], counted: stopped.answered });
	expect(stopped.late).toBeGreaterThan(0);
	expect(stopped.unanswered.filter(({ bytes }) => bytes > 0)).toEqual([]);
	expect(stopped.output).not.toMatch(/"level":"(warn|error)"/);
}

describe('SIGTERM under 64 clients that reconnect to the same port until it is closed', () => {
	test.each(cases(forms.slice(1), forms))(
		'%s: every request that the service read is answered completely and counted',
		async (_, perConnection) => expectNothingHalfDone(await stopUnder(stubbornClient, perConnection)),
	);

	test('with two workers: the same', async () => {
		const env = { WORKERS: '2' };
		expectNothingHalfDone(await stopUnder(stubbornClient, 1, { env }));
	});

	test('with clients faster than the service: it still closes its port in time to write the counts', async () => {
		const preload = join(import.meta.dir, 'slow-answers.ts');
		// Bun reads the preload from its command line, so a shell puts it between Bun and the program.
		const wrapper = ['sh', '-c', `bun=$1; shift; exec "$bun" --preload ${preload} "$@"`, 'sh'];
		expectNothingHalfDone(await stopUnder(stubbornClient, 1, { wrapper }));
	});
});

test('SIGTERM while a client never finishes its request: it is cut off, and answers to others are counted', async () => {
	const service = await startService();
	const closed = Promise.withResolvers<void>();
	const slow = connect(service.port, '127.0.0.1', () => slow.write('GET /items/14 HTTP/1.1\r\nHost: x\r\n'));
	slow.on('close', () => closed.resolve());
	try {
		for (let count = 0; count < 10; count++) expect((await service.get('/items/14')).status).toBe(200);
		expect(await service.stop()).toBe(0);
		await closed.promise;
		expect(await countedRequests(service)).toBe(10);
	} finally {
		slow.destroy();
		await service.remove();
	}
});

test.each(cases(['2'], ['1', '2']))(
	'SIGTERM during the start of a service with WORKERS=%s: it stops properly',
	async (WORKERS) => {
		const state = temporaryState();
		const ADMIN_ADDRESS = `127.0.0.1:${await freePortsInARow(2)}`;
		const env = { POINTRELEASE_STATE: state.folder, PORT: '0', ADMIN_ADDRESS, WORKERS };
		try {
			const child = spawnCommand(['serve'], env);
			let log = '';
			let signalled = false;
			for await (const chunk of child.stderr) {
				log += Buffer.from(chunk).toString();
				// The metrics start first; the database opens after them.
				if (signalled || !log.includes('"event":"metrics"')) continue;
				signalled = true;
				child.kill('SIGTERM');
			}
			expect(await child.exited).toBe(0);
			expect(log).toMatch(/"event":"ready".*"event":"stopping".*"event":"stopped"/s);
		} finally {
			state.remove();
		}
	},
);
