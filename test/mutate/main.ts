import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { longestTest } from '../patience.ts';
import { findTestFiles, isPure, reachedBy } from '../runner/test-files.ts';
import { type Mutant, mutantsOf } from './mutants.ts';

/**
 * `npm run mutate [-- COUNT [SEED [PART OF A PATH]]]`: breaks the pure rooms in COUNT random places (200), one at a time,
 * and tells which break no quick test. The same seed breaks the same places. Ends with status 1 below the goal.
 */
const project = fileURLToPath(new URL('../..', import.meta.url));
const [count = '200', seed = '1', part = ''] = process.argv.slice(2);
const pureRooms = [
	'catalog',
	'names',
	'advice',
	'fleet',
	'integrations/enforce',
	'integrations/sofa',
	'integrations/kit',
];
const goal = 0.9;

interface Planned extends Mutant {
	readonly file: string;
}

/** The same numbers for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

function chosen(): Planned[] {
	const files = pureRooms
		.flatMap((room) => [...new Bun.Glob(`src/${room}/**/*.ts`).scanSync(project)])
		.filter((file) => !file.includes('.test.') && !file.endsWith('.d.ts') && file.includes(part))
		.sort();
	const all = files.flatMap((file) =>
		mutantsOf(readFileSync(join(project, file), 'utf8')).map((mutant) => ({ ...mutant, file })),
	);
	const random = randomFrom(Number(seed));
	for (let at = all.length - 1; at > 0; at--) {
		const other = Math.floor(random() * (at + 1));
		[all[at], all[other]] = [all[other]!, all[at]!];
	}
	return all.slice(0, Number(count));
}

const tests = findTestFiles(project).filter(isPure);
const reached = reachedBy(project);

/** Those that reach the file, those of its own folder first: most mutants end there. */
function testsOf(file: string): string[] {
	const near = (path: string) => (path.startsWith(file.slice(0, file.lastIndexOf('/') + 1)) ? 0 : 1);
	return tests
		.map(({ path }) => path)
		.filter((path) => reached(path).has(file))
		.toSorted((a, b) => near(a) - near(b) || a.localeCompare(b));
}

/** A copy of the project, so that nobody else sees what is broken. */
function workshop(): string {
	const folder = mkdtempSync(join(tmpdir(), 'pointrelease-mutate-'));
	for (const name of [
		'src',
		'test',
		'data',
		'clients',
		'docs',
		'build',
		'bench',
		'replay',
		'examples',
		'deploy',
	])
		cpSync(join(project, name), join(folder, name), { recursive: true });
	for (const name of ['package.json', 'tsconfig.json', 'bunfig.toml', 'README.md', 'ARCHITECTURE.md'])
		cpSync(join(project, name), join(folder, name));
	symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'));
	return folder;
}

async function isKilled(folder: string, { file, text }: Planned): Promise<boolean> {
	const all = testsOf(file);
	if (all.length === 0) return false;
	const place = join(folder, file);
	const before = readFileSync(place);
	writeFileSync(place, text);
	const child = Bun.spawn(
		[
			process.execPath,
			'test',
			'--bail=1',
			'--timeout',
			String(longestTest),
			...all.map((path) => `./${path}`),
		],
		{
			cwd: folder,
			env: { ...process.env, TEST_SIZE: 'quick', BUN_JSC_useFTLJIT: '0' },
			stdout: 'ignore',
			stderr: 'ignore',
			// What runs for ever is noticed, too.
			timeout: 5 * 60_000,
			killSignal: 'SIGKILL',
		},
	);
	const code = await child.exited;
	writeFileSync(place, before);
	return code !== 0;
}

const planned = chosen();
const survivors: Planned[] = [];
let killed = 0;
const queue = [...planned];
await Promise.all(
	Array.from({ length: Number(process.env.TEST_PROCESSES) || availableParallelism() }, async () => {
		const folder = workshop();
		try {
			for (let mutant = queue.pop(); mutant; mutant = queue.pop()) {
				if (await isKilled(folder, mutant)) killed++;
				else {
					survivors.push(mutant);
					process.stdout.write(
						`survives: ${mutant.file}:${mutant.line} ${mutant.was} to ${mutant.is || 'nothing'}\n`,
					);
				}
			}
		} finally {
			rmSync(folder, { recursive: true, force: true });
		}
	}),
);
const share = killed / planned.length;
const files = new Set(survivors.map(({ file }) => basename(file))).size;
process.stdout.write(
	`${killed} of ${planned.length} mutants killed (${(share * 100).toFixed(1)}%), seed ${seed}; ${survivors.length} survive in ${files} files\n`,
);
process.exit(share >= goal ? 0 : 1);
