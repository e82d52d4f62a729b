import { expect, test } from 'bun:test';
import { connect, type Socket } from 'node:net';
import { freePort } from '../free-port.ts';
import { waitFor } from '../service-process.ts';
import { tcpSockets } from '../tcp-sockets.ts';
import { startSecureService } from '../tls/secure-service.ts';

/** Keeps opening idle connections from an address of its own whenever they are closed. */
function keepFull(port: number, localAddress: string, count: number) {
	const open = new Set<Socket>();
	let going = true;
	const hold = () => {
		if (!going) return;
		const socket = connect({ port, host: '127.0.0.1', localAddress }, () => open.add(socket));
		socket.on('error', () => {});
		socket.on('close', () => {
			open.delete(socket);
			setTimeout(hold, 1_500);
		});
		socket.write('GET / HTTP/1.1\r\nX-');
	};
	for (let index = 0; index < count; index++) hold();
	return {
		open,
		release() {
			going = false;
			for (const socket of open) socket.destroy();
		},
	};
}

test.skipIf(process.platform !== 'linux').each(['1', '2'])(
	'with WORKERS=%s the limit of an address is shared by all workers and both ports, and a full redirect port does not stop TLS',
	async (WORKERS) => {
		const redirect = await freePort();
		const service = await startSecureService(
			{ WORKERS, TLS_REDIRECT_PORT: String(redirect), CONNECTIONS_PER_ADDRESS: '40' },
			undefined,
			['sh', '-c', 'ulimit -n 256; exec "$@"', 'sh'],
		);
		const attacks = [
			keepFull(redirect, '127.0.0.2', 200),
			keepFull(redirect, '127.0.0.3', 100),
			keepFull(service.port, '127.0.0.2', 100),
		];
		const heldBy = (address: string) => {
			const rows = `${address}:`;
			return established(service.port, redirect).filter((remote) => remote.startsWith(rows)).length;
		};
		try {
			// The service counts connections at intervals, so the limit holds at one of the checks, not at all.
			for (const address of ['0200007F', '0300007F'])
				await waitFor(() => heldBy(address) > 0 && heldBy(address) <= 40, 30_000, `the limit of ${address}`);
			for (let request = 0; request < 20; request++)
				expect((await service.get('/items/14')).status).toBe(200);
		} finally {
			for (const attack of attacks) attack.release();
			await service.remove();
		}
	},
	60_000,
);

/** The remote ends of all connections to these ports, in the system's notation. */
function established(...ports: number[]): string[] {
	return tcpSockets().flatMap(({ localPort, remote, isEstablished }) =>
		isEstablished && ports.includes(localPort) ? [remote] : [],
	);
}
