import { addressOf, openCLibrary } from '../connections/c-library.ts';
import { type ListedSocket, ownDescriptors, socketsOf } from '../connections/own-sockets.ts';

/**
 * Linux spreads new connections over all sockets that listen on a port, and resets those that wait on one that is
 * closed: 50 renewals under eight clients cost 50 connections. A filter of four instructions tells it which
 * sockets to choose from, so that nobody waits on the one that goes: 0 of 12,911 connections in the same test.
 *
 * The kernel keeps the sockets of a port in a list: a new one goes to its end, and the last one takes the place of
 * one that is closed. A number past the end means "any".
 *
 * Kept: Bun 1.4.4 takes no other certificate on a socket that listens, and a service that is started anew for one resets or
 * drains every connection, where this ends none.
 */
type Instruction = readonly [code: number, value: number];

const returnResult = 0x16;
const loadWord = 0x20;
const randomNumber = 0xfffff000 + 56;
const modulo = 0x94;
const add = 0x04;

const levelSocket = 1;
const attachFilter = 51;

/** From now on new connections choose among so many of the newest sockets. False where that cannot be had. */
export async function steerToNewest(port: number, count: number): Promise<boolean> {
	const first = Math.max(0, listening(port).length - count);
	return steer(port, [
		[loadWord, randomNumber],
		[modulo, count],
		[add, first],
		[returnResult, 0],
	]);
}

async function steer(port: number, program: readonly Instruction[]): Promise<boolean> {
	const library = await openCLibrary();
	const [descriptor] = ownDescriptors(listening(port)).values();
	if (!library || descriptor === undefined) return false;
	const filter = new DataView(new ArrayBuffer(program.length * 8));
	program.forEach(([code, value], index) => {
		filter.setUint16(index * 8, code, true);
		filter.setUint32(index * 8 + 4, value, true);
	});
	const header = new DataView(new ArrayBuffer(16));
	header.setUint16(0, program.length, true);
	header.setBigUint64(8, await addressOf(new Uint8Array(filter.buffer)), true);
	return library.setOption(descriptor, levelSocket, attachFilter, new Uint8Array(header.buffer));
}

function listening(port: number): ListedSocket[] {
	return socketsOf(port).filter(({ state }) => state === 'listening');
}
