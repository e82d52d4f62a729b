import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import project from '../package.json';
import { worldFolder } from './world.ts';

export interface CopiedCommand {
	/** The command line that runs it. */
	readonly command: readonly string[];
	/** The setting for its own tables, those of test/world: not every user may read that folder either. */
	readonly env: { POINTRELEASE_DATA: string };
	remove(): void;
}

/**
 * A copy of the command in a folder that every user may enter: the project may be in a folder of root, for example
 * /root.
 */
export function copyCommand(): CopiedCommand {
	const from = fileURLToPath(new URL('..', import.meta.url));
	const to = mkdtempSync(join(tmpdir(), 'pointrelease-command-'));
	chmodSync(to, 0o755);
	const { bun: _, ...packages } = project.dependencies;
	mkdirSync(join(to, 'node_modules'));
	const folders = ['src', 'packages', 'deploy/clients', 'dist'];
	const parts = [...folders, 'package.json', 'bunfig.toml', 'tsconfig.json'];
	for (const part of [...parts, ...Object.keys(packages).map((name) => `node_modules/${name}`)])
		cpSync(join(from, part), join(to, part), { recursive: true });
	const data = join(to, 'data');
	cpSync(worldFolder, data, { recursive: true });
	const bun = join(to, 'bun');
	cpSync(process.execPath, bun);
	return {
		command: [bun, join(to, 'src/cli/main.ts')],
		env: { POINTRELEASE_DATA: data },
		remove: () => rmSync(to, { recursive: true, force: true }),
	};
}
