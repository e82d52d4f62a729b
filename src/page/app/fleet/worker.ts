import { isSqlite } from '../../../fleet/history/sqlite-reader.ts';
import type { GivenColumns } from '../../../fleet/inventory/columns/recognise.ts';
import type { CompactReport } from '../../../fleet/report/report.ts';
import { today } from '../parts/dates.ts';
import { ask, whyNot } from '../service/service.ts';
import { unwireReport } from './report-wire.ts';
import type { WorkbookSheets } from './report-workbook.ts';
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

/** Sends a request to the worker. Requests run one after the other. */
function askWorker(request: WorkerRequest): Promise<WorkerReply | Unanswered> {
	const answer = turn.then(() => send(request));
	turn = answer;
	return answer;
}

/** The chosen file is a history, which the command line writes. */
interface HistoryFile {
	readonly kind: 'history-file';
}

/** The request failed for a reason that may pass, so it can be sent again. */
interface Unanswered {
	readonly kind: 'unanswered';
	readonly reason: string;
}

/** A report, unpacked for the views. */
interface Report {
	readonly kind: 'report';
	readonly report: CompactReport;
}

export type FleetReply = Exclude<WorkerReply, { kind: 'report' }> | Report | HistoryFile | Unanswered;

/** Reads the format and the columns of files, or recognizes a history file. */
export async function openFiles(files: readonly File[], chosenColumns: GivenColumns): Promise<FleetReply> {
	const beginnings: Uint8Array[] = [];
	for (const file of files)
		try {
			beginnings.push(await file.slice(0, 16).bytes());
		} catch {
			// A folder, or a file that was moved or changed after it was chosen.
			return {
				kind: 'unanswered',
				reason: `${file.name} cannot be read. Was it moved or changed? Choose it again.`,
			};
		}
	const [only, ...others] = beginnings;
	const isHistory = only && others.length === 0 && isSqlite(only);
	if (isHistory) return { kind: 'history-file' };
	return (await askWorker({ kind: 'columns', files, given: chosenColumns })) as Exclude<
		WorkerReply,
		{ kind: 'report' }
	>;
}

/** The data set and the day that a request needs. */
interface Now {
	readonly data: DataTables;
	readonly today: string;
}

/** Sends the worker a request that needs the current data set and today's date. */
export async function askWithData(question: (now: Now) => WorkerRequest): Promise<FleetReply> {
	const data = await ask<DataTables>('/dataset/tables');
	if (data.state !== 'ready') return { kind: 'unanswered', reason: whyNot(data) };
	const reply = await askWorker(question({ data: data.value, today: today() }));
	return reply.kind === 'report' ? { kind: 'report', report: await unwireReport(reply.report) } : reply;
}

/** Reads an earlier report in the worker, which has the library that checks it. */
export function readEarlier(file: File): Promise<WorkerReply | Unanswered> {
	return askWorker({ kind: 'read-report', file });
}

/** Compresses the last report in the worker; null if the worker failed. */
export async function packLast(parameters: Readonly<Record<string, string>>): Promise<string | null> {
	const reply = await askWorker({ kind: 'pack', asked: parameters });
	return reply.kind === 'pack' ? reply.packed : null;
}

/** Makes an XLSX file of a report in the worker; null if the worker failed. */
export async function makeWorkbook(report: CompactReport, sheets: WorkbookSheets): Promise<Blob | null> {
	const reply = await askWorker({ kind: 'workbook', report, sheets });
	return reply.kind === 'workbook' ? reply.file : null;
}

/** In milliseconds. The largest files that are read take seconds, and some ten on a phone: a worker that takes longer is ended. */
const deadline = 90_000;

const notStarted = 'The report could not be started.';

/** Never throws: the requests after it would wait for it in vain. */
async function send(request: WorkerRequest): Promise<WorkerReply | Unanswered> {
	const { promise, resolve } = Promise.withResolvers<WorkerReply | Unanswered>();
	let receiver: Worker | null = null;
	const endWorker = (reason: string) => {
		worker = null;
		receiver?.terminate();
		resolve({ kind: 'unanswered', reason });
	};
	const timer = setTimeout(
		() =>
			endWorker(
				`Reading took longer than ${deadline / 1000} seconds and was stopped. Export fewer columns, or fewer Macs at a time.`,
			),
		deadline,
	);
	try {
		worker ??= new Worker(trustedAddress(), { type: 'module' });
		receiver = worker;
		receiver.onmessage = ({ data }: MessageEvent<WorkerReply>) => resolve(data);
		receiver.onerror = () => endWorker(notStarted);
		receiver.postMessage(request);
	} catch {
		// The browser refuses to start the worker, or cannot send it the request.
		endWorker(notStarted);
	}
	return await promise.finally(() => clearTimeout(timer));
}

/** The worker's address as a trusted type, without which the content security policy refuses the worker. */
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
