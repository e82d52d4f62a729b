import type { Log } from '../../process/log.ts';
import { stopLimits } from '../../process/stop-limits.ts';
import type { Settings, TlsSettings } from '../../settings/settings.ts';
import { limitConnections } from '../connections/connection-limit.ts';
import { listen } from '../http.ts';
import type { Running } from '../run.ts';
import { keepSecure } from '../tls/keep-secure.ts';
import { startWorker, type WorkerProcess } from './worker-process.ts';

/** A worker that ends is started again after this pause; it doubles each time, up to the longest. */
const shortestPause = 100;
const longestPause = 10_000;
/** A worker that served this long did not fail at the start: the next pause is short again. */
const stableAfter = 30_000;

export type Supervised = Omit<Running, 'swap'>;

/** Serves with several processes on one port. Everything they share lies in the database. */
export async function supervise(settings: Settings, log: Log): Promise<Supervised> {
	const port = await freePort(settings, log);
	const workers = new Map<number, WorkerProcess>();
	const pauses = new Map<number, Timer>();
	let stopping = false;

	const start = (number: number): WorkerProcess => {
		const worker = startWorker(number, port);
		workers.set(number, worker);
		return worker;
	};
	const watch = async (number: number, pause: number): Promise<void> => {
		const worker = workers.get(number)!;
		const began = performance.now();
		const ended = await worker.ended;
		if (stopping) return;
		const lived = performance.now() - began;
		const next = lived > stableAfter ? shortestPause : pause;
		log.warn('worker ended, starting another', { worker: number, reason: ended, pause: next });
		const again = () => {
			// If it cannot start now, it is started again later; the other workers go on answering.
			start(number).ready.catch((failure) =>
				log.error('worker cannot start', { worker: number, reason: failure.message }),
			);
			void watch(number, Math.min(next * 2, longestPause));
		};
		pauses.set(number, setTimeout(again, next));
	};
	const stop = async (): Promise<void> => {
		stopping = true;
		for (const timer of pauses.values()) clearTimeout(timer);
		const all = [...workers.values()];
		for (const worker of all) worker.stop();
		const force = setTimeout(() => {
			for (const worker of all) worker.kill();
		}, stopLimits.worker);
		await Promise.all(all.map((worker) => worker.ended));
		clearTimeout(force);
	};

	const numbers = Array.from({ length: settings.workers }, (_, index) => index + 1);
	try {
		// The first one brings the schema up to date and issues the first key, so that the others find both.
		const first = await start(1).ready;
		await Promise.all(numbers.slice(1).map((number) => start(number).ready));
		for (const number of numbers) void watch(number, shortestPause);
		const { address, firstKey } = first;
		log.info('ready', { address, workers: settings.workers });
		const running: Supervised = {
			address,
			firstKey,
			async renew() {
				for (const worker of workers.values()) worker.renew();
			},
			async stop() {
				log.info('stopping', { workers: settings.workers });
				await stop();
				log.info('stopped');
			},
		};
		return settings.tls
			? await secured(running, { service: port, settings, tls: settings.tls, log })
			: running;
	} catch (thrown) {
		await stop();
		throw thrown;
	}
}

/** The port that leads to TLS is the supervisor's own; its connections count with those of the workers. */
async function secured(
	running: Supervised,
	{ service, settings, tls, log }: { service: number; settings: Settings; tls: TlsSettings; log: Log },
): Promise<Supervised> {
	const secure = await keepSecure(running, settings, tls, log);
	if (tls.redirectPort === null) return secure;
	const ports = { service, redirect: tls.redirectPort };
	const limit = limitConnections(ports, settings.connections, settings.trustedProxies, log);
	return {
		...secure,
		async stop() {
			limit.close();
			await secure.stop();
		},
	};
}

/** Workers share the port with any process that shares it, so only listening alone once shows that it is free. */
async function freePort({ host, port }: Settings, log: Log): Promise<number> {
	const listener = listen(host, port, log);
	const free = listener.server.port!;
	await listener.stop();
	return free;
}
