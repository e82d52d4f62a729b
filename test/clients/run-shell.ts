import { test } from 'bun:test';
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const pointreleaseScript = fileURLToPath(
	new URL('../../clients/shell/pointrelease.sh', import.meta.url),
);

const wanted = ['sh', 'bash', 'dash', 'zsh'];
const found = new Map(wanted.flatMap((shell) => (Bun.which(shell) ? [[shell, Bun.which(shell)!]] : [])));

/** Every shell that a Mac has or had, as far as this machine has it too; dash only once where it is also sh. */
export const shells = [...found.keys()].filter(
	(shell) => shell !== 'dash' || realpathSync(found.get('sh')!) !== realpathSync(found.get('dash')!),
);
export const absentShells = wanted.filter((shell) => !found.has(shell));

/** `sh` is another shell on every system: says which. */
export function nameOf(shell: string): string {
	const file = realpathSync(found.get(shell)!).split('/').at(-1)!;
	return file.startsWith(shell) ? shell : `${shell} (${file})`;
}

/** A test that needs curl, as every Mac has it. Some containers do not: there it is skipped, and listed as such. */
export const shellTest = test.skipIf(Bun.which('curl') === null);

export interface Printed {
	code: number;
	out: string;
	err: string;
}

/** Runs a command with nothing in its environment but what is given: a test must not depend on its caller's. */
export async function runCommand(
	command: string[],
	env: Record<string, string>,
	cwd = process.cwd(),
): Promise<Printed> {
	const child = Bun.spawn(command, { env, cwd, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' });
	const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
	return { code, out, err };
}

/** Runs the shell client, by default with what `/bin/sh` is here. */
export function runScript(
	words: string[],
	env: Record<string, string>,
	{ shell = 'sh' }: { shell?: string } = {},
): Promise<Printed> {
	return runCommand([shell, pointreleaseScript, ...words], env);
}
