import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Printed, runCommand } from './run-shell.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Projects of npm in a folder of their own, which install packages of this repository without a network. */
export class NpmProjects {
	readonly folder = mkdtempSync(join(tmpdir(), 'pointrelease-npm-'));
	readonly environment: Record<string, string> = {
		PATH: process.env.PATH!,
		HOME: this.folder,
		npm_config_cache: join(this.folder, 'npm-cache'),
		npm_config_offline: 'true',
		npm_config_audit: 'false',
	};

	/** An empty project. */
	make(name: string): string {
		const made = join(this.folder, name);
		mkdirSync(made);
		writeFileSync(join(made, 'package.json'), '{"type":"module","private":true}');
		return made;
	}

	/** Makes the tarballs of packages as they are built, and returns their paths. */
	async pack(...names: string[]): Promise<string[]> {
		const packages = names.map((name) => join(root, 'packages', name));
		const words = ['npm', 'pack', '--silent', '--ignore-scripts', ...packages];
		const { code, out, err } = await runCommand(words, this.environment, this.folder);
		if (code !== 0) throw new Error(`npm pack ended with ${code}: ${err}`);
		return out
			.trim()
			.split('\n')
			.map((file) => join(this.folder, file));
	}

	async install(project: string, tarballs: readonly string[]): Promise<Printed> {
		const words = ['npm', 'install', '--no-fund', '--ignore-scripts', ...tarballs];
		return await runCommand(words, this.environment, project);
	}

	/** Compiles files of a project with the strictest settings, also the declarations of its packages. */
	async compile(project: string, files: readonly string[], settings: readonly string[]): Promise<Printed> {
		const tsc = [join(root, 'node_modules/.bin/tsc'), '--ignoreConfig', '--singleThreaded'];
		const strict = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'];
		return await runCommand([...tsc, ...strict, ...settings, ...files], this.environment, project);
	}

	remove(): void {
		rmSync(this.folder, { recursive: true, force: true });
	}
}

/** The blocks of a language in a document. */
export function blocksOf(document: string, language: string): string[] {
	const blocks = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms');
	return [...document.matchAll(blocks)].map(([, block]) => block!);
}
