import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { longestTest } from '../../test/patience.ts';
import { environmentOf, type SharedServers } from '../../test/shared-servers.ts';
import { packagesAreBuilt } from './built.ts';
import { coreSecondsSoFar, endJobs, type Job, type Outcome, ranToEnd, runJob } from './job.ts';
import type { OtherDay } from './other-days.ts';
import { type Batch, batchesOf, Durations, repeatedBatches } from './plan.ts';
import { createReport } from './report.ts';
import { type Started, startSharedChromium, startSharedPostgres } from './start-servers.ts';
import { findTestFiles, isPure, type Need, type TestFile } from './test-files.ts';

/**
 * Runs the tests: `bun tools/test-runner/main.ts [--quick] [part of a path ...]`. Most test files have a process of
 * their own; all share one PostgreSQL and one Chromium. A run of all files also checks types, format, lint and words.
 */
const project = fileURLToPath(new URL('../..', import.meta.url));
const words = process.argv.slice(2);
const quick = words.includes('--quick');
const parts = words.filter((word) => !word.startsWith('--'));

const cores = availableParallelism();
/**
 * Tests often wait for another process. With two files per core 27 s of a whole run were idle, with three files 5 s.
 */
const processes = Number(process.env.TEST_PROCESSES) || 3 * cores;

const size = process.env.TEST_SIZE || 'usual';
const durations = new Durations(join(project, 'dist/test-seconds'), size);

/**
 * Usual tests end before the code of JavaScriptCore's last compiler pays for its compilation: without it, tests that
 * build catalogs take a tenth less. Programs that tests start do not get this setting.
 */
const compilers = size === 'full' ? {} : { BUN_JSC_useFTLJIT: '0' };

interface Planned extends Job {
	readonly files: readonly TestFile[];
	readonly day: OtherDay | null;
	readonly needs: ReadonlySet<Need>;
	readonly expectedSeconds: number;
}

const chosen = findTestFiles(project)
	.filter((file) => !quick || isPure(file))
	.filter(({ path }) => parts.length === 0 || parts.some((part) => path.includes(part)));

function plan({ name, files, day }: Batch): Planned {
	const bunTest = [process.execPath, 'test', '--only-failures', '--timeout', String(longestTest)];
	return {
		name,
		files,
		day,
		command: [...(day?.before ?? []), ...bunTest, ...files.map(({ path }) => `./${path}`)],
		env: day?.env ?? {},
		needs: new Set(files.flatMap(({ needs }) => [...needs])),
		expectedSeconds: durations.expected(project, name, files),
	};
}

const batches = batchesOf(chosen, cores, size === 'full' ? 'full' : 'usual');
const hasFaketime = Bun.which('faketime') !== null;
const repeated = size === 'full' && hasFaketime ? repeatedBatches(chosen) : [];
const alone = (files: readonly TestFile[], day: OtherDay | null = null) =>
	files.map((file) => plan({ name: file.path, files: [file], day }));
// Files that were asked for by a word are shown one by one, as they are today.
const tests = parts.length > 0 ? alone(chosen) : [...batches, ...repeated].map(plan);
const checks: Planned[] = [
	// The other cores are busy with tests, and with one thread the types take a quarter less processor time.
	{ name: 'types', command: ['node_modules/.bin/tsc', '--singleThreaded'] },
	{ name: 'types of the page', command: ['node_modules/.bin/tsc', '--singleThreaded', '-p', 'src/page/app'] },
	{ name: 'format and lint', command: ['node_modules/.bin/biome', 'ci', '.'] },
	{ name: 'words for users', command: [process.execPath, 'tools/build/words/check.ts'] },
].map((check) => ({ ...check, files: [], day: null, needs: new Set(), expectedSeconds: 0 }));

const planned = tests.toSorted(
	(a, b) => b.expectedSeconds - a.expectedSeconds || a.name.localeCompare(b.name),
);
const queue = parts.length > 0 || quick ? planned : [...checks, ...planned];
const report = createReport((text) => process.stdout.write(text));
if (queue.length === 0) {
	process.stdout.write(`no test file has "${parts.join('" or "')}" in its path\n`);
	process.exit(1);
}

if (size === 'full' && parts.length === 0 && !hasFaketime)
	report.say('faketime is not installed: services and pages are tested on the day of this run only');

const needed = (need: Need) => queue.some(({ needs }) => needs.has(need));
// Built once here: the files that need the page would all build it at the same time, and packages are tested as they are built.
// Building the core checks its types.
if (needed('service')) {
	const builds = { page: 'src/page/command.ts' };
	if (!packagesAreBuilt(project))
		Object.assign(builds, {
			'the core and its types': 'packages/core/build.ts',
			'the client': 'packages/client/generate.ts',
		});
	for (const [name, file] of Object.entries(builds))
		report.add(name, await runJob({ name, command: [process.execPath, file] }, project));
}
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

/** Runs a process. If a process of several files was killed, each of them runs again in its own process. */
async function performAndReport(job: Planned): Promise<void> {
	const outcome = await perform(job);
	const killed = outcome.failed > 0 && job.files.length > 1 && !ranToEnd(outcome.output);
	if (killed) {
		report.say(`${job.name} was killed after ${outcome.seconds.toFixed(0)} s: its files run one by one`);
		queue.push(...alone(job.files, job.day));
		return;
	}
	if (job.files.length > 0) durations.record(job.name, outcome.seconds);
	report.add(job.name, outcome);
}

await Promise.all(
	Array.from({ length: Math.min(processes, queue.length) }, async () => {
		for (let job = queue.shift(); job; job = queue.shift()) await performAndReport(job);
	}),
);
await stopServers();
durations.write();
process.exit(report.end(coreSecondsSoFar()) ? 0 : 1);
