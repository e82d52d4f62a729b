import { createAnswerBook } from '../../src/api/answer-book.ts';
import { temporaryState } from '../live.ts';
import { worldFolder } from '../world.ts';
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
	/** The first faults. */
	faults: string[];
	/** Megabytes in use after a collection and a swap, without requests: after a third of the time, and at its end. */
	inUseEarly: number;
	inUseLate: number;
	/** Resident megabytes at the same two moments. */
	residentEarly: number;
	residentLate: number;
	/** Open files before and after the load. */
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

/** Steady load with data swaps, license changes and new connections; every answer is checked. */
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
	const fault = (fault: string) => void (faults.length < 20 && faults.push(fault));
	try {
		const { address, key } = service;
		const books = ([0, 1] as const).map((number) => createAnswerBook(stateOfData(worldFolder, number)));
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

/** Requests between the two measurements, even on a busy machine: fewer would not show a leak. */
const leastRequests = 1_000;
/** Runs never showed a new open file; Bun may open two. Ten minutes show a file that leaks once a minute. */
const mostFiles = 2;
/**
 * How far memory in use may grow, in megabytes. A leak of a kilobyte per request shows 8 to 10 in 5 s, a leak of ten
 * bytes 7 in ten minutes.
 */
const mostInUse = 2;
/**
 * Leaks outside of the garbage-collected heap show only in resident memory. Without a leak it changed by -1 to 3 MB
 * in 5 s, even beside eight busy loops.
 */
const mostResident = 15;

/** The faults of a report; empty if all is well. */
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
 * Measures after a swap, when no answer is cached, so that the speed of the clients does not matter. Takes the least
 * of several values: two states of the data are in use until the swap ends, and the collector may keep an object
 * because of an old pointer on the stack.
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

/** Closed connections stay open for a moment. */
async function filesAtRest(service: SoakedService, wanted: number): Promise<number> {
	for (let wait = 0; wait < 60 && service.openFiles() > wanted; wait++) await Bun.sleep(250);
	return service.openFiles();
}

function rounded(value: number): number {
	return Math.round(value * 10) / 10;
}
