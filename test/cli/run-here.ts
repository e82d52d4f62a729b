import { readCommands } from '../../src/cli/commands.ts';
import { failureOf } from '../../src/cli/failure-line.ts';
import { runCommand } from '../../src/cli/run-command.ts';
import { environment, type Finished } from '../process.ts';

let turn: Promise<unknown> = Promise.resolve();

/**
 * Runs a command in this process, as `src/cli/main.ts` does, and collects its output. A process for each command
 * would take a third of a second to start, which is most of the time of a test with forty commands. One after the other,
 * because streams and exit status are those of this process.
 */
export function runHere(words: string[], env: Record<string, string>): Promise<Finished> {
	const finished = turn.then(() => runNow(words, env));
	turn = finished.catch(() => {});
	return finished;
}

async function runNow(words: string[], env: Record<string, string>): Promise<Finished> {
	const printed = { stdout: '', stderr: '' };
	const before = { stdout: process.stdout.write, stderr: process.stderr.write };
	const status = process.exitCode;
	const gather = (stream: 'stdout' | 'stderr') =>
		((text: string | Uint8Array) => {
			printed[stream] += typeof text === 'string' ? text : new TextDecoder().decode(text);
			return true;
		}) as typeof process.stdout.write;
	process.stdout.write = gather('stdout');
	process.stderr.write = gather('stderr');
	process.exitCode = 0;
	try {
		await runCommand(readCommands, words, environment(env));
		return { code: Number(process.exitCode), ...printed };
	} catch (thrown) {
		const { line, status } = failureOf(thrown, words);
		return { code: status, stdout: printed.stdout, stderr: printed.stderr + line };
	} finally {
		process.stdout.write = before.stdout;
		process.stderr.write = before.stderr;
		process.exitCode = status ?? 0;
	}
}
