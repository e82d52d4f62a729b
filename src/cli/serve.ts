import { createLog } from '../process/log.ts';
import { untilToldToStop } from '../process/signals.ts';
import { stopLimits } from '../process/stop-limits.ts';
import { run } from '../server/run.ts';
import { supervise } from '../server/workers/supervise.ts';
import { work, workerNumber } from '../server/workers/worker.ts';
import type { Call, Command } from './command.ts';
import { firstKeyWords } from './first-key.ts';

export const serveCommand: Command = {
	name: 'serve',
	summary: 'start the service on HOST and PORT',
	details: `
The first start with an empty database issues one license key and prints a curl command that uses it. If standard
output is not a terminal, the key is written to the file first-key in the state folder, which only its owner can read.`,
	run: serve,
};

async function serve({ settings, json, terminal, print }: Call): Promise<void> {
	const log = createLog({
		write: (line) => void process.stderr.write(line),
		terminal: process.stderr.isTTY === true && !json,
		now: () => new Date(),
	});
	const worker = workerNumber();
	if (worker !== null) return work(settings, log, worker);
	// From here on, so that a signal never finds a service that answers and cannot stop in order.
	const told = untilToldToStop();
	const running = settings.workers > 1 ? await supervise(settings, log) : await run(settings, log);
	if (running.firstKey) {
		const { stateFolder } = settings;
		print(firstKeyWords(running.firstKey, { address: running.address, stateFolder, terminal }));
	}
	await told;
	// A stop that takes longer than promised ends all the same.
	setTimeout(() => process.exit(1), stopLimits.process).unref();
	await running.stop();
	process.exit(0);
}
