import { createLog, type Log } from '../process/log.ts';
import { untilToldToStop } from '../process/signals.ts';
import { stopLimits } from '../process/stop-limits.ts';
import type { Call } from './command.ts';

/** Starts a service, waits for a signal, stops it and exits. */
export async function runUntilStopped(start: () => Promise<{ stop(): Promise<void> }>): Promise<never> {
	// Handle signals before the start, so that the service can always stop properly.
	const signaled = untilToldToStop();
	const service = await start();
	await signaled;
	// Exit even if stopping takes longer than documented.
	setTimeout(() => process.exit(1), stopLimits.process).unref();
	await service.stop();
	process.exit(0);
}

/** The log of a service: lines for people on a terminal, JSON elsewhere and with --json. */
export function serviceLog({ json }: Pick<Call, 'json'>): Log {
	return createLog({
		write: (line) => void process.stderr.write(line),
		terminal: process.stderr.isTTY === true && !json,
		now: () => new Date(),
	});
}
