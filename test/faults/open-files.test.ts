import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { startService, waitFor } from '../service-process.ts';

test.skipIf(process.platform !== 'linux')(
	'a service may open as many files as the hard limit allows',
	async () => {
		const service = await startService({ wrapper: ['sh', '-c', 'ulimit -Sn 256; exec "$@"', 'sh'] });
		try {
			const limits = readFileSync(`/proc/${service.pid}/limits`, 'utf8');
			const [, soft, hard] = /^Max open files\s+(\S+)\s+(\S+)/m.exec(limits)!;
			// Bun raises it. Without that, a shell's usual 1,024 would be the most connections.
			expect(soft).toBe(hard!);
		} finally {
			await service.remove();
		}
	},
);

const limit = 80;

test('a service without free file descriptors says so, and answers again once some are free', async () => {
	const service = await startService({
		wrapper: ['sh', '-c', `ulimit -n ${limit}; exec "$@"`, 'sh'],
	});
	const sockets: Socket[] = [];
	try {
		for (let count = 0; count < limit; count++) {
			const socket = connect(service.port, '127.0.0.1');
			socket.on('error', () => {});
			sockets.push(socket);
		}
		const said = (event: string) => service.output().includes(`"event":"${event}"`);
		await waitFor(() => said('out of open files, new connections wait'), 30_000, 'the trouble to be told');
		// A connection that arrived too late waits in the kernel: it is answered too, even if no other connection
		// follows.
		const waiting = service.get('/items/14');
		for (const socket of sockets) socket.destroy();
		expect((await waiting).status).toBe(200);
		expect((await service.get('/items/14')).status).toBe(200);
		await waitFor(() => said('open files are free again'), 30_000, 'the end of it to be told');
		expect(await (await service.get('/readyz')).json()).toMatchObject({ status: 'ready', reasons: [] });
		expect(await service.stop()).toBe(0);
	} finally {
		for (const socket of sockets) socket.destroy();
		await service.remove();
	}
});
