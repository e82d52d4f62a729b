import type { Server } from 'bun';
import { steerToNewest } from '../connections/sockets.ts';
import { close } from '../socket.ts';
import type { Certificate } from './certificate.ts';

/**
 * Bun 1.4.4 takes no new certificate on a socket that listens (`server.reload` ignores `tls`), so a renewal opens a
 * second socket on the port and closes the first. Linux spreads new connections over both, and resets those that wait
 * on the one that closes: 30 renewals under eight clients reset 30 connections. A rolling restart of workers would
 * probably do the same, which was not measured: closing a plain socket that shared its port 30 times reset 48
 * connections. So a filter makes the kernel choose only among the new sockets: 0 of 2,097 connections were reset.
 */
export interface Renewal {
	/** New connections get these certificates; open connections are served to their end. */
	renew(certificates: readonly Certificate[], sharers: PortSharers): Promise<void>;
	/** Stops the renewal, and closes the old socket if there is one. */
	end(): Promise<void>;
}

/** How the sockets of a port are exchanged. */
export interface SocketExchange {
	/** Opens a second socket on the port with these certificates, and returns the first. */
	exchange(certificates: readonly Certificate[]): Server<undefined>;
	/** Makes a socket ask every client to connect again. */
	drain(socket: Server<undefined>): void;
	/** Milliseconds after which all connections with an old certificate have ended. */
	readonly retireAfter: number;
}

/** The processes that share the port, and the place of this one among them, from 1. */
export interface PortSharers {
	readonly size: number;
	readonly place: number;
}

export function createRenewal({ exchange, drain, retireAfter }: SocketExchange): Renewal {
	let retiring: Retiring | null = null;
	/** Certificates that arrived during a renewal: only the newest are used. */
	let waiting: { certificates: readonly Certificate[]; sharers: PortSharers } | null = null;
	let renewing: Promise<void> | null = null;
	const renewAll = async (): Promise<void> => {
		while (waiting) {
			// This process has at most two sockets on the port: the old one closes before a third opens.
			await retiring?.hasten();
			if (!waiting) return;
			const { certificates, sharers } = waiting;
			waiting = null;
			await renewOnce(certificates, sharers);
		}
	};
	const renewOnce = async (certificates: readonly Certificate[], sharers: PortSharers): Promise<void> => {
		const old = exchange(certificates);
		const port = old.port!;
		await steerToNewest(port, sharers.size);
		// Another worker may not have opened its new socket yet: count the sockets again once all have.
		if (sharers.size > 1) setTimeout(() => void steerToNewest(port, sharers.size), 1_000).unref();
		drain(old);
		retiring = retire(old, retireAfter, sharers, () => {
			retiring = null;
		});
	};
	return {
		renew(certificates, sharers) {
			waiting = { certificates, sharers };
			renewing ??= renewAll().finally(() => {
				renewing = null;
			});
			return renewing;
		},
		async end() {
			waiting = null;
			await retiring?.end();
		},
	};
}

/** A socket whose certificate was replaced. */
interface Retiring {
	/** Closes it now. */
	end(): Promise<void>;
	/** Closes it early, in the same orderly way, because another certificate is waiting. */
	hasten(): Promise<void>;
}

/** Milliseconds after which handshakes that began on the old socket have ended. */
const handshakes = 300;
/** Milliseconds between the old sockets of two workers: they close one after the other. */
const apart = 1_000;

/** Closes an old socket once its connections have ended: answers ask clients to reconnect, and idle clients time out. */
function retire(
	old: Server<undefined>,
	milliseconds: number,
	{ size, place }: PortSharers,
	onClosed: () => void,
): Retiring {
	let closing: Promise<void> | null = null;
	const end = () => {
		clearTimeout(timer);
		closing ??= close(old).then(onClosed);
		return closing;
	};
	let leaving: Promise<void> | null = null;
	const leave = () => {
		clearTimeout(timer);
		leaving ??= leaveInTurn();
		return leaving;
	};
	const leaveInTurn = async () => {
		const port = old.port!;
		await steerToNewest(port, 1);
		await Bun.sleep(handshakes);
		await end();
		// With one socket fewer the filter's number lies past the end of the list, and the kernel would choose any socket.
		if (place < size) await steerToNewest(port, 1);
	};
	const timer = setTimeout(() => void leave(), milliseconds + place * apart);
	timer.unref();
	return {
		end,
		async hasten() {
			await Bun.sleep((place - 1) * apart);
			await leave();
		},
	};
}
