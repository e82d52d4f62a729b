import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Fault, faults } from './faults.ts';
import { loadProgramForSimulation } from './substitutes.ts';

/**
 * `npm run world [-- --seeds 1000] [--from 1]` plays the stories of so many seeds, from that one on. `--from 17 --seeds 1` repeats
 * one, `--fault "part of a name"` plants a fault, `--faults` searches a story for each. With `DATABASE_URL`, an empty PostgreSQL
 * database, one story is played on that. Ends with status 1 if an invariant breaks, or if fewer than nine in ten faults are found.
 *
 * Played are two nodes of the service and a watch on one store, with feeds, learning, licenses, orders, counts, mail, the console,
 * rounds and channels. Not played are inventories that are pulled, SMTP and TLS themselves, backups, migrations, workers on one port
 * and browsers.
 */
const { values } = parseArgs({
	options: {
		seeds: { type: 'string', default: '20' },
		from: { type: 'string', default: '1' },
		fault: { type: 'string' },
		faults: { type: 'boolean', default: false },
	},
});
const [from, seeds] = [Number(values.from), Number(values.seeds)];
if (!Number.isSafeInteger(from) || !Number.isSafeInteger(seeds)) {
	console.error('--from and --seeds are whole numbers');
	process.exit(2);
}
/** What killed processes leave behind stays in memory, so each process plays a few stories only. */
const perProcess = 25;
const main = fileURLToPath(import.meta.url);

if (values.faults) process.exit((await findFaults()) ? 0 : 1);
process.exit((await (seeds > perProcess ? playInParts(from, seeds) : play())) ? 0 : 1);

/** Plays the stories here. True if all is well. */
async function play(): Promise<boolean> {
	const fault = values.fault === undefined ? null : faultNamed(values.fault);
	loadProgramForSimulation(fault);
	const { runStory, shortened } = await import('./run-story.ts');
	const { storyOf } = await import('./story.ts');
	const env = process.env.DATABASE_URL ? { DATABASE_URL: process.env.DATABASE_URL } : {};
	let first: bigint | null = null;
	for (let seed = from; seed < from + seeds; seed++) {
		const story = storyOf(seed);
		const { broken, at, steps, digest, log } = await runStory(seed, story, env);
		first ??= digest;
		if (broken.length === 0) continue;
		const place = at === null ? 'at the end' : `after action ${at + 1}`;
		console.log(`seed ${seed}, step ${steps}, ${place}:\n  ${broken.join('\n  ')}`);
		if (fault || env.DATABASE_URL) return false;
		console.log('the same breaks with these actions alone:');
		for (const action of await shortened(seed, story)) console.log(`  ${JSON.stringify(action)}`);
		console.log(`the log ends with:\n  ${log.slice(-10).join('\n  ')}`);
		console.log(`repeat it with: npm run world -- --from ${seed} --seeds 1`);
		return false;
	}
	if (env.DATABASE_URL || seeds === 1 || (await runStory(from, storyOf(from))).digest === first) return true;
	console.log(`seed ${from} does not repeat: something outside of the simulation has an effect`);
	return false;
}

function faultNamed(part: string): Fault {
	const fault = faults.find(({ name }) => name.includes(part));
	if (fault) return fault;
	throw new Error(`no fault has ${JSON.stringify(part)} in its name`);
}

/** Plays stories in processes, as many at a time as there are processors. True if all went well. */
async function playInParts(first: number, count: number, options: readonly string[] = []): Promise<boolean> {
	const starts = Array.from({ length: Math.ceil(count / perProcess) }, (_, at) => first + at * perProcess);
	let [failed, played] = [false, 0];
	const work = async () => {
		for (let start = starts.shift(); start !== undefined && !failed; start = starts.shift()) {
			const size = Math.min(perProcess, first + count - start);
			const child = Bun.spawn(
				[process.execPath, main, '--from', String(start), '--seeds', String(size), ...options],
				{ stdout: 'inherit', stderr: 'inherit' },
			);
			if ((await child.exited) !== 0) failed = true;
			else played += size;
		}
	};
	await Promise.all(Array.from({ length: availableParallelism() }, work));
	if (!failed) console.log(`${played} stories: every invariant held`);
	return !failed;
}

/** Searches a story that finds each planted fault. True if nine in ten are found. */
async function findFaults(): Promise<boolean> {
	let found = 0;
	for (const { name } of faults) {
		console.log(`${name}:`);
		if (!(await playInParts(from, seeds, ['--fault', name]))) found++;
	}
	console.log(`${found} of ${faults.length} planted faults are found within ${seeds} seeds`);
	return found >= faults.length * 0.9;
}
