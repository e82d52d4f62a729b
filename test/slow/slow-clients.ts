import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

/** How a client can hold a connection without letting go. */
export type Form = 'slow-header' | 'slow-read' | 'idle';
export const forms: readonly Form[] = ['idle', 'slow-header', 'slow-read'];

/** What is to be held, and how. */
export interface Attack {
	port: number;
	form: Form;
	count: number;
	key: string;
	/** The address to come from; the system chooses unless something else is said. */
	localAddress?: string;
	/** The server speaks TLS. The idle do not even begin with it. */
	tls?: boolean;
	/** Who is sent away comes back a second later. */
	again?: boolean;
	/** How many answers a slow reader asks for at once, 123 KB each. */
	answers?: number;
}

export interface Held {
	/** Connections that were made. */
	made: number;
	release(): Promise<void>;
}

/**
 * What `slowhttptest` does: so many connections that send a byte of a header now and then, or ask for much
 * and read nothing of it, or say nothing at all.
 */
export async function holdConnections(attack: Attack): Promise<Held> {
	const { port, form, count, localAddress, tls = false, again = false } = attack;
	const sockets = new Set<Socket>();
	const secure = tls && form !== 'idle';
	let connections = 0;
	let released = false;
	const open = () =>
		new Promise<void>((resolve) => {
			const server = { port, host: '127.0.0.1', localAddress };
			const socket: Socket = secure ? connectTls({ ...server, rejectUnauthorized: false }) : connect(server);
			socket.on(secure ? 'secureConnect' : 'connect', () => {
				connections++;
				sockets.add(socket);
				begin(socket, attack);
				resolve();
			});
			socket.on('error', () => {});
			socket.on('close', () => {
				sockets.delete(socket);
				resolve();
				if (again && !released) setTimeout(open, 1_000);
			});
		});
	const openings = Array.from({ length: count }, async (_, index) => {
		// Not all in one moment: the backlog of the listening socket is finite, and that is not what is tested.
		await Bun.sleep(Math.floor(index / 100) * 10);
		return open();
	});
	await Promise.all(openings);
	const drip = setInterval(() => {
		if (form === 'slow-header') for (const socket of sockets) if (socket.writable) socket.write('X');
	}, 1_000);
	return {
		made: connections,
		async release() {
			released = true;
			clearInterval(drip);
			for (const socket of sockets) socket.destroy();
		},
	};
}

/** Two answers are more than the client's system takes in, so that one waits in the server's. */
const twoAnswers = 2;

function begin(socket: Socket, { form, key, answers = twoAnswers }: Attack): void {
	if (form === 'slow-header') socket.write(`GET /items/14 HTTP/1.1\r\nHost: x\r\nX-`);
	if (form === 'slow-read') {
		socket.pause();
		socket.write(`GET /boards HTTP/1.1\r\nHost: x\r\nAuthorization: ${key}\r\n\r\n`.repeat(answers));
	} else socket.resume();
}
