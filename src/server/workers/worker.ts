import { Failure, reasonOf } from '../../process/failure.ts';
import type { Fields, Log } from '../../process/log.ts';
import { leaveSignalsToSupervisor } from '../../process/signals.ts';
import { stopLimits } from '../../process/stop-limits.ts';
import type { Settings } from '../../settings/settings.ts';
import { type Running, run } from '../run.ts';
import { readCertificates } from '../tls/certificate.ts';

/** What a worker tells its supervisor. */
export type Message =
	| { readonly kind: 'ready'; readonly address: string; readonly firstKey: string | null }
	| { readonly kind: 'failed'; readonly code: string; readonly message: string }
	| { readonly kind: 'alive' };

/** What a supervisor asks or tells its worker. */
export type Question = { readonly kind: 'alive?' | 'certificates changed' };

/** The supervisor sets this variable to the worker's number. */
export const workerVariable = 'POINTRELEASE_WORKER';

/** And this one to the ID of the service. */
export const instanceVariable = 'POINTRELEASE_INSTANCE';

/** The number of this worker, or null if this process is not a worker: `process.send` exists only in one. */
export function workerNumber(): number | null {
	return process.send ? Number(process.env[workerVariable]) || null : null;
}

/** Serves on a port that is shared with the other workers, until the supervisor tells it to stop or ends. */
export async function work(settings: Settings, log: Log, worker: number): Promise<never> {
	const tell = (message: Message) => process.connected && process.send!(message);
	// The channel closes when the supervisor ends in any way, so that no worker outlives it.
	const orphaned = new Promise<null>((resolve) => process.on('disconnect', () => resolve(null)));
	process.on('message', ({ kind }: Question) => kind === 'alive?' && tell({ kind: 'alive' }));
	try {
		leaveSignalsToSupervisor();
		const stopSignal = new Promise<void>((resolve) => process.on('SIGTERM', () => resolve()));
		const starting = run(ownSettings(settings, worker), withWorkerNumber(log, worker), {
			shared: true,
			instance: process.env[instanceVariable] || null,
		});
		const running = await Promise.race([starting, orphaned]);
		// Nobody was served yet, so there is nothing to finish.
		if (!running) process.exit(1);
		process.on('message', ({ kind }: Question) => {
			if (kind === 'certificates changed') renewCertificates(running, settings, log, worker);
		});
		tell({ kind: 'ready', address: running.address, firstKey: running.firstKey });
		await Promise.race([stopSignal, orphaned]);
		// End the process even if the stop takes longer than its limit.
		setTimeout(() => process.exit(1), stopLimits.process).unref();
		await running.stop();
		process.exit(0);
	} catch (thrown) {
		if (!(thrown instanceof Failure)) throw thrown;
		// The supervisor reports it once for all workers.
		tell({ kind: 'failed', code: thrown.code, message: thrown.message });
		process.exit(1);
	}
}

/** The supervisor has validated the files already; if they change again, it sends another message. */
function renewCertificates(running: Running, { tls }: Settings, log: Log, worker: number): void {
	try {
		if (tls) running.renew(readCertificates(tls));
	} catch (thrown) {
		withWorkerNumber(log, worker).warn('certificate cannot be renewed', { reason: reasonOf(thrown) });
	}
}

/** Each worker has its own metrics address: the first worker has `ADMIN_ADDRESS`, the others have the ports after it. */
function ownSettings(settings: Settings, worker: number): Settings {
	const { adminAddress } = settings;
	// The first worker serves the console there. Under a name of its own, every worker does.
	const console = worker > 1 && settings.console?.origin === null ? null : settings.console;
	if (!adminAddress || adminAddress.port === 0) return { ...settings, console };
	return { ...settings, console, adminAddress: { ...adminAddress, port: adminAddress.port + worker - 1 } };
}

/** The same log, with the worker's number on every line. */
function withWorkerNumber(log: Log, worker: number): Log {
	const at =
		(level: keyof Log) =>
		(event: string, fields: Fields = {}) =>
			log[level](event, { worker, ...fields });
	return { info: at('info'), warn: at('warn'), error: at('error') };
}
