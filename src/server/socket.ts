import type { Server } from 'bun';
import { Failure, reasonOf } from '../process/failure.ts';
import { stopLimits } from '../process/stop-limits.ts';
import { yieldTurn } from '../process/yield-turn.ts';

/** Listens, or fails with the reason in one line. */
export function serve(
	options: Parameters<typeof Bun.serve>[0],
	host: string,
	port: number,
): Server<undefined> {
	try {
		return Bun.serve(options) as Server<undefined>;
	} catch (thrown) {
		const code = (thrown as { code?: string }).code;
		if (code === 'EADDRINUSE') {
			throw new Failure(
				'port-in-use',
				`port ${port} on ${host} is in use: stop the other program, or set PORT to another port`,
			);
		}
		throw new Failure(
			'cannot-listen',
			`cannot listen on ${host} port ${port}: ${reasonOf(thrown)}: ${wayOut(thrown)}`,
		);
	}
}

/** Listens on the port without sharing it for a moment, which fails if another program uses it. Returns its number. */
export function provenFree(host: string, port: number): number {
	const probe = serve(
		{
			hostname: host,
			port,
			development: false,
			reusePort: false,
			fetch: () => new Response(null, { status: 503 }),
		},
		host,
		port,
	);
	const free = probe.port!;
	void probe.stop(true);
	return free;
}

/** Answers requests that have arrived, finishes those in flight, and closes. */
export async function close(server: Server<undefined>): Promise<void> {
	await readPending();
	await Promise.race([server.stop(), Bun.sleep(stopLimits.requests)]);
	await server.stop(true);
}

/** Takes no more connections. Requests in flight and handshakes that have begun (Bun 1.4.4) go on. */
export async function stopListening(server: Server<undefined>): Promise<void> {
	await readPending();
	void server.stop();
}

/**
 * Lets the process read requests that have arrived. Bun closes idle connections when it stops, even if the next request is
 * already in the buffer: the client would get a reset instead of an answer.
 */
async function readPending(): Promise<void> {
	// Bun reads sockets between two turns.
	for (let round = 0; round < 2; round++) await yieldTurn();
}

/** What to do if the service cannot listen. */
export function wayOut(thrown: unknown): string {
	return (thrown as NodeJS.ErrnoException).code === 'EACCES'
		? 'ports below 1024 need CAP_NET_BIND_SERVICE (systemd: the drop-in tls.conf), or choose a higher PORT'
		: 'set HOST to an address of this machine';
}
