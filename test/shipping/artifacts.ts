import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildExecutable } from '../../build/executable.ts';
import { carriedPackages } from '../../build/notices.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What somebody is handed, ready to run. */
export interface Artifact {
	/** The words that run it. */
	readonly program: readonly string[];
	/** What the environment of its user has as PATH. */
	readonly path: string;
	/** What npm packed, where it did. */
	readonly packed?: readonly string[];
	remove(): void;
}

/** The ways in which people get the program, by name. */
export const artifacts: Readonly<Record<string, () => Promise<Artifact>>> = {
	'the sources': async () => ({
		program: [join(root, 'bin/pointrelease')],
		path: process.env.PATH ?? '',
		remove: () => {},
	}),
	'the single executable, alone in a folder and without a PATH': async () => {
		const folder = mkdtempSync(join(tmpdir(), 'pointrelease-executable-'));
		const built = await buildExecutable(null, join(folder, 'pointrelease'));
		if ('problem' in built) throw new Error(built.problem);
		return {
			program: [built.file],
			path: '',
			remove: () => rmSync(folder, { recursive: true, force: true }),
		};
	},
	'the packed package, installed elsewhere': async () => {
		const folder = mkdtempSync(join(tmpdir(), 'pointrelease-package-'));
		const { archive, packed } = await pack(folder);
		if (process.env.TEST_SIZE === 'full')
			await Bun.$`npm install --global --ignore-scripts --prefix ${folder} ${archive}`.cwd(folder).quiet();
		else await layOut(folder, archive);
		return {
			program: [join(folder, 'bin/pointrelease')],
			// What `#!/bin/sh` and the lines after it need.
			path: '/usr/bin:/bin',
			packed,
			remove: () => rmSync(folder, { recursive: true, force: true }),
		};
	},
};

/** What npm makes of the project for others to install. */
async function pack(folder: string): Promise<{ archive: string; packed: string[] }> {
	const printed = await Bun.$`npm pack --ignore-scripts --json --pack-destination ${folder}`
		.cwd(root)
		.quiet()
		.text();
	const [{ filename, files }] = JSON.parse(printed) as [{ filename: string; files: { path: string }[] }];
	return { archive: join(folder, filename), packed: files.map(({ path }) => path) };
}

/** What `npm install --global` makes of the archive, with the packages that are installed here: no network is needed. */
async function layOut(folder: string, archive: string): Promise<void> {
	const home = join(folder, 'lib/node_modules/pointrelease');
	mkdirSync(home, { recursive: true });
	await Bun.$`tar -xzf ${archive} -C ${home} --strip-components=1`.quiet();
	copyPackages(home);
	mkdirSync(join(folder, 'bin'));
	symlinkSync('../lib/node_modules/pointrelease/bin/pointrelease', join(folder, 'bin/pointrelease'));
}

/** The packages that running and building need, as they are installed here; of Bun no second copy of its 100 MB. */
export function copyPackages(to: string): void {
	const modules = join(to, 'node_modules');
	for (const { name } of carriedPackages())
		cpSync(join(root, 'node_modules', name), join(modules, name), { recursive: true });
	mkdirSync(join(modules, 'bun'));
	cpSync(join(root, 'node_modules/bun/package.json'), join(modules, 'bun/package.json'));
	mkdirSync(join(modules, '.bin'));
	symlinkSync(process.execPath, join(modules, '.bin/bun'));
}
