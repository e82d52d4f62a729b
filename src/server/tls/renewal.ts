import type { Server } from 'bun';
import { close, stopListening } from '../socket.ts';
import type { Certificate } from './certificate.ts';

/**
 * Bun 1.4.4 takes no new certificate on a socket that listens (`server.reload` ignores `tls`), so a renewal opens a
 * second socket on the port, and the first one asks its clients to connect again and closes. Meanwhile the kernel gives
 * new connections to either. What waits on the closing socket goes over to the new one if `net.ipv4.tcp_migrate_req` is
 * 1; without that, the kernel resets those connections, and the clients succeed when they try again.
 */
interface Renewal {
	/** New connections get these certificates; open connections are served to their end. */
	renew(certificates: readonly Certificate[]): void;
	/** Closes the old sockets that are still open. */
	end(): Promise<void>;
}

/** How the sockets of a port are exchanged. */
interface SocketExchange {
	/** Opens a second socket on the port with these certificates, and returns the first. */
	exchange(certificates: readonly Certificate[]): Server<undefined>;
	/** Makes a socket ask every client to connect again. */
	drain(socket: Server<undefined>): void;
	/** Milliseconds after which an old socket takes no more connections. */
	readonly retireAfter: number;
	/** Milliseconds after that in which its last connections have ended. */
	readonly endAfter: number;
}

export function createRenewal({ exchange, drain, retireAfter, endAfter }: SocketExchange): Renewal {
	/** The old sockets, each with the timer of its next step. */
	const old = new Map<Server<undefined>, Timer>();
	const next = (socket: Server<undefined>, after: number, step: () => Promise<void>) =>
		old.set(socket, setTimeout(() => void step(), after).unref());
	const retire = async (socket: Server<undefined>): Promise<void> => {
		// Closing it whole would also end handshakes that have just begun.
		await stopListening(socket);
		next(socket, endAfter, () => end(socket));
	};
	const end = async (socket: Server<undefined>): Promise<void> => {
		clearTimeout(old.get(socket));
		await close(socket);
		old.delete(socket);
	};
	return {
		renew(certificates) {
			const socket = exchange(certificates);
			drain(socket);
			next(socket, retireAfter, () => retire(socket));
		},
		async end() {
			await Promise.all([...old.keys()].map(end));
		},
	};
}
