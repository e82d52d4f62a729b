import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createServer, type Server } from 'node:net';
import type { Front } from './front.ts';
import { frontNames, skipped, startFront } from './fronted.ts';

const post = ({ address, ca }: Front, path: string, body = '', headers: Record<string, string> = {}) =>
	fetch(address + path, { method: 'POST', body, headers, tls: { ca } });

for (const name of frontNames) {
	describe.skipIf(skipped(name) !== '')(`a POST through ${name}${skipped(name)}`, () => {
		const received: string[] = [];
		let nodes: Server[];
		let front: Front;
		beforeAll(async () => {
			nodes = [await countingNode(received), await countingNode(received)];
			front = await startFront(name, nodes.map(portOf));
		});
		afterAll(async () => {
			await front?.stop();
			for (const node of nodes) node.close();
		});

		test('has 16 KB, and 64 KB for the events of payment providers', async () => {
			for (const [path, length, status] of [
				['/mcp', 16_000, 200],
				['/mcp', 17_000, 413],
				['/lost-key', 17_000, 413],
				['/hooks/stripe', 60_000, 200],
				['/hooks/stripe', 70_000, 413],
			] as const) {
				received.length = 0;
				const answer = await post(front, path, 'x'.repeat(length));
				expect([path, length, answer.status]).toEqual([path, length, status]);
				if (status === 200) expect(received).toEqual([`POST ${path} ${length}`]);
			}
		});

		test('is never sent twice, even if its node closes the connection', async () => {
			received.length = 0;
			const answer = await post(front, '/hooks/silence', 'x'.repeat(100)).catch(() => null);
			expect(answer?.status ?? 502).toBeGreaterThanOrEqual(500);
			expect(received).toEqual(['POST /hooks/silence 100']);
		});
	});
}

/** A node that is always ready, records its requests, and closes the connection if the path says so. */
async function countingNode(received: string[]): Promise<Server> {
	const server = createServer((socket) => {
		let text = '';
		socket.on('error', () => {});
		socket.on('data', (chunk) => {
			text += chunk.toString('latin1');
			for (let end = text.indexOf('\r\n\r\n'); end >= 0; end = text.indexOf('\r\n\r\n')) {
				const [head, rest] = [text.slice(0, end), text.slice(end + 4)];
				const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
				if (rest.length < length) return;
				text = rest.slice(length);
				const [method, path = ''] = head.split(' ');
				if (!/^\/(readyz|livez)/.test(path)) received.push(`${method} ${path} ${length}`);
				if (path.includes('silence')) return socket.destroy();
				socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
			}
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return server;
}

function portOf(server: Server): number {
	return (server.address() as { port: number }).port;
}
