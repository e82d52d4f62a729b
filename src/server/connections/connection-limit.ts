import type { Log } from '../../process/log.ts';
import type { ConnectionLimits } from '../../settings/settings.ts';
import { networkOf } from '../../text/client-network.ts';
import { openCLibrary } from './c-library.ts';
import { type ListedSocket, openFiles, ownDescriptors, socketsOf } from './own-sockets.ts';

/** How often connections are counted. Counting 2,000 takes 5 ms, so few are not counted at all. */
const lookEvery = 1_000;

export interface ConnectionLimit {
	close(): void;
}

/**
 * Ends connections beyond the limits, the newest first. `Bun.serve` takes every connection there is and tells of
 * none, so the system's own list is read. On systems without one there is no limit.
 */
export function limitConnections(
	port: number,
	limits: ConnectionLimits,
	isTrusted: (address: string) => boolean,
	log: Log,
): ConnectionLimit {
	const worthALook = Math.min(limits.perAddress, limits.inAll);
	let told = new Set<string>();
	const look = async () => {
		if (openFiles().length < worthALook) return told.clear();
		const connected = socketsOf(port).filter(({ state }) => state === 'connected');
		const beyond = connectionsBeyond(connected, limits, isTrusted);
		const own = ownDescriptors(beyond);
		const library = own.size > 0 ? await openCLibrary() : null;
		for (const descriptor of own.values()) library?.shutDown(descriptor);
		const clients = new Set(
			beyond.filter(({ inode }) => own.has(inode)).map(({ address }) => networkOf(address)),
		);
		for (const client of clients)
			if (!told.has(client)) log.warn('too many connections, the newest are closed', { client });
		told = clients;
	};
	let looking = false;
	const timer = setInterval(() => {
		if (looking) return;
		looking = true;
		void look().finally(() => {
			looking = false;
		});
	}, lookEvery);
	timer.unref();
	return { close: () => clearInterval(timer) };
}

/** The connections to end: of each client those beyond its limit, then of all those beyond the limit of all. */
export function connectionsBeyond(
	connected: readonly ListedSocket[],
	most: ConnectionLimits,
	isTrusted: (address: string) => boolean,
): ListedSocket[] {
	const oldestFirst = [...connected].sort((a, b) => a.inode - b.inode);
	const counts = new Map<string, number>();
	const beyond: ListedSocket[] = [];
	let kept = 0;
	for (const socket of oldestFirst) {
		const client = networkOf(socket.address);
		const count = (counts.get(client) ?? 0) + 1;
		counts.set(client, count);
		if (kept >= most.inAll || (count > most.perAddress && !isTrusted(socket.address))) beyond.push(socket);
		else kept++;
	}
	return beyond;
}
