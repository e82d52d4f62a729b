/** One process of a test run: a test file, or a check of the sources. */
export interface Job {
	readonly name: string;
	readonly command: string[];
}

export interface Outcome {
	readonly passed: number;
	readonly failed: number;
	readonly skipped: number;
	readonly seconds: number;
	/** Seconds of a core, of the process and of those that it started and saw the end of. */
	readonly cpu: number;
	/** What to read where something failed. */
	readonly output: string;
}

/** A process that hangs does not hold up the run for ever, whatever its tests say about their own time. */
const longestJob = 15 * 60_000;

const running = new Set<Bun.Subprocess>();

export async function runJob(job: Job, cwd: string, env: Record<string, string>): Promise<Outcome> {
	const start = performance.now();
	const child = Bun.spawn(job.command, {
		cwd,
		env: { ...process.env, ...env },
		stdin: 'ignore',
		stdout: 'pipe',
		stderr: 'pipe',
		timeout: longestJob,
		killSignal: 'SIGKILL',
	});
	running.add(child);
	const [stdout, stderr] = await Promise.all([child.stdout.text(), child.stderr.text()]);
	const code = await child.exited;
	running.delete(child);
	const output = `${stdout}${stderr}`.trim();
	const seconds = (performance.now() - start) / 1000;
	const cpu = Number(child.resourceUsage()?.cpuTime.total ?? 0) / 1e6;
	return { ...outcomeOf(code, output), seconds, cpu, output };
}

/** Ends what runs, for a run that is broken off. */
export function endJobs(): void {
	for (const child of running) child.kill('SIGKILL');
}

/** From the lines at the end of what `bun test` prints: " 12 pass". A check of the sources counts as one. */
export function outcomeOf(code: number, output: string): Pick<Outcome, 'passed' | 'failed' | 'skipped'> {
	const counts = { pass: 0, fail: 0, skip: 0 };
	for (const [, count, word] of output.matchAll(/^ *(\d+) (pass|fail|skip)$/gm))
		counts[word as keyof typeof counts] += Number(count);
	const { pass, fail, skip } = counts;
	return {
		passed: code === 0 && pass + fail + skip === 0 ? 1 : pass,
		// A process may fail without a test that does: it is killed, or its file cannot be read.
		failed: code !== 0 && fail === 0 ? 1 : fail,
		skipped: skip,
	};
}
