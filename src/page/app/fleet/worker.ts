import { isSqlite } from '../../../fleet/history/sqlite-reader.ts';
import type { GivenColumns } from '../../../fleet/inventory/columns/recognise.ts';
import type { CompactReport } from '../../../fleet/report/report.ts';
import { ask, whyNot } from '../service/service.ts';
import { unwireReport } from './report-wire.ts';
import type { DataTables, WorkerReply, WorkerRequest } from './worker-protocol.ts';

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
function askWorker(request: WorkerRequest): Promise<WorkerReply | Unanswered> {
	const answer = turn.then(() => send(request));
	turn = answer;
	return answer;
}

/** The one file is a history that the command line wrote. */
interface HistoryFile {
	readonly kind: 'history-file';
}

/** Not the fault of what was asked: the same may be answered another time. */
interface Unanswered {
	readonly kind: 'unanswered';
	readonly reason: string;
}

/** The report as the views read it. */
interface Report {
	readonly kind: 'report';
	readonly report: CompactReport;
}

export type FleetReply = Exclude<WorkerReply, { kind: 'report' }> | Report | HistoryFile | Unanswered;

/** What files turn out to be. */
export async function openFiles(files: readonly File[], given: GivenColumns): Promise<FleetReply> {
	const beginnings: Uint8Array[] = [];
	for (const file of files)
		try {
			beginnings.push(await file.slice(0, 16).bytes());
		} catch {
			// A folder, or a file that was moved or written to since it was chosen.
			return {
				kind: 'unanswered',
				reason: `${file.name} cannot be read. Was it moved or changed? Choose it again.`,
			};
		}
	const [only, ...others] = beginnings;
	const isHistory = only && others.length === 0 && isSqlite(only);
	if (isHistory) return { kind: 'history-file' };
	return (await askWorker({ kind: 'columns', files, given })) as Exclude<WorkerReply, { kind: 'report' }>;
}

/** What a question about Macs rests on. */
interface Now {
	readonly data: DataTables;
	readonly today: string;
}

/** Asks the worker about the data set and the day of now. */
export async function askWithData(question: (now: Now) => WorkerRequest): Promise<FleetReply> {
	const data = await ask<DataTables>('/dataset/tables');
	if (data.state !== 'ready') return { kind: 'unanswered', reason: whyNot(data) };
	const reply = await askWorker(question({ data: data.value, today: new Date().toISOString().slice(0, 10) }));
	return reply.kind === 'report' ? { kind: 'report', report: await unwireReport(reply.report) } : reply;
}

/** Packs the last report beside the page; null if the worker is gone. */
export async function packLast(asked: Readonly<Record<string, string>>): Promise<string | null> {
	const reply = await askWorker({ kind: 'pack', asked });
	return reply.kind === 'pack' ? reply.packed : null;
}

function send(request: WorkerRequest): Promise<WorkerReply | Unanswered> {
	worker ??= new Worker(trustedAddress(), { type: 'module' });
	const asked = worker;
	return new Promise((done) => {
		asked.onmessage = ({ data }: MessageEvent<WorkerReply>) => done(data);
		asked.onerror = () => {
			worker = null;
			done({ kind: 'unanswered', reason: 'The report could not be started.' });
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
