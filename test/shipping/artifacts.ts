import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { carriedPackages } from '../../tools/build/notices.ts';
import { isFull } from '../size.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** One form in which people get the program, ready to run. */
export interface Artifact {
	/** The words that run it. */
	readonly program: readonly string[];
	/** The PATH of its user. */
	readonly path: string;
	/** The files in the archive that npm made. */
	readonly packed?: readonly string[];
	/** The folder that the build of the container wrote. */
	readonly built?: string;
	remove(): void;
}

/** The forms of the program by name. */
export const artifacts: Readonly<Record<string, () => Promise<Artifact>>> = {
	'the sources': async () => ({
		program: [join(root, 'bin/pointrelease')],
		path: process.env.PATH ?? '',
		remove: () => {},
	}),
	'the single executable, alone in a folder and without a PATH': async () => {
		const folder = mkdtempSync(join(tmpdir(), 'pointrelease-executable-'));
		const built = await buildAsContainer(join(folder, 'image'));
		const alone = join(folder, 'alone');
		mkdirSync(alone);
		cpSync(join(built, 'pointrelease'), join(alone, 'pointrelease'));
		return {
			program: [join(alone, 'pointrelease')],
			path: '',
			built,
			remove: () => rmSync(folder, { recursive: true, force: true }),
		};
	},
	'the packed package, installed elsewhere': async () => {
		const folder = mkdtempSync(join(tmpdir(), 'pointrelease-package-'));
		const { archive, packed } = await pack(folder);
		if (isFull)
			await Bun.$`npm install --global --ignore-scripts --prefix ${folder} ${archive}`.cwd(folder).quiet();
		else await layOut(folder, archive);
		return {
			program: [join(folder, 'bin/pointrelease')],
			// Enough for `#!/bin/sh` and the lines after it.
			path: '/usr/bin:/bin',
			packed,
			remove: () => rmSync(folder, { recursive: true, force: true }),
		};
	},
};

/** The shell lines that the first stage of the Dockerfile runs. */
export function containerLines(): string[] {
	const [stage = ''] = readFileSync(join(root, 'Dockerfile'), 'utf8').split(/^FROM gcr/m);
	return [...stage.replaceAll('\\\n', '').matchAll(/^RUN (.*)$/gm)].map(([, line]) => line!);
}

/**
 * Runs the steps that build the container, outside of one, on the files that go into the image. Returns the folder of
 * the executable. The first step installs packages, which is slow and needs a registry: a usual run copies those of
 * the project.
 */
async function buildAsContainer(folder: string): Promise<string> {
	const ignored = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n');
	mkdirSync(folder);
	for (const entry of readdirSync(root).filter((name) => !ignored.includes(name)))
		cpSync(join(root, entry), join(folder, entry), { recursive: true });
	if (!isFull) copyPackages(folder);
	const lines = containerLines();
	for (const line of isFull ? lines : lines.slice(1)) {
		const step = Bun.$`sh -ec ${line.replaceAll('/state', join(folder, 'state'))}`.cwd(folder);
		const { exitCode, stderr } = await step.nothrow().quiet();
		if (exitCode !== 0) throw new Error(`${line} ended with ${exitCode}: ${stderr}`);
	}
	return join(folder, 'dist/bin');
}

/** Packs the project as npm does for others to install. */
async function pack(folder: string): Promise<{ archive: string; packed: string[] }> {
	const printed = await Bun.$`npm pack --ignore-scripts --json --pack-destination ${folder}`
		.cwd(root)
		.quiet()
		.text();
	const [{ filename, files }] = JSON.parse(printed) as [{ filename: string; files: { path: string }[] }];
	return { archive: join(folder, filename), packed: files.map(({ path }) => path) };
}

/** Does what `npm install --global` does with the archive, but with the packages that are installed here: it needs no network. */
async function layOut(folder: string, archive: string): Promise<void> {
	const home = join(folder, 'lib/node_modules/pointrelease');
	mkdirSync(home, { recursive: true });
	await Bun.$`tar -xzf ${archive} -C ${home} --strip-components=1`.quiet();
	copyPackages(home);
	mkdirSync(join(folder, 'bin'));
	symlinkSync('../lib/node_modules/pointrelease/bin/pointrelease', join(folder, 'bin/pointrelease'));
}

/** Copies the packages that running and building need. Bun has 100 MB and is linked instead. */
function copyPackages(to: string): void {
	const modules = join(to, 'node_modules');
	for (const { name } of carriedPackages())
		cpSync(join(root, 'node_modules', name), join(modules, name), { recursive: true });
	mkdirSync(join(modules, 'bun'));
	cpSync(join(root, 'node_modules/bun/package.json'), join(modules, 'bun/package.json'));
	mkdirSync(join(modules, '.bin'));
	symlinkSync(process.execPath, join(modules, '.bin/bun'));
}
