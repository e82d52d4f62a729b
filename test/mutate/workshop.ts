import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { longestTest } from '../patience.ts';

const copied = [
	'src',
	'test',
	'data',
	'packages',
	'docs',
	'tools',
	'examples',
	'deploy',
	'package.json',
	'tsconfig.json',
	'bunfig.toml',
	'README.md',
	'ARCHITECTURE.md',
];

/** A copy of the project, so that mutants do not disturb others. */
export class Workshop {
	readonly folder = mkdtempSync(join(tmpdir(), 'pointrelease-mutate-'));

	constructor(project: string) {
		for (const name of copied) cpSync(join(project, name), join(this.folder, name), { recursive: true });
		symlinkSync(join(project, 'node_modules'), join(this.folder, 'node_modules'));
	}

	/** Replaces the text of a file; returns a function that restores it. */
	change(file: string, text: string): () => void {
		const place = join(this.folder, file);
		const before = readFileSync(place);
		writeFileSync(place, text);
		return () => writeFileSync(place, before);
	}

	/**
	 * Whether the test files pass in time; stops at the first failure. A mutant that runs forever counts as noticed.
	 */
	async passes(
		tests: readonly string[],
		milliseconds: number,
		env: Record<string, string> = {},
	): Promise<boolean> {
		const child = Bun.spawn(
			[
				process.execPath,
				'test',
				'--bail=1',
				'--timeout',
				String(longestTest),
				...(env.REACHED_MUTANTS ? ['--preload', './test/mutate/record-marks.ts'] : []),
				...tests.map((path) => `./${path}`),
			],
			{
				cwd: this.folder,
				env: { ...process.env, TEST_SIZE: 'quick', BUN_JSC_useFTLJIT: '0', ...env },
				stdout: 'ignore',
				stderr: 'ignore',
				timeout: milliseconds,
				killSignal: 'SIGKILL',
			},
		);
		return (await child.exited) === 0;
	}

	/** The mutants at places that a test file runs, by file. */
	async reachedBy(test: string): Promise<Record<string, number[]>> {
		const marks = join(this.folder, `${test.replaceAll('/', '+')}.json`);
		await this.passes([test], longestTest, { REACHED_MUTANTS: marks });
		return existsSync(marks) ? JSON.parse(readFileSync(marks, 'utf8')) : {};
	}

	close(): void {
		rmSync(this.folder, { recursive: true, force: true });
	}
}
