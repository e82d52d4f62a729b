import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import project from '../package.json';

export interface CopiedCommand {
	/** The command line that runs it. */
	readonly command: readonly string[];
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
	const parts = ['src', 'data', 'clients', 'dist', 'package.json', 'bunfig.toml', 'tsconfig.json'];
	for (const part of [...parts, ...Object.keys(packages).map((name) => `node_modules/${name}`)])
		cpSync(join(from, part), join(to, part), { recursive: true });
	const bun = join(to, 'bun');
	cpSync(process.execPath, bun);
	return {
		command: [bun, join(to, 'src/cli/main.ts')],
		remove: () => rmSync(to, { recursive: true, force: true }),
	};
}
