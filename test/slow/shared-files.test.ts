import { expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { eventually } from '../eventually.ts';
import { startService } from '../service-process.ts';

/** Opens connections that send a request and never read. */
function hold(port: number, count: number, request: string) {
	const open = new Set<Socket>();
	const opening = Array.from({ length: count }, () => {
		return new Promise<void>((resolve) => {
			const socket = connect(port, '127.0.0.1', () => {
				open.add(socket);
				socket.pause();
				socket.write(request);
				resolve();
			});
			socket.on('error', () => {});
			socket.on('close', () => {
				open.delete(socket);
				resolve();
			});
		});
	});
	return {
		opened: Promise.all(opening),
		release() {
			for (const socket of open) socket.destroy();
		},
	};
}

test('clients that request the largest file of the page and do not read it share one copy', async () => {
	const service = await startService();
	const asset = '/assets/fleet-worker.js';
	const size = Number((await service.get(asset)).headers.get('content-length'));
	const rss = async () =>
		Number(/VmRSS:\s+(\d+)/.exec(await Bun.file(`/proc/${service.pid}/status`).text())?.[1]) * 1024;
	const whole = await (await service.get(asset)).bytes();
	const before = await rss();
	// Several answers on each connection: the buffers of the system take the first one or two.
	const request = `GET ${asset} HTTP/1.1\r\nHost: x\r\nAccept-Encoding: identity\r\n\r\n`.repeat(8);
	const held = hold(service.port, 300, request);
	try {
		await held.opened;
		const again = await (await service.get(asset)).bytes();
		expect(createHash('sha256').update(again).digest('hex')).toBe(
			createHash('sha256').update(whole).digest('hex'),
		);
		// Separate copies would take 300 times the size of the file.
		await eventually('less than 100 copies', async () => (await rss()) - before < 100 * size);
	} finally {
		held.release();
		await service.remove();
	}
});
