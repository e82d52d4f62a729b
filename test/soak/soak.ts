import { join } from 'node:path';
import { createAnswerBook } from '../../src/api/answer-book.ts';
import { temporaryState } from '../live.ts';
import { startChanges } from './changes.ts';
import { type Question, questionsOf, startClients } from './clients.ts';
import { type SoakedService, startSoaked } from './service.ts';
import { stateOfData } from './states.ts';

export interface SoakReport {
	seconds: number;
	requests: number;
	connections: number;
	swaps: number;
	/** Keys issued and revoked while the load ran. */
	licenses: number;
	/** What was wrong, the first few in words. */
	faults: string[];
	/** Megabytes in use after a collection and a swap, with nobody asking: after a third of the time, and at its end. */
	inUseEarly: number;
	inUseLate: number;
	/** Resident megabytes at the same two moments: what waits for a collection says how busy the machine is. */
	residentEarly: number;
	residentLate: number;
	/** Open files without load: before it, and after it. */
	filesBefore: number;
	filesAfter: number;
}

export interface SoakOptions {
	tell?: (line: string) => void;
	/** A file that the service loads first. */
	preload?: string;
}

/** In megabytes. */
interface Memory {
	inUse: number;
	resident: number;
}

const dataFolder = join(import.meta.dir, '../../data');

/** Steady load with swaps of the data, license changes and connection churn; every answer is checked. */
export async function soak(
	milliseconds: number,
	{ tell = () => {}, preload }: SoakOptions = {},
): Promise<SoakReport> {
	const state = temporaryState();
	const env = {
		PATH: process.env.PATH ?? '',
		PORT: '0',
		FEEDS: 'off',
		REFUSAL_LIMIT: 'off',
		POINTRELEASE_STATE: state.folder,
	};
	const service = await startSoaked(env, preload);
	const faults: string[] = [];
	const fault = (what: string) => void (faults.length < 20 && faults.push(what));
	try {
		const { address, key } = service;
		const books = ([0, 1] as const).map((number) => createAnswerBook(stateOfData(dataFolder, number)));
		const questions: Question[] = questionsOf(books);
		const filesBefore = service.openFiles();
		const clients = startClients({ address, key, questions, fault });
		const changes = startChanges({ address, env, fault });
		let swaps = 0;
		let early: Memory | null = null;
		let requestsEarly = Number.POSITIVE_INFINITY;
		const started = performance.now();
		let told = started;
		const isOver = () => clients.requests() >= requestsEarly + leastRequests;
		for (let passed = 0; passed < milliseconds || !isOver(); passed = performance.now() - started) {
			await Bun.sleep(Math.min(1_000, milliseconds / 8));
			await service.swap();
			swaps++;
			if (passed > milliseconds / 3 && early === null) {
				early = await clients.whileResting(() => memoryAtRest(service));
				requestsEarly = clients.requests();
			}
			if (service.ended() !== null) {
				fault(`the service ended with ${service.ended()}`);
				break;
			}
			if (performance.now() - told > 30_000) {
				told = performance.now();
				tell(
					`${Math.round(passed / 1000)} s: ${clients.requests()} requests, ${rounded(service.resident())} MB resident, ${service.openFiles()} files, ${faults.length} faults`,
				);
			}
		}
		const seconds = (performance.now() - started) / 1000;
		const late = await clients.whileResting(() => memoryAtRest(service));
		const licenses = await changes.stop();
		await clients.stop();
		const report: SoakReport = {
			seconds,
			requests: clients.requests(),
			connections: clients.connections(),
			swaps,
			licenses,
			faults,
			inUseEarly: rounded((early ?? late).inUse),
			inUseLate: rounded(late.inUse),
			residentEarly: rounded((early ?? late).resident),
			residentLate: rounded(late.resident),
			filesBefore,
			filesAfter: await filesAtRest(service, filesBefore + mostFiles),
		};
		const { code, log } = await service.stop();
		if (code !== 0) fault(`the service stopped with ${code}`);
		if (/"level":"(warn|error)"/.test(log))
			fault(`the log complains: ${log.split('\n').find((line) => /warn|error/.test(line))}`);
		return report;
	} finally {
		await service.kill();
		state.remove();
	}
}

/** Between the two measurements, however busy the machine is: what each of them loses is to be seen. */
const leastRequests = 1_000;
/** None more was ever seen; two are left to Bun. One that is forgotten each minute is found in ten. */
const mostFiles = 2;
/**
 * What may come to be in use between a third of the time and its end, in megabytes. A kilobyte lost per request makes
 * 8 to 10 in 5 s; ten bytes would make 7 in ten minutes.
 */
const mostInUse = 2;
/**
 * What Bun itself loses, outside of what it collects, shows only in resident memory. At rest it changed by -1 to 3 MB in
 * 5 s, beside eight busy loops too.
 */
const mostResident = 15;

/** What is wrong with a report, in words; empty when all is well. */
export function verdict(report: SoakReport): string[] {
	const wrong = [...report.faults];
	if (report.inUseLate > report.inUseEarly + mostInUse)
		wrong.push(`memory in use grew from ${report.inUseEarly} to ${report.inUseLate} MB`);
	if (report.residentLate > report.residentEarly + mostResident)
		wrong.push(`resident memory grew from ${report.residentEarly} to ${report.residentLate} MB`);
	if (report.filesAfter > report.filesBefore + mostFiles)
		wrong.push(`open files grew from ${report.filesBefore} to ${report.filesAfter}`);
	if (report.requests === 0 || report.swaps === 0) wrong.push('nothing was asked or swapped');
	return wrong;
}

/**
 * Right after a swap no answer is kept yet, whatever was asked before: how fast the clients were makes no difference.
 * The least of several, over more time than the swap takes: until it is over, two states of the data are in use, and
 * a collection may take something for used that only lies on the stack.
 */
async function memoryAtRest(service: SoakedService): Promise<Memory> {
	await service.swap();
	const least: Memory = { inUse: Number.POSITIVE_INFINITY, resident: Number.POSITIVE_INFINITY };
	for (let count = 0; count < 12; count++) {
		least.inUse = Math.min(least.inUse, await service.inUse());
		least.resident = Math.min(least.resident, service.resident());
		await Bun.sleep(100);
	}
	return least;
}

/** Connections that their clients left are still open for a moment. */
async function filesAtRest(service: SoakedService, wanted: number): Promise<number> {
	for (let wait = 0; wait < 60 && service.openFiles() > wanted; wait++) await Bun.sleep(250);
	return service.openFiles();
}

function rounded(value: number): number {
	return Math.round(value * 10) / 10;
}
