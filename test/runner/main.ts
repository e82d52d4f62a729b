import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { longestTest } from '../patience.ts';
import { environmentOf, type SharedServers } from '../shared-servers.ts';
import { batchesOf } from './batches.ts';
import measuredSeconds from './expected-seconds.json';
import { endJobs, type Job, type Outcome, runJob } from './job.ts';
import { createReport } from './report.ts';
import { type Started, startSharedChromium, startSharedPostgres } from './start-servers.ts';
import { findTestFiles, isPure, type Need } from './test-files.ts';

/**
 * Runs the tests: `bun test/runner/main.ts [--quick] [part of a path ...]`. Most test files have a process of
 * their own; all share one PostgreSQL and one Chromium. Without words the sources are checked too.
 */
const project = fileURLToPath(new URL('../..', import.meta.url));
const words = process.argv.slice(2);
const quick = words.includes('--quick');
const parts = words.filter((word) => !word.startsWith('--'));

const cores = availableParallelism();
/** Much of a test is waiting for another process: with two files for each core 27 s of a whole run were idle, with three 5. */
const processes = Number(process.env.TEST_PROCESSES) || 3 * cores;

/**
 * Usual tests are over before code of the last and dearest compiler pays for itself: without it, those that build
 * catalogs take a tenth less. Programs that tests start have an environment of their own, and all compilers.
 */
const compilers = process.env.TEST_SIZE === 'full' ? {} : { BUN_JSC_useFTLJIT: '0' };

interface Planned extends Job {
	readonly needs: ReadonlySet<Need>;
	readonly expectedSeconds: number;
}

/** A file that nobody has measured counts as much as a usual one. */
const secondsOf = (path: string) => (measuredSeconds as Record<string, number>)[path] ?? 1;

const chosen = findTestFiles(project)
	.filter((file) => !quick || isPure(file))
	.filter(({ path }) => parts.length === 0 || parts.some((part) => path.includes(part)));
const bunTest = [process.execPath, 'test', '--only-failures', '--timeout', String(longestTest)];
// Files that somebody asks for by a word are shown one by one.
const batches =
	parts.length === 0 ? batchesOf(chosen, cores) : new Map(chosen.map((file) => [file.path, [file]]));
const tests: Planned[] = Array.from(batches, ([name, files]) => ({
	name,
	command: [...bunTest, ...files.map(({ path }) => `./${path}`)],
	needs: new Set(files.flatMap(({ needs }) => [...needs])),
	expectedSeconds: files.reduce((sum, { path }) => sum + secondsOf(path), 0),
}));
const checks: Planned[] = [
	// All cores have something to do: with one thread the types take a quarter less of them.
	{ name: 'types', command: ['node_modules/.bin/tsc', '--singleThreaded'] },
	{ name: 'types of the page', command: ['node_modules/.bin/tsc', '--singleThreaded', '-p', 'src/page/app'] },
	{ name: 'format and lint', command: ['node_modules/.bin/biome', 'ci', '.'] },
].map((check) => ({ ...check, needs: new Set(), expectedSeconds: 0 }));

// What takes longest first: what is started last then ends soon.
const planned = tests.toSorted(
	(a, b) => b.expectedSeconds - a.expectedSeconds || a.name.localeCompare(b.name),
);
const queue = parts.length > 0 || quick ? planned : [...checks, ...planned];
const report = createReport((text) => process.stdout.write(text));
if (queue.length === 0) {
	process.stdout.write(`no test file has "${parts.join('" or "')}" in its path\n`);
	process.exit(1);
}

const needed = (need: Need) => queue.some(({ needs }) => needs.has(need));
// Several files build the page; what is built already is left alone by all of them.
if (needed('service'))
	await runJob({ name: 'page', command: [process.execPath, 'src/page/command.ts'] }, project, {});
const starting = {
	postgres: needed('postgres') ? announced(startSharedPostgres()) : undefined,
	chromium: needed('chromium') ? announced(startSharedChromium()) : undefined,
};

async function announced<T>(start: Promise<Started<T>>): Promise<Started<T>> {
	const started = await start;
	if (started.kind !== 'running') report.say(started.why);
	return started;
}

async function perform({ needs, ...job }: Planned): Promise<Outcome> {
	const servers: SharedServers = {};
	for (const need of ['postgres', 'chromium'] as const) {
		const started = needs.has(need) ? await starting[need]! : undefined;
		if (started?.kind === 'running') Object.assign(servers, { [need]: started.value });
		else if (started)
			return {
				passed: 0,
				failed: started.kind === 'failed' ? 1 : 0,
				skipped: started.kind === 'absent' ? 1 : 0,
				seconds: 0,
				cpu: 0,
				output: 'not run: see above',
			};
	}
	return await runJob(job, project, { ...environmentOf(servers), ...compilers });
}

async function stopServers(): Promise<void> {
	for (const start of Object.values(starting)) {
		const started = await start;
		if (started?.kind === 'running') await started.stop();
	}
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
	process.once(signal, async () => {
		queue.length = 0;
		endJobs();
		await stopServers();
		process.exit(1);
	});

await Promise.all(
	Array.from({ length: Math.min(processes, queue.length) }, async () => {
		for (let job = queue.shift(); job; job = queue.shift()) report.add(job.name, await perform(job));
	}),
);
await stopServers();
process.exit(report.end() ? 0 : 1);
