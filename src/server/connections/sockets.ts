import { closeSync, openSync, readFileSync, readlinkSync, readSync } from 'node:fs';
import { openFiles } from '../../process/open-files.ts';
import { yieldTurn } from '../../process/yield-turn.ts';

/** One socket of a port, as Linux lists it in `/proc/net/tcp`. */
export interface ListedSocket {
	/** Grows with every socket that is made on the machine. */
	readonly inode: number;
	readonly state: 'listening' | 'connected' | 'other';
	/** The port of this service. */
	readonly port: number;
	/** The address of the client. */
	readonly address: string;
}

/** The kernel's lists of sockets. They stay open, because at the limit of open files they could not be opened again. */
interface SocketTables {
	/**
	 * Every socket of the ports, including those of other processes. The kernel takes a millisecond per 100 sockets of the
	 * machine, so this yields in between: without that, 300 slow clients once delayed everybody by 12 ms.
	 */
	socketsOf(...ports: number[]): Promise<ListedSocket[]>;
	close(): void;
}

/** Systems without such lists have no sockets. */
export function openSocketTables(): SocketTables {
	const tables = ['/proc/net/tcp', '/proc/net/tcp6'].map(openOrNull).filter((table) => table !== null);
	return {
		async socketsOf(...ports) {
			const sockets: ListedSocket[] = [];
			for (const table of tables) sockets.push(...(await socketsIn(table, ports)));
			return sockets;
		},
		close() {
			for (const table of tables.splice(0)) closeSync(table);
		},
	};
}

/** Milliseconds of reading after which it yields. */
const longestReading = 0.5;

async function socketsIn(table: number, ports: readonly number[]): Promise<ListedSocket[]> {
	const byEnding = new Map(
		ports.map((port) => [`:${port.toString(16).toUpperCase().padStart(4, '0')}`, port]),
	);
	const endings = [...byEnding.keys()];
	/** By addresses and inode, because a socket may be listed twice if the list changes while it is read. */
	const sockets = new Map<string, ListedSocket>();
	const part = Buffer.alloc(4_096);
	let [text, at, began] = ['', 0, performance.now()];
	for (let length = read(table, part, at); length > 0; length = read(table, part, at)) {
		at += length;
		const lines = (text + part.toString('latin1', 0, length)).split('\n');
		text = lines.pop()!;
		for (const line of lines) {
			if (!endings.some((ending) => line.includes(ending))) continue;
			const cells = line.trim().split(/\s+/);
			const port = byEnding.get(cells[1]!.slice(-5));
			if (port === undefined) continue;
			const [, local, remote, state, , , , , , inode] = cells;
			sockets.set(`${local} ${remote} ${inode}`, {
				inode: Number(inode),
				state: states.get(state!) ?? 'other',
				port,
				address: addressOf(remote!),
			});
		}
		if (performance.now() - began < longestReading) continue;
		await yieldTurn();
		began = performance.now();
	}
	return [...sockets.values()];
}

/** Returns 0, as at the end, once the table is closed. */
function read(table: number, part: Uint8Array, at: number): number {
	try {
		return readSync(table, part, 0, part.length, at);
	} catch {
		return 0;
	}
}

function openOrNull(file: string): number | null {
	try {
		return openSync(file, 'r');
	} catch {
		return null;
	}
}

/**
 * How many connections all processes of the machine have, on all ports. Reading this number is cheaper than reading the
 * whole list, which is not needed while the number is low.
 */
export function connectionsOfMachine(): number {
	return ['/proc/net/sockstat', '/proc/net/sockstat6'].reduce((sum, file) => {
		const [, inUse] = /^TCP6?: inuse (\d+)/m.exec(textOf(file)) ?? [];
		return sum + Number(inUse ?? 0);
	}, 0);
}

const states = new Map([
	['0A', 'listening'],
	['01', 'connected'],
] as const) as ReadonlyMap<string, ListedSocket['state']>;

/** The descriptors of this process for these sockets, by inode. */
export function ownDescriptors(sockets: readonly ListedSocket[]): Map<number, number> {
	const inodes = new Set(sockets.map(({ inode }) => inode));
	const descriptors = new Map<number, number>();
	if (inodes.size === 0) return descriptors;
	for (const descriptor of openFiles()) {
		const inode = inodeOf(descriptor);
		if (inode !== null && inodes.has(inode)) descriptors.set(inode, Number(descriptor));
	}
	return descriptors;
}

function inodeOf(descriptor: string): number | null {
	try {
		const [, inode] = /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/self/fd/${descriptor}`)) ?? [];
		return inode === undefined ? null : Number(inode);
	} catch {
		// Closed since it was listed.
		return null;
	}
}

/** `0100007F:1F90` is 127.0.0.1; an IPv6 address is four such words, each with its lowest byte first. */
function addressOf(listed: string): string {
	const bytes = listed
		.split(':')[0]!
		.match(/../g)!
		.map((pair) => Number.parseInt(pair, 16));
	const inOrder = Array.from({ length: bytes.length / 4 }, (_, word) =>
		bytes.slice(word * 4, word * 4 + 4).reverse(),
	).flat();
	if (inOrder.length === 4) return inOrder.join('.');
	const groups = Array.from({ length: 8 }, (_, at) =>
		((inOrder[at * 2]! << 8) | inOrder[at * 2 + 1]!).toString(16),
	);
	return groups.join(':');
}

function textOf(file: string): string {
	try {
		return readFileSync(file, 'utf8');
	} catch {
		return '';
	}
}

/** The system call that Bun has no function for; Linux only. */
interface CLibrary {
	/** Ends a connection in both directions, as if the client had left. */
	shutDown(descriptor: number): void;
}

let library: Promise<CLibrary | null> | null = null;

/** Loads the library, or returns null on other systems. First used a second after the start: loading takes 2 ms and 3 MB. */
export function openCLibrary(): Promise<CLibrary | null> {
	library ??= loadCLibrary().catch(() => null);
	return library;
}

const bothDirections = 2;

async function loadCLibrary(): Promise<CLibrary | null> {
	if (process.platform !== 'linux') return null;
	const { dlopen, FFIType } = await import('bun:ffi');
	const { i32 } = FFIType;
	const { symbols } = dlopen('libc.so.6', {
		shutdown: { args: [i32, i32], returns: i32 },
	});
	return {
		shutDown: (descriptor) => void symbols.shutdown(descriptor, bothDirections),
	};
}
