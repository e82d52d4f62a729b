import { createLog } from '../log.ts';
import { run } from '../server/run.ts';
import { supervise } from '../workers/supervise.ts';
import { work, workerNumber } from '../workers/worker.ts';
import type { Call, Command } from './command.ts';

/** After a second signal, or when a stop takes longer than promised, the process ends all the same. */
const longestStop = 5_000;

export const serveCommand: Command = {
	name: 'serve',
	summary: 'serve the API on HOST and PORT until SIGTERM or SIGINT',
	details: 'The first start with an empty store issues one license key and prints a curl line with it.',
	run: serve,
};

async function serve({ settings, json, print }: Call): Promise<void> {
	const log = createLog({
		write: (line) => void process.stderr.write(line),
		terminal: process.stderr.isTTY === true && !json,
		now: () => new Date(),
	});
	const worker = workerNumber();
	if (worker !== null) return work(settings, log, worker);
	// From here on, so that a signal never finds a service that answers and cannot stop in order.
	const told = untilTold();
	const running = settings.workers > 1 ? await supervise(settings, log) : await run(settings, log);
	if (running.firstKey) print(welcome(running.address, running.firstKey));
	await told;
	setTimeout(() => process.exit(1), longestStop).unref();
	await running.stop();
	process.exit(0);
}

/** Resolves at the first SIGTERM or SIGINT; a start that is under way is finished first. */
function untilTold(): Promise<void> {
	return new Promise((resolve) => {
		const stop = () => {
			process.once('SIGTERM', () => process.exit(1));
			process.once('SIGINT', () => process.exit(1));
			resolve();
		};
		process.once('SIGTERM', stop);
		process.once('SIGINT', stop);
	});
}

function welcome(address: string, key: string): string {
	return [
		'This is the first start, so one license key was issued. It is shown only now:',
		'',
		`  curl -H 'Authorization: ${key}' ${address}/items/J293AP:14.7.2`,
		'',
		'Issue more with: npx pointrelease license issue --email you@example.com',
	].join('\n');
}
