import { readFileSync } from 'node:fs';

/** One process of a test run: some test files, or a check of the sources. */
export interface Job {
	readonly name: string;
	readonly command: string[];
	readonly env?: Readonly<Record<string, string>>;
}

export interface Outcome {
	readonly passed: number;
	readonly failed: number;
	readonly skipped: number;
	readonly seconds: number;
	/** Core-seconds of the process and of the children that it waited for. */
	readonly cpu: number;
	/** Shown if something failed. */
	readonly output: string;
}

/** Ends a process that hangs in spite of the limit of each test. */
const longestJob = (process.env.TEST_SIZE === 'full' ? 60 : 15) * 60_000;

const running = new Set<number>();

export async function runJob(job: Job, cwd: string, env: Record<string, string> = {}): Promise<Outcome> {
	const start = performance.now();
	const child = Bun.spawn(job.command, {
		cwd,
		env: { ...process.env, ...env, ...job.env },
		stdin: 'ignore',
		stdout: 'pipe',
		stderr: 'pipe',
		// A group of its own: `faketime` does not hand on a signal, and a killed test leaves what it started.
		detached: true,
	});
	running.add(child.pid);
	const limit = setTimeout(() => endJob(child.pid), longestJob);
	const [stdout, stderr] = await Promise.all([child.stdout.text(), child.stderr.text()]);
	const code = await child.exited;
	clearTimeout(limit);
	running.delete(child.pid);
	const output = `${stdout}${stderr}`.trim();
	const seconds = (performance.now() - start) / 1000;
	const cpu = Number(child.resourceUsage()?.cpuTime.total ?? 0) / 1e6;
	return { ...outcomeOf(code, output), seconds, cpu, output };
}

/** Kills the running processes of an interrupted run. */
export function endJobs(): void {
	for (const pid of running) endJob(pid);
}

function endJob(pid: number): void {
	try {
		process.kill(-pid, 'SIGKILL');
	} catch {
		// It ended in between.
	}
}

/** Reads the counts at the end of what `bun test` prints (" 12 pass"). A check of the sources counts as one test. */
export function outcomeOf(code: number, output: string): Pick<Outcome, 'passed' | 'failed' | 'skipped'> {
	const counts = { pass: 0, fail: 0, skip: 0 };
	for (const [, count, word] of output.matchAll(/^ *(\d+) (pass|fail|skip)$/gm))
		counts[word as keyof typeof counts] += Number(count);
	const { pass, fail, skip } = counts;
	return {
		passed: code === 0 && pass + fail + skip === 0 ? 1 : pass,
		// A killed process and a file with a syntax error fail without a failed test.
		failed: code !== 0 && fail === 0 ? 1 : fail,
		skipped: skip,
	};
}

/** Whether `bun test` got to its last line. A process that was killed says nothing about the tests after that moment. */
export function ranToEnd(output: string): boolean {
	return /^Ran \d+ tests? across \d+ files?\./m.test(output);
}

/**
 * Core-seconds of this process and of every child that has ended, with their own children. PostgreSQL and Chromium
 * count from the moment they are stopped. Only Linux tells about children; elsewhere they are missing.
 */
export function coreSecondsSoFar(): number {
	const { user, system } = process.cpuUsage();
	return (user + system) / 1e6 + coreSecondsOfChildren();
}

function coreSecondsOfChildren(): number {
	try {
		// proc(5): cutime and cstime are fields 16 and 17, in hundredths; the name before field 3 may contain blanks.
		const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)!.split(' ');
		return (Number(fields[13]) + Number(fields[14])) / 100;
	} catch {
		return 0;
	}
}
