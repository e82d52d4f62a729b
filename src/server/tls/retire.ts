import type { Server } from 'bun';
import { close } from '../socket.ts';
import { steerToNewest } from './steer.ts';

/** The processes that share the port, and the place of this one among them, from 1. */
export interface PortSharers {
	readonly size: number;
	readonly place: number;
}

/** A socket whose certificate was replaced. */
export interface Retiring {
	/** Closes it now. */
	end(): Promise<void>;
	/** Closes it as it would be closed later, because another certificate is waiting. */
	hasten(): Promise<void>;
}

/** Handshakes that began on the socket are through by then, so that nobody waits on it any more. */
const handshakes = 300;
/** Between the sockets of two processes: they must go one after the other. */
const apart = 1_000;

/**
 * Closes a socket after a time in which all connections on it have ended: those that ask are told to go, the others
 * are idle for too long.
 */
export function retire(
	old: Server<undefined>,
	milliseconds: number,
	{ size, place }: PortSharers,
	done: () => void,
): Retiring {
	let closing: Promise<void> | null = null;
	const end = () => {
		clearTimeout(timer);
		closing ??= close(old).then(done);
		return closing;
	};
	let leaving: Promise<void> | null = null;
	const leave = () => {
		clearTimeout(timer);
		leaving ??= goInTurn();
		return leaving;
	};
	const goInTurn = async () => {
		const port = old.port!;
		await steerToNewest(port, 1);
		await Bun.sleep(handshakes);
		await end();
		// With one socket fewer the filter means "any", which is right only once no old one is left.
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
