import { fileTrouble } from '../process/failure.ts';
import { readCommands } from './commands.ts';
import { failureOf, runCommand } from './run-command.ts';

const words = process.argv.slice(2);
const serving = words[0] === 'serve';
/** The exit status that shells give to a program that a closed pipe ended. */
const sigpipe = 141;

// Bun obeys this variable by default: keys and mail would go to servers without a valid certificate.
delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
	// The reader has closed the pipe, like `head`: that is not an error.
	if (error.code === 'EPIPE' && !serving) process.exit(sigpipe);
	process.stderr.write(`pointrelease: the output cannot be written (${fileTrouble(error)})\n`);
	// A service goes on, because its answers do not go to standard output.
	if (!serving) process.exit(1);
});

try {
	await runCommand(readCommands, words, process.env);
} catch (thrown) {
	// Wait until a pipe has taken all output: an earlier exit would cut it off.
	await new Promise<void>((done) => process.stdout.end(done));
	const { line, status } = failureOf(thrown, words);
	process.stderr.write(line);
	process.exit(status);
}
