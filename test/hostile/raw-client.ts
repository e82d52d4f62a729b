import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

export interface RawResponse {
	status: number;
	headers: Map<string, string>;
	body: string;
}

export interface Exchange {
	responses: RawResponse[];
	/** The bytes of a response that is not complete yet. */
	rest: string;
	/** The server closed the connection. */
	closed: boolean;
}

export interface SendOptions {
	/** Closes the sending half after the last byte. */
	halfClose?: boolean;
	/** After this many milliseconds without a byte the answer counts as complete. */
	quiet?: number;
	/** The number of responses to wait for; one by default. */
	answers?: number;
	/** The same as `quiet` while responses are missing; as long by default. */
	patience?: number;
	/** The authority of a server that speaks TLS; without it the connection is plain TCP. */
	ca?: string;
	/** The local address of the connection; by default the system chooses it. */
	localAddress?: string;
	/** Called when everything is sent, or can no longer be sent. */
	sent?: () => void;
	/** Called when every expected response has arrived, or when the connection is closed. */
	answered?: () => void;
	/** The responses have no body despite their Content-Length, as after HEAD. */
	head?: boolean;
}

/** Sends each piece in one write, unchanged, and collects what comes back. */
export function exchange(
	port: number,
	pieces: readonly Uint8Array[],
	options: SendOptions = {},
): Promise<Exchange> {
	const { quiet = 250, answers = 1, patience = quiet, halfClose = false, head = false } = options;
	const { ca, localAddress } = options;
	return new Promise((resolve) => {
		let received = '';
		let timer: Timer | undefined;
		let done = false;
		let isSent = false;
		const server = { port, host: '127.0.0.1', localAddress };
		const socket: Socket = ca ? connectTls({ ...server, ca }) : connect(server);
		const finish = (closed: boolean) => {
			if (done) return;
			done = true;
			clearTimeout(timer);
			options.sent?.();
			options.answered?.();
			socket.destroy();
			resolve({ ...parseResponses(received, head), closed });
		};
		const wait = () => {
			clearTimeout(timer);
			const complete = parseResponses(received, head).responses.length >= answers;
			if (complete && isSent) options.answered?.();
			timer = setTimeout(() => finish(false), complete ? quiet : patience);
		};
		socket.setNoDelay(true);
		socket.on('data', (chunk) => {
			received += chunk.toString('latin1');
			wait();
		});
		socket.on('close', () => finish(true));
		socket.on('end', () => finish(true));
		socket.on('error', () => finish(true));
		socket.on(ca ? 'secureConnect' : 'connect', async () => {
			for (const piece of pieces) {
				if (done) return;
				socket.write(piece);
				if (pieces.length > 1) await Bun.sleep(5);
			}
			if (halfClose) socket.end();
			isSent = true;
			options.sent?.();
			wait();
		});
	});
}

/** Splits the received bytes into responses by their Content-Length. */
export function parseResponses(text: string, head = false): Pick<Exchange, 'responses' | 'rest'> {
	const responses: RawResponse[] = [];
	let rest = text;
	for (;;) {
		const end = rest.indexOf('\r\n\r\n');
		const status = /^HTTP\/1\.[01] (\d{3})/.exec(rest)?.[1];
		if (end === -1 || !status) return { responses, rest };
		const headers = new Map<string, string>();
		for (const field of rest.slice(0, end).split('\r\n').slice(1)) {
			const colon = field.indexOf(':');
			headers.set(field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim());
		}
		const bodiless = head || status === '304' || status === '204' || status.startsWith('1');
		const length = bodiless ? 0 : Number(headers.get('content-length') ?? 0);
		if (rest.length < end + 4 + length) return { responses, rest };
		responses.push({ status: Number(status), headers, body: rest.slice(end + 4, end + 4 + length) });
		rest = rest.slice(end + 4 + length);
	}
}

/** Text to bytes, one byte per character, so that a string in the source is exactly what is sent. */
export function bytes(text: string): Uint8Array {
	return Buffer.from(text, 'latin1');
}
