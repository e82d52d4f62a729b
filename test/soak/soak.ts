import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createAnswerBook } from '../../src/api/answers.ts';
import { temporaryState } from '../live.ts';
import { startChanges } from './changes.ts';
import { type Question, questionsOf, startClients } from './clients.ts';
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
	/** Resident megabytes: median of the second quarter of the time, and of the last. */
	memoryEarly: number;
	memoryLate: number;
	/** Open files before the load, and after it. */
	filesBefore: number;
	filesAfter: number;
}

const dataFolder = join(import.meta.dir, '../../data');

/** Steady load with swaps of the data, license changes and connection churn; every answer is checked. */
export async function soak(
	milliseconds: number,
	tell: (line: string) => void = () => {},
): Promise<SoakReport> {
	const state = temporaryState();
	const env = {
		PATH: process.env.PATH ?? '',
		PORT: '0',
		FEEDS: 'off',
		REFUSAL_LIMIT: 'off',
		POINTRELEASE_STATE: state.folder,
	};
	const child = Bun.spawn([process.execPath, join(import.meta.dir, 'node.ts')], {
		env,
		stdin: 'pipe',
		stdout: 'pipe',
		stderr: 'pipe',
	});
	const errors = new Response(child.stderr).text();
	const faults: string[] = [];
	const fault = (what: string) => void (faults.length < 20 && faults.push(what));
	try {
		const reader = child.stdout.getReader();
		const { address, key } = JSON.parse(new TextDecoder().decode((await reader.read()).value));
		const books = ([0, 1] as const).map((number) => createAnswerBook(stateOfData(dataFolder, number)));
		const questions: Question[] = questionsOf(books);
		const filesBefore = filesOf(child.pid);
		const clients = startClients({ address, key, questions, fault });
		const changes = startChanges({ address, env, fault });
		let swaps = 0;
		const memory: number[] = [];
		const started = performance.now();
		let told = started;
		while (performance.now() - started < milliseconds) {
			await Bun.sleep(Math.min(1_000, milliseconds / 20));
			child.stdin.write('swap\n');
			child.stdin.flush();
			swaps++;
			memory.push(memoryOf(child.pid));
			if (child.exitCode !== null) fault(`the service ended with ${child.exitCode}`);
			if (performance.now() - told > 30_000) {
				told = performance.now();
				tell(
					`${Math.round((told - started) / 1000)} s: ${clients.requests()} requests, ${memory.at(-1)} MB, ${filesOf(child.pid)} files, ${faults.length} faults`,
				);
			}
		}
		const seconds = (performance.now() - started) / 1000;
		const licenses = await changes.stop();
		await clients.stop();
		// Connections that were kept alive are ended by their clients; the server needs a moment to notice.
		for (let wait = 0; wait < 60 && filesOf(child.pid) > filesBefore + 8; wait++) await Bun.sleep(250);
		const quarter = Math.floor(memory.length / 4);
		const report: SoakReport = {
			seconds,
			requests: clients.requests(),
			connections: clients.connections(),
			swaps,
			licenses,
			faults,
			memoryEarly: median(memory.slice(quarter, 2 * quarter)),
			memoryLate: median(memory.slice(-quarter)),
			filesBefore,
			filesAfter: filesOf(child.pid),
		};
		child.stdin.end();
		const code = await child.exited;
		if (code !== 0) fault(`the service stopped with ${code}`);
		const log = await errors;
		if (/"level":"(warn|error)"/.test(log))
			fault(`the log complains: ${log.split('\n').find((line) => /warn|error/.test(line))}`);
		return report;
	} finally {
		child.kill('SIGKILL');
		await child.exited;
		state.remove();
	}
}

/** What is wrong with a report, in words; empty when all is well. */
export function verdict(report: SoakReport): string[] {
	const wrong = [...report.faults];
	// The collector lets the heap grow at first and settles within minutes: a short run shows only leaks that
	// are large, the ten minutes of `npm run soak` the others.
	const settled = report.seconds >= 240;
	const allowed = settled ? Math.max(15, 0.15 * report.memoryEarly) : 100;
	if (report.memoryLate > report.memoryEarly + allowed)
		wrong.push(`memory grew from ${report.memoryEarly} to ${report.memoryLate} MB`);
	if (report.filesAfter > report.filesBefore + 8)
		wrong.push(`open files grew from ${report.filesBefore} to ${report.filesAfter}`);
	if (report.requests === 0 || report.swaps === 0) wrong.push('nothing was asked or swapped');
	return wrong;
}

function filesOf(pid: number): number {
	return readdirSync(`/proc/${pid}/fd`).length;
}

function memoryOf(pid: number): number {
	return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024);
}

function median(values: readonly number[]): number {
	return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
