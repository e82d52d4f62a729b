import { Failure } from '../../process/failure.ts';
import { ownProgram } from '../../process/shipped.ts';
import { type Heartbeat, hung, startHeartbeat } from './heartbeat.ts';
import { instanceVariable, type Message, type Question, workerVariable } from './worker.ts';

/** One worker process, as its supervisor sees it. */
export interface WorkerProcess {
	/** The worker's address and, on the very first start, the first key. Rejects with its failure if it cannot serve. */
	readonly ready: Promise<Extract<Message, { kind: 'ready' }>>;
	/** Resolves with the reason when the process has ended; a worker that hangs is killed. */
	readonly ended: Promise<string>;
	/** Makes it read the certificates again. */
	renew(): void;
	/** Asks it to finish the requests in flight and end. */
	stop(): void;
	/** Ends it at once. */
	kill(): void;
}

export function startWorker(number: number, port: number, instance: string | null): WorkerProcess {
	const { promise: ready, resolve, reject } = Promise.withResolvers<Extract<Message, { kind: 'ready' }>>();
	let heartbeat: Heartbeat | null = null;
	let watched = true;
	let killedFor: string | null = null;
	// The same program with the same settings, except for the port, which the supervisor has chosen.
	const child = Bun.spawn([...ownProgram(), 'serve'], {
		env: {
			...process.env,
			PORT: String(port),
			[workerVariable]: String(number),
			[instanceVariable]: instance ?? '',
		},
		stdin: 'ignore',
		stdout: 'inherit',
		stderr: 'inherit',
		ipc(message: Message) {
			if (message.kind === 'alive') heartbeat?.answered();
			else if (message.kind === 'failed') reject(new Failure(message.code, message.message));
			else {
				resolve(message);
				// Only now, because a start may take long.
				if (watched) heartbeat = startHeartbeat(ask, giveUp);
			}
		},
	});
	const tell = (question: Question) => {
		try {
			child.send(question);
		} catch {
			// The channel is closed. The question stays without an answer, unless the process has ended.
		}
	};
	const ask = () => tell({ kind: 'alive?' });
	const giveUp = () => {
		killedFor = hung;
		child.kill('SIGKILL');
	};
	const endWatching = () => {
		watched = false;
		heartbeat?.end();
	};
	const ended = child.exited.then((code) => {
		endWatching();
		const reason = killedFor ?? (child.signalCode ? `killed by ${child.signalCode}` : `exit code ${code}`);
		reject(new Failure('worker-ended', `worker ${number} ended while it was starting (${reason})`));
		return reason;
	});
	const stop = () => {
		endWatching();
		child.kill('SIGTERM');
	};
	const renew = () => tell({ kind: 'certificates changed' });
	return { ready, ended, renew, stop, kill: () => child.kill('SIGKILL') };
}
