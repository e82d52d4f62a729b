import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** One socket of the port, as the system lists it. */
export interface ListedSocket {
	/** Grows with every socket that is made, on the whole machine. */
	readonly inode: number;
	readonly state: 'listening' | 'connected' | 'other';
	/** The address on the other end. */
	readonly address: string;
}

/** Every socket of the port, those of other processes included. Empty where the system does not tell. */
export function socketsOf(port: number): ListedSocket[] {
	const ending = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
	return ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((table) =>
		linesOf(table)
			.filter((line) => line.includes(ending))
			.map((line) => line.trim().split(/\s+/))
			.filter((cells) => cells[1]?.endsWith(ending))
			.map((cells) => ({
				inode: Number(cells[9]),
				state: states.get(cells[3]!) ?? 'other',
				address: addressOf(cells[2]!),
			})),
	);
}

const states = new Map([
	['0A', 'listening'],
	['01', 'connected'],
] as const) as ReadonlyMap<string, ListedSocket['state']>;

/** The descriptors of this process that are one of these sockets, by inode. */
export function ownDescriptors(sockets: readonly ListedSocket[]): Map<number, number> {
	const wanted = new Set(sockets.map(({ inode }) => inode));
	const found = new Map<number, number>();
	for (const descriptor of openFiles()) {
		const inode = inodeOf(descriptor);
		if (inode !== null && wanted.has(inode)) found.set(inode, Number(descriptor));
	}
	return found;
}

/** The open files of this process; empty where the system does not tell. */
export function openFiles(): string[] {
	try {
		return readdirSync('/proc/self/fd');
	} catch {
		return [];
	}
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
	try {
		return readFileSync(file, 'utf8').split('\n').slice(1);
	} catch {
		return [];
	}
}
