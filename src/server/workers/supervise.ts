import type { Log } from '../../process/log.ts';
import { stopLimits } from '../../process/stop-limits.ts';
import type { Settings } from '../../settings/settings.ts';
import { listen } from '../http.ts';
import type { Running } from '../run.ts';
import { keepSecure } from '../tls/keep-secure.ts';
import { startWorker, type WorkerProcess } from './worker-process.ts';

/** The pause before a worker that ended is started again. It doubles each time, up to the longest. */
const shortestPause = 100;
const longestPause = 10_000;
/** A worker that lived this long did not fail at the start: the next pause is short again. */
const stableAfter = 30_000;

type Supervised = Omit<Running, 'swap'>;

/** Serves with several processes on one port, which share the database and the state folder. */
export async function supervise(
	settings: Settings,
	log: Log,
	instance: string | null = null,
): Promise<Supervised> {
	const port = await freePort(settings, log);
	const workers = new Map<number, WorkerProcess>();
	const pauses = new Map<number, Timer>();
	let stopping = false;

	const start = (number: number): WorkerProcess => {
		const worker = startWorker(number, port, instance);
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
			// If the worker cannot start now, it is started again later. The other workers still answer.
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
		// The first worker migrates the schema and issues the first key, before the others start.
		const first = await start(1).ready;
		await Promise.all(numbers.slice(1).map((number) => start(number).ready));
		for (const number of numbers) void watch(number, shortestPause);
		const { address, firstKey } = first;
		log.info('ready', { address, workers: settings.workers });
		const running: Supervised = {
			address,
			firstKey,
			renew() {
				for (const worker of workers.values()) worker.renew();
			},
			async stop() {
				log.info('stopping', { workers: settings.workers });
				await stop();
				log.info('stopped');
			},
		};
		return settings.tls ? await keepSecure(running, settings, settings.tls, log) : running;
	} catch (thrown) {
		await stop();
		throw thrown;
	}
}

/** Listens once without sharing the port, to show that it is free: workers would share it with any other program. */
async function freePort({ host, port }: Settings, log: Log): Promise<number> {
	const listener = listen(host, port, log);
	const free = listener.server.port!;
	await listener.stop();
	return free;
}
