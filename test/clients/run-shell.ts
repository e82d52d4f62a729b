import { fileURLToPath } from 'node:url';

export const pointreleaseScript = fileURLToPath(
	new URL('../../clients/shell/pointrelease.sh', import.meta.url),
);

/** Every shell that a Mac has or had, as far as this machine has it too. */
export const shells = ['sh', 'bash', 'dash', 'zsh'].filter((shell) => Bun.which(shell));
export const absentShells = ['sh', 'bash', 'dash', 'zsh'].filter((shell) => !Bun.which(shell));

export interface Printed {
	code: number;
	out: string;
	err: string;
}

/** Runs a command with nothing in its environment but what is given: a test must not depend on its caller's. */
export async function runCommand(command: string[], env: Record<string, string>): Promise<Printed> {
	const child = Bun.spawn(command, { env, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' });
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
