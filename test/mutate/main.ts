import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findTestFiles, isPure, pureRooms, reachedBy } from '../../tools/test-runner/test-files.ts';
import { shuffle } from '../seeded-random.ts';
import { type Mutant, marked, mutantsOf } from './mutants.ts';
import { Workshop } from './workshop.ts';

/**
 * `npm run mutate [-- COUNT [SEED [PART OF A PATH]]]`: breaks the pure rooms in COUNT random places (200), one at a
 * time, and lists the breaks that no quick test notices. The same seed breaks the same places. Ends with status 1
 * below the goal.
 */
const project = fileURLToPath(new URL('../..', import.meta.url));
const [count = '200', seed = '1', part = ''] = process.argv.slice(2);
const goal = 0.9;

interface Planned extends Mutant {
	readonly file: string;
	/** Its number among the mutants of its file. */
	readonly number: number;
}

function chosen(): Planned[] {
	const files = pureRooms
		.flatMap((room) => [...new Bun.Glob(`${room}/**/*.ts`).scanSync(project)])
		.filter((file) => !file.includes('.test.') && !file.endsWith('.d.ts') && file.includes(part))
		.sort();
	const all = files.flatMap((file) =>
		mutantsOf(readFileSync(join(project, file), 'utf8')).map((mutant, number) => ({
			...mutant,
			file,
			number,
		})),
	);
	return shuffle(all, Number(seed)).slice(0, Number(count));
}

/** Works in parallel, with one workshop per processor. */
async function inWorkshops<T>(work: readonly T[], perform: (shop: Workshop, item: T) => Promise<void>) {
	const queue = [...work];
	await Promise.all(
		Array.from({ length: Number(process.env.TEST_PROCESSES) || availableParallelism() }, async () => {
			const shop = new Workshop(project);
			try {
				for (let item = queue.pop(); item; item = queue.pop()) await perform(shop, item);
			} finally {
				shop.close();
			}
		}),
	);
}

const planned = chosen();
const broken = new Set(planned.map(({ file }) => file));
const keyOf = (file: string, number: number) => `${file} ${number}`;

/** A test file that runs the place of a mutant, and its duration without a mutant. */
interface Reaching {
	readonly path: string;
	readonly milliseconds: number;
}

/** The limit for a mutant that may run forever: twice the duration of the single files, and half a minute. */
function longestRun(tests: readonly Reaching[]): number {
	return 30_000 + tests.reduce((sum, { milliseconds }) => sum + 2 * Math.ceil(milliseconds), 0);
}

/**
 * For each mutant the test files that run its place, the fastest first; other files cannot notice it. This saves
 * three quarters of the 8 core-seconds per mutant.
 */
async function findReaching(): Promise<Map<string, Reaching[]>> {
	const reached = reachedBy(project);
	const tests = findTestFiles(project)
		.filter(isPure)
		.map(({ path }) => path)
		.filter((path) => [...reached(path)].some((file) => broken.has(file)));
	const texts = [...broken].map((file) => ({
		file,
		text: marked(readFileSync(join(project, file), 'utf8'), file),
	}));
	const runs: (Reaching & { marks: Record<string, number[]> })[] = [];
	await inWorkshops(tests, async (shop, path) => {
		const undos = texts.map(({ file, text }) => shop.change(file, text));
		const start = performance.now();
		const marks = await shop.reachedBy(path);
		runs.push({ path, milliseconds: performance.now() - start, marks });
		for (const undo of undos) undo();
	});
	const reaching = new Map<string, Reaching[]>();
	for (const { marks, ...test } of runs.toSorted((a, b) => a.milliseconds - b.milliseconds))
		for (const [file, numbers] of Object.entries(marks))
			for (const number of numbers) {
				const key = keyOf(file, number);
				reaching.set(key, [...(reaching.get(key) ?? []), test]);
			}
	return reaching;
}

const reaching = await findReaching();
const survivors: Planned[] = [];
await inWorkshops(planned, async (shop, mutant) => {
	const { file, line, number, text, was, is } = mutant;
	const tests = reaching.get(keyOf(file, number)) ?? [];
	const undo = shop.change(file, text);
	const paths = tests.map(({ path }) => path);
	const survives = tests.length === 0 || (await shop.passes(paths, longestRun(tests)));
	undo();
	if (!survives) return;
	survivors.push(mutant);
	const why = tests.length === 0 ? ' (no test runs it)' : '';
	process.stdout.write(`survives: ${file}:${line} ${was} to ${is || 'nothing'}${why}\n`);
});
const killed = planned.length - survivors.length;
const share = killed / planned.length;
const files = new Set(survivors.map(({ file }) => basename(file))).size;
process.stdout.write(
	`${killed} of ${planned.length} mutants killed (${(share * 100).toFixed(1)}%), seed ${seed}; ${survivors.length} survive in ${files} files\n`,
);
process.exit(share >= goal ? 0 : 1);
