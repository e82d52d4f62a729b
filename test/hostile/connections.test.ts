import { afterAll, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { idleSeconds } from '../../src/server/http.ts';
import { type ServiceProcess, startService } from '../service-process.ts';
import { bytes, exchange } from './raw-client.ts';

let service: ServiceProcess;
beforeAll(async () => {
	service = await startService();
});
afterAll(() => service.remove());

const ask = (head: string) =>
	exchange(service.port, [bytes(`${head}Authorization: ${service.key}\r\n\r\n`)], {
		patience: 20_000,
		quiet: 20_000,
	});

test.each([
	['/items/14', 'close'],
	['/items/14/board_ids', 'Close'],
	['/items/14.', 'close'],
	['/boards/J293AP', 'close'],
	['/', 'close'],
	['/items/14', 'keep-alive, Close'],
	['/items/14', 'foo\r\nConnection: close'],
])(
	'the answer to GET %s with Connection: %s announces the end of the connection, which follows',
	async (path, word) => {
		const { responses, closed } = await ask(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: ${word}\r\n`);
		expect({ last: responses[0]?.headers.get('connection'), closed }).toEqual({
			last: 'close',
			closed: true,
		});
	},
);

test('CONNECT is refused, and its connection closed', async () => {
	const { responses, closed } = await ask('CONNECT x:80 HTTP/1.1\r\nHost: x\r\n');
	expect(responses.map(({ status, headers }) => [status, headers.get('connection')])).toEqual([
		[404, 'close'],
	]);
	expect(closed).toBe(true);
});

test('the manual states when an idle connection is closed', async () => {
	const manual = await Bun.file(join(import.meta.dir, '../../docs/limits.md')).text();
	expect(manual).toContain(
		`about 12 s before the first request, ${idleSeconds} to ${idleSeconds + 5} s between two`,
	);
});

/** A request, and a word that occurs only in its answer. */
const questions: [path: string, keyed: boolean, status: number, word: string][] = [
	['/items/14', true, 200, '"J293AP:14"'],
	['/items/13', true, 200, '"J293AP:13"'],
	['/items/J293AP:14.7.2', true, 200, '"requested_version":"14.7.2"'],
	['/items/J293AP', true, 200, '"supported_OS"'],
	['/items/9.0/board_ids', true, 200, '"os_version":"9.0"'],
	['/items/99', true, 404, 'major-unknown'],
	['/items/14', false, 403, 'key-refused'],
	['/items/%zz', true, 400, 'bad-encoding'],
	['/livez', false, 200, 'alive'],
];

test('200 connections that each write 50 different requests at once get their answers in order', async () => {
	const ask = async (connection: number) => {
		// Each connection has another order, so that an answer of another connection would be noticed.
		const asked = Array.from(
			{ length: 50 },
			(_, index) => questions[(index * (connection % 8) + connection + index) % questions.length]!,
		);
		const text = asked.map(
			([path, keyed]) =>
				`GET ${path} HTTP/1.1\r\nHost: x\r\n${keyed ? `Authorization: ${service.key}\r\n` : ''}\r\n`,
		);
		const { responses, rest } = await exchange(service.port, [bytes(text.join(''))], {
			answers: asked.length,
			patience: 60_000,
		});
		expect(rest).toBe('');
		expect(responses.length).toBe(asked.length);
		for (const [index, [path, , status, word]] of asked.entries()) {
			const response = responses[index]!;
			expect({ path, status: response.status, isItsAnswer: response.body.includes(word) }).toEqual({
				path,
				status,
				isItsAnswer: true,
			});
		}
	};
	// In batches: work for more than half a second without a pause counts as a flood, which ends pipelined
	// connections.
	for (let first = 0; first < 200; first += 5)
		await Promise.all(Array.from({ length: 5 }, (_, index) => ask(first + index)));
});

test('clients that hang up in the middle of their answers cost others nothing', async () => {
	const request = bytes(
		`GET /items/14/board_ids HTTP/1.1\r\nHost: x\r\nAuthorization: ${service.key}\r\n\r\n`.repeat(100),
	);
	const rude = Array.from({ length: 100 }, () => exchange(service.port, [request], { quiet: 1 }));
	const polite = Array.from({ length: 200 }, async (_, index) => {
		const version = 11 + (index % 4);
		const response = await service.get(`/items/${version}`);
		expect(await response.text()).toContain(`"J293AP:${version}"`);
	});
	await Promise.all([...rude, ...polite]);
});
