import { closeSync, openSync } from 'node:fs';
import type { Log } from '../../process/log.ts';
import type { ConnectionLimits } from '../../settings/settings.ts';
import { networkOf, trustedAddress } from '../../text/client-address.ts';
import {
	connectionsOfMachine,
	type ListedSocket,
	openCLibrary,
	openSocketTables,
	ownDescriptors,
} from './sockets.ts';

/** How often connections are counted, in milliseconds. Counting 700 takes 5 to 10 ms, half a millisecond at a time. */
const countEvery = 1_000;
/**
 * The port that redirects to TLS gets at most one in eight connections, and never more than this: clients there must not
 * leave the service without open files.
 */
const redirectPart = 1 / 8;
const mostRedirected = 500;

interface ConnectionLimit {
	close(): void;
}

/** The ports of one service. */
interface LimitedPorts {
	readonly service: number;
	/** Redirects plain HTTP to TLS; null for none. */
	readonly redirect: number | null;
}

/**
 * Ends connections beyond the limits, the newest first. `Bun.serve` (1.4.4) accepts every connection and has no hook for
 * it, so this reads the kernel's list, which has those of all workers and of both ports: each process counts all of them
 * and ends its own. Systems without such a list have no limit.
 *
 * Measured with a limit of 300 open files and a client with 400 silent connections: without this, another client waited
 * for more than 8 s; with it, for 0.3 s once. `server.timeout` and `idleTimeout` come too late for that, and Node's server,
 * which can count connections, takes twice the processor time for an answer (docs/performance.md).
 */
export function limitConnections(
	ports: LimitedPorts,
	limits: ConnectionLimits,
	trustedProxies: readonly string[],
	log: Log,
): ConnectionLimit {
	const isTrusted = trustedAddress(trustedProxies);
	const listed = [ports.service, ports.redirect].filter((port) => port !== null);
	/** With fewer connections than this, no limit can be exceeded. */
	const fewest = Math.min(
		limits.perAddress,
		ports.redirect === null ? limits.inAll : redirectLimit(limits.inAll),
	);
	const tables = openSocketTables();
	const spare = openSpareFile();
	let warned = new Set<string>();
	let isClosed = false;
	const enforce = async () => {
		const library = await openCLibrary();
		const isMany = !isClosed && spare.use(connectionsOfMachine) > fewest;
		const sockets = isMany ? await tables.socketsOf(...listed) : [];
		if (isClosed) return;
		const connected = sockets.filter(({ state }) => state === 'connected');
		const excess = connectionsBeyond(connected, ports, limits, isTrusted);
		const descriptors = spare.use(() => ownDescriptors(excess));
		for (const descriptor of descriptors.values()) library?.shutDown(descriptor);
		const clients = new Set(
			excess.filter(({ inode }) => descriptors.has(inode)).map(({ address }) => networkOf(address)),
		);
		for (const client of clients)
			if (!warned.has(client)) log.warn('too many connections, the newest are closed', { client });
		warned = clients;
	};
	let timer: Timer;
	const countLater = () => {
		timer = setTimeout(() => void enforce().finally(() => isClosed || countLater()), countEvery);
		timer.unref();
	};
	countLater();
	return {
		close() {
			isClosed = true;
			clearTimeout(timer);
			tables.close();
			spare.close();
		},
	};
}

/**
 * The connections to end: those beyond the limit of their client on both ports, those beyond the part of the redirecting
 * port, and those beyond the limit of all. The oldest connections are counted first.
 */
export function connectionsBeyond(
	connected: readonly ListedSocket[],
	ports: LimitedPorts,
	most: ConnectionLimits,
	isTrusted: (address: string) => boolean,
): ListedSocket[] {
	const oldestFirst = connected.toSorted((a, b) => a.inode - b.inode);
	const perClient = new Map<string, number>();
	const beyond: ListedSocket[] = [];
	const mostOnRedirect = redirectLimit(most.inAll);
	let accepted = 0;
	let onRedirect = 0;
	for (const socket of oldestFirst) {
		const isRedirect = socket.port === ports.redirect;
		const client = networkOf(socket.address);
		const count = (perClient.get(client) ?? 0) + 1;
		perClient.set(client, count);
		const isFull = accepted >= most.inAll || (isRedirect && onRedirect >= mostOnRedirect);
		if (isFull || (count > most.perAddress && !isTrusted(socket.address))) beyond.push(socket);
		else {
			accepted++;
			if (isRedirect) onRedirect++;
		}
	}
	return beyond;
}

function redirectLimit(inAll: number): number {
	return Math.min(mostRedirected, Math.max(1, Math.floor(inAll * redirectPart)));
}

/** A file that is open only to be closed when another has to be opened. */
interface SpareFile {
	/**
	 * Does work that opens one file at a time and does not wait, even if the process has reached its limit of open
	 * files.
	 */
	use<T>(work: () => T): T;
	close(): void;
}

/** Reading the list of connections needs a file: a client that takes all files must not prevent that. */
function openSpareFile(): SpareFile {
	let spare = tryOpen();
	const close = () => {
		if (spare !== null) closeSync(spare);
		spare = null;
	};
	return {
		use(work) {
			close();
			try {
				return work();
			} finally {
				spare = tryOpen();
			}
		},
		close,
	};
}

function tryOpen(): number | null {
	try {
		return openSync('/dev/null', 'r');
	} catch {
		return null;
	}
}
