import { fileTrouble } from '../process/failure.ts';
import { readCommands } from './commands.ts';
import { failureOf } from './failure-line.ts';
import { runCommand } from './run-command.ts';

const words = process.argv.slice(2);
const serving = words[0] === 'serve';
/** The exit status of shells for a program that was ended by a closed pipe. */
const sigpipe = 141;

// Bun reads this variable by default: it would send keys and mail to servers without a valid certificate.
delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
	// A reader such as `head` has closed the pipe: not an error.
	if (error.code === 'EPIPE' && !serving) process.exit(sigpipe);
	process.stderr.write(`pointrelease: the output cannot be written (${fileTrouble(error)})\n`);
	// A service continues, because its answers do not go to standard output.
	if (!serving) process.exit(1);
});

try {
	await runCommand(readCommands, words, process.env);
} catch (thrown) {
	// Wait until a pipe has taken all output: exiting earlier would truncate it.
	await new Promise<void>((resolve) => process.stdout.end(resolve));
	const { line, status } = failureOf(thrown, words);
	process.stderr.write(line);
	process.exit(status);
}
