import { readFileSync } from 'node:fs';

/** Without a handler each of these would end the process at once, and the latest counts would be lost. */
const idle = ['SIGUSR1', 'SIGUSR2'] as const;
/** A terminal sends these when it is closed, and for control and backslash. */
const ofTerminal = ['SIGHUP', 'SIGQUIT'] as const;

/** Resolves at the first signal to stop. A second SIGTERM or SIGINT ends the process at once. */
export function untilToldToStop(): Promise<void> {
	return new Promise((resolve) => {
		let isStopping = false;
		const stop = () => {
			isStopping = true;
			resolve();
		};
		for (const signal of ['SIGTERM', 'SIGINT'] as const)
			process.on(signal, () => (isStopping ? process.exit(1) : stop()));
		// The shell and the kernel may both signal that the terminal closed, so a second one is ignored.
		for (const signal of ofTerminal) if (!isIgnored(signal)) process.on(signal, stop);
		ignore(idle);
		if (isStartedByNpm()) whenParentEnds(stop);
	});
}

/** How often the service checks that npm still runs, in milliseconds. */
const parentEvery = 500;

/** `npm start` of this project replaces its shell with this process, so the parent is npm itself. */
function isStartedByNpm(): boolean {
	return process.env.npm_lifecycle_event === 'start' && process.env.npm_package_name === 'pointrelease';
}

/** npm passes on only SIGTERM and SIGINT. If npm ended in any other way, the service would keep running and hold the port. */
function whenParentEnds(stop: () => void): void {
	const parent = process.ppid;
	const timer = setInterval(() => {
		if (process.ppid === parent) return;
		clearInterval(timer);
		stop();
	}, parentEvery);
	timer.unref();
}

/** A terminal sends its signals to every process of a job, but stopping is the supervisor's decision alone. */
export function leaveSignalsToSupervisor(): void {
	ignore(['SIGINT', ...ofTerminal, ...idle]);
}

function ignore(signals: readonly NodeJS.Signals[]): void {
	for (const signal of signals) process.on(signal, () => {});
}

const numbers = { SIGHUP: 1, SIGQUIT: 3 } as const;

/** Whether the process was started with the signal ignored, as nohup does; always false on systems other than Linux. */
function isIgnored(signal: keyof typeof numbers): boolean {
	try {
		const mask = /^SigIgn:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
		return mask !== undefined && ((BigInt(`0x${mask}`) >> BigInt(numbers[signal] - 1)) & 1n) === 1n;
	} catch {
		return false;
	}
}
