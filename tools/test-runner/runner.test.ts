import { expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { built, packagesAreBuilt } from './built.ts';
import { coreSecondsSoFar, outcomeOf, ranToEnd } from './job.ts';
import { otherDays, setTo, underFaketime } from './other-days.ts';
import { batchesOf, Durations, repeatedBatches } from './plan.ts';
import { createReport } from './report.ts';
import { findTestFiles, isPure, pureRooms } from './test-files.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));
const files = new Map(findTestFiles(project).map((file) => [file.path, file]));

test('the runner finds exactly the files that are named as tests', () => {
	const tracked = Bun.spawnSync(['git', 'ls-files', '*.test.ts', '*.test.tsx'], { cwd: project });
	for (const path of tracked.stdout.toString().split('\n').filter(Boolean))
		expect([path, files.has(path)]).toEqual([path, true]);
	expect([...files.keys()].filter((path) => path.includes('node_modules'))).toEqual([]);
});

test('the needs of a file come from its imports, direct and indirect', () => {
	expect([...files.get('src/licenses/licenses.test.ts')!.needs]).toEqual(['postgres']);
	expect([...files.get('test/page/mac.test.ts')!.needs].toSorted()).toEqual(['chromium', 'service']);
	expect([...files.get('packages/core/src/catalog/lookup.test.ts')!.needs]).toEqual([]);
});

test('quick tests are those beside the code that start nothing', () => {
	expect(isPure(files.get('packages/core/src/catalog/lookup.test.ts')!)).toBe(true);
	expect(isPure(files.get('src/licenses/licenses.test.ts')!)).toBe(false);
	expect(isPure(files.get('test/shipping/engines.test.ts')!)).toBe(false);
});

test('a test in test/ that imports src/ and starts nothing belongs beside the code', () => {
	const code = /(?:from|import) ?\(?'(?:(?:\.\.\/)+src\/|@pointrelease\/core\/)/;
	const astray = [...files.values()]
		.filter(
			({ path, needs }) =>
				path.startsWith('test/') &&
				needs.size === 0 &&
				// Proofs that surfaces agree, that answers keep to the contract, and that no reader falls over what is fuzzed cover every
				// room: they are beside none of them. Nor is what compares the lock file with advisories.
				!/^test\/(?:verdict|edge|contract|fuzz|shipping\/advisories)\b/.test(path),
		)
		.filter(({ path }) => code.test(readFileSync(join(project, path), 'utf8')));
	expect(astray.map(({ path }) => path)).toEqual([]);
});

/** Ways to name the tables in `data/`, but not its pages. */
const livingTables = [
	/['"`](?:\.{1,2}\/)+data(?:['"`]|\/(?![^'"`]*\.(?:md|ts)\b))/,
	/['"`]data\/[^'"`]*\.csv/,
	/\b(?:shippedFolder|loadCatalog|loadShipped|readFolder)\(['"`]data\b/,
	/\b(?:root|project|import\.meta\.dir), ?['"`]data['"`]/,
];

test('only the tests of data/ read its tables, which change with every release: all others read test/world', () => {
	const helpers = ['test/**/*.ts', 'tools/replay/**/*.ts'].flatMap((pattern) => [
		...new Bun.Glob(pattern).scanSync(project),
	]);
	expect(helpers.length).toBeGreaterThan(300);
	const reading = [...new Set([...files.keys(), ...helpers])]
		.filter((path) => !/^(?:test\/)?data\//.test(path))
		.filter((path) => {
			const text = readFileSync(join(project, path), 'utf8');
			return livingTables.some((shape) => shape.test(text));
		});
	expect(reading).toEqual([]);
});

test('packages are built again after a source was changed, added or removed, and if a part is missing', () => {
	const folder = mkdtempSync(join(tmpdir(), 'pointrelease-built-'));
	const at = (path: string, seconds: number) => utimesSync(join(folder, path), seconds, seconds);
	const write = (path: string, seconds: number) => {
		mkdirSync(dirname(join(folder, path)), { recursive: true });
		writeFileSync(join(folder, path), '');
		at(path, seconds);
	};
	const sources = ['src/a/b.ts', 'packages/core/src/x.ts', 'packages/core/build.ts', 'package-lock.json'];
	const folders = ['src', 'src/a', 'packages/core/src'];
	const isBuilt = () => packagesAreBuilt(folder);
	try {
		for (const path of built) write(path, 200);
		for (const path of sources) write(path, 100);
		for (const path of folders) at(path, 100);
		expect(isBuilt()).toBe(true);
		for (const path of [...sources, ...folders]) {
			at(path, 300);
			expect([path, isBuilt()]).toEqual([path, false]);
			at(path, 100);
		}
		expect(isBuilt()).toBe(true);
		rmSync(join(folder, built[0]!));
		expect(isBuilt()).toBe(false);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
});

test('every pure room has quick tests', () => {
	const quick = [...files.values()].filter(isPure).map(({ path }) => path);
	for (const room of pureRooms)
		expect([room, quick.some((path) => path.startsWith(`${room}/`))]).toEqual([room, true]);
});

test('a whole run has every file in one process, and the files of some folders share processes', () => {
	const batches = batchesOf([...files.values()], 2);
	const paths = batches.flatMap(({ files }) => files.map(({ path }) => path));
	expect(paths.toSorted()).toEqual([...files.keys()].toSorted());
	const shared = batches.filter(({ name }) => !files.has(name));
	const folders = new Set(shared.map(({ name }) => name.split(',')[0]!));
	expect([...folders].toSorted()).toEqual([
		'pure core',
		'src',
		'test/cli',
		'test/contract',
		'test/edge',
		'test/enforce',
		'test/feeds',
		'test/page',
		'test/reads',
	]);
});

test('pure tests run on other days than today; in a full run, what reads the clock runs on both', () => {
	const pure = [...files.values()].filter(isPure);
	expect(batchesOf(pure, 2).map(({ name, day }) => [name, day?.env])).toEqual([
		['pure core, part 1 of 2, on 2027-02-28', { TEST_DAY: '2027-02-28' }],
		['pure core, part 2 of 2, on 2029-10-01', { TEST_DAY: '2029-10-01' }],
	]);
	const daysOf = Map.groupBy(
		batchesOf(pure, 2, 'full').flatMap(({ files, day }) => files.map(({ path }) => ({ path, day }))),
		({ path }) => path,
	);
	for (const { path, readsClock } of pure)
		expect([path, new Set(daysOf.get(path)!.map(({ day }) => day!.env.TEST_DAY)).size]).toEqual([
			path,
			readsClock ? 2 : 1,
		]);
	const readsClock = (path: string) => files.get(path)!.readsClock;
	// By itself, through the code that it tests, and not at all.
	expect(readsClock('src/licenses/orders/stripe.test.ts')).toBe(true);
	expect(readsClock('src/server/todo/certificates.test.ts')).toBe(true);
	expect(readsClock('packages/core/src/catalog/lookup.test.ts')).toBe(false);
});

test('a full run repeats services and pages under faketime, without PostgreSQL', () => {
	const repeated = repeatedBatches([...files.values()]);
	expect(new Set(repeated.map(({ day }) => day!.before.slice(0, 3).join(' ')))).toEqual(
		new Set(['faketime --exclude-monotonic -f']),
	);
	const names = repeated.map(({ name }) => name).filter((name) => !name.includes('part'));
	expect(names).toContain('test/contract, on 2027-02-28');
	expect(names).toContain('test/reads, on 2029-10-01');
	expect(repeated.flatMap(({ files }) => files).filter(({ needs }) => needs.has('postgres'))).toEqual([]);
	const noon = Date.parse('2026-11-19T12:00:00Z');
	expect(underFaketime('2027-02-28', noon).before.at(-1)).toBe('+101d');
	expect(underFaketime('2026-11-01', noon).before.at(-1)).toBe('-18d');
});

test('the clock of a process stands at noon of the day that the runner gives it', () => {
	const folder = mkdtempSync(join(tmpdir(), 'pointrelease-day-'));
	const file = join(folder, 'day.test.ts');
	const [day] = otherDays;
	writeFileSync(
		file,
		`import { expect, test } from 'bun:test'; test('day', () => expect(new Date().toISOString()).toBe('${day}T12:00:00.000Z'));`,
	);
	try {
		const { exitCode } = Bun.spawnSync([process.execPath, 'test', file], {
			cwd: project,
			env: { ...process.env, ...setTo(day).env },
			stderr: 'ignore',
		});
		expect(exitCode).toBe(0);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
});

test('the counts come from the last lines of the output', () => {
	expect(outcomeOf(0, 'a.test.ts:\n\n 12 pass\n 1 skip\n 0 fail\nRan 13 tests')).toEqual({
		passed: 12,
		failed: 0,
		skipped: 1,
	});
	expect(outcomeOf(1, ' 3 pass\n 2 fail\n')).toEqual({ passed: 3, failed: 2, skipped: 0 });
});

test('a check of the sources counts as one test, and a process that exits with an error has failed', () => {
	expect(outcomeOf(0, 'Checked 500 files')).toEqual({ passed: 1, failed: 0, skipped: 0 });
	expect(outcomeOf(2, 'error: cannot read')).toEqual({ passed: 0, failed: 1, skipped: 0 });
	expect(outcomeOf(137, ' 3 pass\n 0 fail\n')).toEqual({ passed: 3, failed: 1, skipped: 0 });
});

test('a killed process is distinguished from one with failed tests', () => {
	expect(ranToEnd(' 3 pass\n 2 fail\nRan 5 tests across 2 files. [3.02s]')).toBe(true);
	expect(ranToEnd('(fail) one [180000ms]\n')).toBe(false);
});

test('the durations of a run order the next one, and a damaged record is ignored', () => {
	const folder = mkdtempSync(join(tmpdir(), 'pointrelease-durations-'));
	const pure = [files.get('packages/core/src/catalog/lookup.test.ts')!];
	const page = [files.get('test/page/mac.test.ts')!];
	try {
		const first = new Durations(folder, 'usual');
		expect(first.expected(project, 'page', page)).toBeGreaterThan(first.expected(project, 'pure', pure));
		first.record('pure', 61.26);
		first.write();
		expect(new Durations(folder, 'usual').expected(project, 'pure', pure)).toBe(61.3);
		expect(new Durations(folder, 'full').expected(project, 'pure', pure)).toBeLessThan(60);
		writeFileSync(join(folder, 'usual.json'), '{"pure":');
		expect(new Durations(folder, 'usual').expected(project, 'pure', pure)).toBeLessThan(60);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
});

test.skipIf(process.platform !== 'linux')('the core-seconds of a run include those of ended children', () => {
	const before = coreSecondsSoFar();
	const loop = 'const end = process.cpuUsage().user + 300_000; while (process.cpuUsage().user < end);';
	Bun.spawnSync([process.execPath, '-e', loop]);
	expect(coreSecondsSoFar() - before).toBeGreaterThan(0.29);
});

test('the output of a failed file is shown under its name, and the sums come last', () => {
	let shown = '';
	const report = createReport((text) => {
		shown += text;
	});
	const outcome = { passed: 2, failed: 0, skipped: 0, seconds: 1.25, cpu: 1, output: 'not shown' };
	report.add('a.test.ts', outcome);
	report.add('b.test.ts', { ...outcome, failed: 1, output: 'Expected: 1\nReceived: 2' });
	report.add('c.test.ts', { ...outcome, passed: 0, skipped: 3 });
	expect(report.end(5)).toBe(false);
	expect(shown.replace(/in \d+ s/, 'in 9 s')).toBe(`ok      1.3 s   (1.0)  a.test.ts: 2 passed
FAIL    1.3 s   (1.0)  b.test.ts: 2 passed, 1 failed
    Expected: 1
    Received: 2
skip    1.3 s   (1.0)  c.test.ts: 3 skipped

3 processes in 9 s, 3 core-seconds
PostgreSQL, Chromium and the runner: 2 core-seconds more
failed: b.test.ts
4 passed, 1 failed, 3 skipped
`);
});
