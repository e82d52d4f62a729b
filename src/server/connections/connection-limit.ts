import { onEveryBeat } from '../../process/beat.ts';
import type { Log } from '../../process/log.ts';
import type { ConnectionLimits } from '../../settings/settings.ts';
import { trustedAddress } from '../../text/client-address.ts';
import { networkOf } from '../../text/client-network.ts';
import { openCLibrary } from './c-library.ts';
import { connectionsOfMachine, type ListedSocket, ownDescriptors, socketsOf } from './own-sockets.ts';
import { openSpareFile } from './spare-file.ts';

/** How often connections are counted. Counting 2,000 takes 5 ms, so few are not counted at all. */
const lookEvery = 1_000;
/**
 * Of all connections one in eight may be on the port that only leads elsewhere, and no more than so many: whoever holds
 * them must not leave the service without files.
 */
const redirectPart = 1 / 8;
const mostRedirected = 500;

export interface ConnectionLimit {
	close(): void;
}

/** The ports of one service. */
export interface LimitedPorts {
	readonly service: number;
	/** Where plain HTTP is led to TLS, if anywhere. */
	readonly redirect: number | null;
}

/**
 * Ends connections beyond the limits, the newest first. `Bun.serve` takes every connection there is and tells of
 * none, so the system's own list is read, which has those of all workers and of both ports: each process counts all of
 * them and ends its own. On systems without such a list there is no limit.
 *
 * Kept, with the list (`own-sockets.ts`) and the two calls of C (`c-library.ts`) that it shares with `tls/steer.ts`: without it one
 * client that opens connections and says nothing takes every file that the service may open, and nobody else gets in
 * (`test/shipping/connection-limits.test.ts`). Node's server could count, but takes twice the processor time for an answer
 * (docs/performance.md); a reverse proxy can limit too, and is not asked for.
 */
export function limitConnections(
	ports: LimitedPorts,
	limits: ConnectionLimits,
	trustedProxies: readonly string[],
	log: Log,
): ConnectionLimit {
	const isTrusted = trustedAddress(trustedProxies);
	const listed = [ports.service, ports.redirect].filter((port) => port !== null);
	const worthALook = Math.min(
		limits.perAddress,
		ports.redirect === null ? limits.inAll : redirectMost(limits.inAll),
	);
	// Whoever takes all files must not keep the list from being read that ends their connections.
	const spare = openSpareFile();
	let told = new Set<string>();
	const look = async () => {
		const library = await openCLibrary();
		const { beyond, own } = spare.use(() => {
			const many = connectionsOfMachine() > worthALook;
			const connected = many ? socketsOf(...listed).filter(({ state }) => state === 'connected') : [];
			const beyond = connectionsBeyond(connected, ports, limits, isTrusted);
			return { beyond, own: ownDescriptors(beyond) };
		});
		for (const descriptor of own.values()) library?.shutDown(descriptor);
		const clients = new Set(
			beyond.filter(({ inode }) => own.has(inode)).map(({ address }) => networkOf(address)),
		);
		for (const client of clients)
			if (!told.has(client)) log.warn('too many connections, the newest are closed', { client });
		told = clients;
	};
	let looking = false;
	const { stop } = onEveryBeat(lookEvery, () => {
		if (looking) return;
		looking = true;
		void look().finally(() => {
			looking = false;
		});
	});
	return {
		close() {
			stop();
			spare.close();
		},
	};
}

/**
 * The connections to end: of each client those beyond its limit, on whatever port; of those to the port that leads elsewhere
 * what is beyond its part; then of all those beyond the limit of all.
 */
export function connectionsBeyond(
	connected: readonly ListedSocket[],
	ports: LimitedPorts,
	most: ConnectionLimits,
	isTrusted: (address: string) => boolean,
): ListedSocket[] {
	const oldestFirst = [...connected].sort((a, b) => a.inode - b.inode);
	const counts = new Map<string, number>();
	const beyond: ListedSocket[] = [];
	const redirected = redirectMost(most.inAll);
	let kept = 0;
	let keptOfRedirect = 0;
	for (const socket of oldestFirst) {
		const isRedirect = socket.port === ports.redirect;
		const client = networkOf(socket.address);
		const count = (counts.get(client) ?? 0) + 1;
		counts.set(client, count);
		const isFull = kept >= most.inAll || (isRedirect && keptOfRedirect >= redirected);
		if (isFull || (count > most.perAddress && !isTrusted(socket.address))) beyond.push(socket);
		else {
			kept++;
			if (isRedirect) keptOfRedirect++;
		}
	}
	return beyond;
}

function redirectMost(inAll: number): number {
	return Math.min(mostRedirected, Math.max(1, Math.floor(inAll * redirectPart)));
}
