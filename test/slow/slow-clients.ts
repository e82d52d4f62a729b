import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

/** The ways in which a client can hold a connection. */
export type Form = 'slow-header' | 'slow-read' | 'idle' | 'kept';
/** The forms that the service ends. */
export const forms: readonly Form[] = ['idle', 'slow-header', 'slow-read'];

/** The connections to hold, and how. */
export interface Attack {
	port: number;
	form: Form;
	count: number;
	key: string;
	/** The local address; by default the system chooses it. */
	localAddress?: string;
	/** The server speaks TLS. Idle connections do not even start a handshake. */
	tls?: boolean;
	/** A connection that the server closes is opened again a second later. */
	again?: boolean;
	/** The number of answers that a slow reader requests at once, 123 KB each. */
	answers?: number;
}

export interface Held {
	/** The number of opened connections. */
	opened: number;
	release(): Promise<void>;
}

/**
 * Holds connections as `slowhttptest` does: sends a byte of a header now and then, or requests much and reads
 * nothing, or sends nothing. A `kept` connection asks so rarely that the service just does not end it.
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
	let [asked, last] = [0, performance.now()];
	const asking = setInterval(() => {
		if (form !== 'kept') return;
		const [all, now] = [[...sockets], performance.now()];
		const part = Math.ceil((all.length * (now - last)) / keptEvery);
		for (let count = 0; count < part; count++) all[asked++ % all.length]!.write(health);
		last = now;
	}, keptStep);
	if (form === 'kept') await openInTurn(count, open);
	else await openAtOnce(count, open);
	const drip = setInterval(() => {
		if (form === 'slow-header') for (const socket of sockets) if (socket.writable) socket.write('X');
	}, 1_000);
	return {
		opened: connections,
		async release() {
			released = true;
			clearInterval(drip);
			clearInterval(asking);
			for (const socket of sockets) socket.destroy();
		},
	};
}

/** Opens groups of a hundred without waiting: the backlog of the socket is limited, and not what is tested. */
async function openAtOnce(count: number, open: () => Promise<void>): Promise<void> {
	const openings = Array.from({ length: count }, async (_, index) => {
		await Bun.sleep(Math.floor(index / 100) * 10);
		return open();
	});
	await Promise.all(openings);
}

/** Waits for each group of a hundred: handshakes that wait for others would be ended as idle. */
async function openInTurn(count: number, open: () => Promise<void>): Promise<void> {
	for (let at = 0; at < count; at += 100)
		await Promise.all(Array.from({ length: Math.min(100, count - at) }, open));
}

/** A request that needs no key and is never limited. */
const health = 'GET /livez HTTP/1.1\r\nHost: x\r\n\r\n';
/** The service ends connections without a request after 30 s. In small steps, because a burst would be a flood of requests. */
const keptEvery = 15_000;
const keptStep = 100;

/** Two answers exceed the client's receive buffer, so that one waits in the server. */
const twoAnswers = 2;

function begin(socket: Socket, { form, key, answers = twoAnswers }: Attack): void {
	if (form === 'slow-header') socket.write(`GET /items/14 HTTP/1.1\r\nHost: x\r\nX-`);
	if (form === 'kept') socket.write(health);
	if (form === 'slow-read') {
		socket.pause();
		socket.write(`GET /boards HTTP/1.1\r\nHost: x\r\nAuthorization: ${key}\r\n\r\n`.repeat(answers));
	} else socket.resume();
}
