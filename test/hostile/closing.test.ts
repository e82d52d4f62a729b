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
