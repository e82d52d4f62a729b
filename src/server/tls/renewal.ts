import type { Server } from 'bun';
import type { Certificate } from './certificate.ts';
import { type PortSharers, type Retiring, retire } from './retire.ts';
import { steerToNewest } from './steer.ts';

/** How the sockets of a port are exchanged. */
export interface SocketExchange {
	/** Opens a second socket on the port with these certificates, and gives the one that took connections until now. */
	exchange(certificates: readonly Certificate[]): Server<undefined>;
	/** From here on a socket asks every client to connect anew. */
	drain(socket: Server<undefined>): void;
	/** Milliseconds after which a socket with an old certificate has no connection left. */
	readonly retireAfter: number;
}

export interface Renewal {
	/** New connections get these certificates; those that are open are served to their end. */
	renew(certificates: readonly Certificate[], sharers: PortSharers): Promise<void>;
	/** Renews no more, and closes the socket that is going. */
	end(): Promise<void>;
}

export function createRenewal({ exchange, drain, retireAfter }: SocketExchange): Renewal {
	let retiring: Retiring | null = null;
	/** Certificates that came while others are being put in place: the newest are next. */
	let waiting: { certificates: readonly Certificate[]; sharers: PortSharers } | null = null;
	let renewing: Promise<void> | null = null;
	const renewAll = async (): Promise<void> => {
		while (waiting) {
			// At most two sockets at a time: the one before goes now.
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
		// Another process may have counted the sockets before this one was there: once more, when all are.
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
