import { connect, type Socket } from 'node:net';

/** How a client can hold a connection without letting go. */
export type Form = 'slow-header' | 'slow-read' | 'idle';

export interface Held {
	/** Connections that were made. */
	made: number;
	release(): Promise<void>;
}

/**
 * What `slowhttptest` does: so many connections that send a byte of a header now and then, or ask for much
 * and read nothing of it, or say nothing at all.
 */
export async function holdConnections(port: number, form: Form, count: number, key: string): Promise<Held> {
	const sockets: Socket[] = [];
	const openings = Array.from({ length: count }, async (_, index) => {
		// Not all in one moment: the backlog of the listening socket is finite, and that is not what is tested.
		await Bun.sleep(Math.floor(index / 100) * 10);
		return new Promise<void>((resolve) => {
			const socket = connect(port, '127.0.0.1', () => {
				sockets.push(socket);
				begin(socket, form, key);
				resolve();
			});
			socket.on('error', () => resolve());
		});
	});
	await Promise.all(openings);
	const drip = setInterval(() => {
		if (form === 'slow-header') for (const socket of sockets) if (socket.writable) socket.write('X');
	}, 1_000);
	return {
		made: sockets.length,
		async release() {
			clearInterval(drip);
			for (const socket of sockets) socket.destroy();
		},
	};
}

function begin(socket: Socket, form: Form, key: string): void {
	if (form === 'slow-header') socket.write(`GET /items/14 HTTP/1.1\r\nHost: x\r\nX-`);
	if (form === 'slow-read') {
		// Answers pile up in the server until its buffers are full.
		socket.pause();
		socket.write(`GET /items/14/board_ids HTTP/1.1\r\nHost: x\r\nAuthorization: ${key}\r\n\r\n`.repeat(50));
	} else socket.resume();
}
