import { readFileSync, readlinkSync } from 'node:fs';
import { openFiles } from '../../process/open-files.ts';

/** One socket of the port, as the system lists it. */
export interface ListedSocket {
	/** Grows with every socket that is made, on the whole machine. */
	readonly inode: number;
	readonly state: 'listening' | 'connected' | 'other';
	/** Ours. */
	readonly port: number;
	/** The address on the other end. */
	readonly address: string;
}

/** Every socket of the ports, those of other processes included. Empty where the system does not tell. */
export function socketsOf(...ports: number[]): ListedSocket[] {
	const byEnding = new Map(
		ports.map((port) => [`:${port.toString(16).toUpperCase().padStart(4, '0')}`, port]),
	);
	const endings = [...byEnding.keys()];
	return ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((table) =>
		linesOf(table)
			.filter((line) => endings.some((ending) => line.includes(ending)))
			.map((line) => line.trim().split(/\s+/))
			.filter((cells) => byEnding.has(cells[1]!.slice(-5)))
			.map((cells) => ({
				inode: Number(cells[9]),
				state: states.get(cells[3]!) ?? 'other',
				port: byEnding.get(cells[1]!.slice(-5))!,
				address: addressOf(cells[2]!),
			})),
	);
}

/** How many connections all processes have, to whatever port; no process need list them while they are few. */
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

/** The descriptors of this process that are one of these sockets, by inode. */
export function ownDescriptors(sockets: readonly ListedSocket[]): Map<number, number> {
	const wanted = new Set(sockets.map(({ inode }) => inode));
	const found = new Map<number, number>();
	if (wanted.size === 0) return found;
	for (const descriptor of openFiles()) {
		const inode = inodeOf(descriptor);
		if (inode !== null && wanted.has(inode)) found.set(inode, Number(descriptor));
	}
	return found;
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

/** `0100007F:1F90` is 127.0.0.1; sixteen bytes are four words, each with its lowest byte first. */
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

function linesOf(file: string): string[] {
	// The last line ends, too.
	return textOf(file).split('\n').slice(1, -1);
}

function textOf(file: string): string {
	try {
		return readFileSync(file, 'utf8');
	} catch {
		return '';
	}
}
