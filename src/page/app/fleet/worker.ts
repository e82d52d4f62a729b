import type { WorkerReply, WorkerRequest } from './worker-protocol.ts';

interface ScriptUrlPolicy {
	createScriptURL(text: string): string;
}

interface TrustedTypes {
	createPolicy(name: string, rules: ScriptUrlPolicy): ScriptUrlPolicy;
}

const address = '/assets/fleet-worker.js';

let worker: Worker | null = null;
let turn: Promise<unknown> = Promise.resolve();

/** Asks the worker, one request after the other. */
export function askWorker(request: WorkerRequest): Promise<WorkerReply> {
	const answer = turn.then(() => send(request));
	turn = answer;
	return answer;
}

function send(request: WorkerRequest): Promise<WorkerReply> {
	worker ??= new Worker(trustedAddress(), { type: 'module' });
	const asked = worker;
	return new Promise((done) => {
		asked.onmessage = ({ data }: MessageEvent<WorkerReply>) => done(data);
		asked.onerror = () => {
			worker = null;
			done({ kind: 'failed', reason: 'the report could not be started: reload the page' });
		};
		asked.postMessage(request);
	});
}

/** The page lets no text become code. This one address may, because it is here and nowhere else. */
function trustedAddress(): string {
	const types = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes;
	if (!types) return address;
	trusted ??= types.createPolicy('fleet-worker', {
		createScriptURL: (text) => {
			if (text !== address) throw new TypeError('not the address of the worker');
			return text;
		},
	});
	return trusted.createScriptURL(address);
}

let trusted: ScriptUrlPolicy | null = null;
