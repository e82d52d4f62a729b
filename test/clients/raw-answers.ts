import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

/** Servers that answer with bytes that the real service never sends. */
export class RawAnswers {
	/** What was asked: the request line and its headers. */
	readonly asked: string[] = [];
	readonly #servers: Server[] = [];

	/** A server that answers each request by writing to its socket whatever it likes. Returns its address. */
	async answering(write: (socket: Socket) => void): Promise<string> {
		const server = createServer((socket) => {
			socket.on('error', () => {});
			socket.once('data', (head) => {
				this.asked.push(head.toString('latin1'));
				write(socket);
			});
		});
		this.#servers.push(server);
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	}

	/** A server that always answers the same, and closes the connection. */
	answer(text: string | Buffer, head = status200): Promise<string> {
		return this.answering((socket) =>
			socket.end(Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(text)])),
		);
	}

	close(): void {
		for (const server of this.#servers.splice(0)) server.close();
	}
}

export const status200 = headOf('200 OK');

/** The head of an answer whose end is the end of the connection. */
export function headOf(status: string, ...fields: string[]): string {
	return `HTTP/1.1 ${[status, ...fields, 'Connection: close'].join('\r\n')}\r\n\r\n`;
}
