import { test } from 'bun:test';
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isFull } from '../size.ts';

export const pointreleaseScript = fileURLToPath(
	new URL('../../deploy/clients/shell/pointrelease.sh', import.meta.url),
);

const wanted = ['sh', 'bash', 'dash', 'zsh', ...(isFull ? ['ksh'] : [])];
const paths = new Map(wanted.flatMap((shell) => (Bun.which(shell) ? [[shell, Bun.which(shell)!]] : [])));

/** Every shell that a Mac has or had and this machine has too. If sh is dash, it is listed once. */
export const shells = [...paths.keys()].filter(
	(shell) => shell !== 'dash' || realpathSync(paths.get('sh')!) !== realpathSync(paths.get('dash')!),
);
export const absentShells = wanted.filter((shell) => !paths.has(shell));

/** `sh` is a different shell on every system: names the program behind it. */
export function nameOf(shell: string): string {
	const file = realpathSync(paths.get(shell)!).split('/').at(-1)!;
	return file.startsWith(shell) ? shell : `${shell} (${file})`;
}

/** A test that needs curl. Every Mac has curl, some containers do not: they list the test as skipped. */
export const shellTest = test.skipIf(Bun.which('curl') === null);

/**
 * Registers tests under a shell. A usual run tests everything under the first shell, and under the others only
 * `everywhere`: the cases that depend on parsing, arithmetic or quoting of the shell. Zsh is hardly
 * ever the `sh` of a Mac: under it a usual run has only the files that say so.
 */
export function testsUnder(shell: string, { alsoZsh = isFull } = {}): UnderShell {
	const all = shell === shells[0] || isFull;
	const nowhere = Object.assign(() => {}, { skipIf: () => nowhere }) as never;
	return {
		everywhere: shell !== 'zsh' || alsoZsh ? shellTest : nowhere,
		once: all ? shellTest : nowhere,
		some: (list) => (all ? list : list.filter((_, at) => at % 3 === 0)),
	};
}

interface UnderShell {
	readonly everywhere: typeof shellTest;
	readonly once: typeof shellTest;
	/** Every third of the inputs of a test that is `everywhere`: the first shell and a full run have all. */
	some<T>(list: readonly T[]): readonly T[];
}

export interface Printed {
	code: number;
	out: string;
	err: string;
}

/** Runs a command with only the given environment, so that a test does not depend on that of its caller. */
export async function runCommand(
	command: string[],
	env: Record<string, string>,
	cwd = process.cwd(),
): Promise<Printed> {
	const child = Bun.spawn(command, { env, cwd, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' });
	const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
	return { code, out, err };
}

/** Runs the shell client, by default under `sh`. */
export function runScript(
	words: string[],
	env: Record<string, string>,
	{ shell = 'sh' }: { shell?: string } = {},
): Promise<Printed> {
	return runCommand([shell, pointreleaseScript, ...words], env);
}
