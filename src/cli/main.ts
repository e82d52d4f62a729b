import { fileTrouble } from '../process/failure.ts';
import { readCommands } from './commands.ts';
import { failureOf, runCommand } from './run-command.ts';

const words = process.argv.slice(2);
const serving = words[0] === 'serve';
/** The status of a program that a closed pipe ended, to a shell. */
const sigpipe = 141;

// Bun heeds it at every connection that does not say otherwise: keys and mail would go to whoever answers.
delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
	// Whoever reads the output has had enough of it, as `head` has: nothing to tell.
	if (error.code === 'EPIPE' && !serving) process.exit(sigpipe);
	process.stderr.write(`pointrelease: the output cannot be written (${fileTrouble(error)})\n`);
	// A service goes on: its answers go elsewhere.
	if (!serving) process.exit(1);
});

try {
	await runCommand(readCommands, words, process.env);
} catch (thrown) {
	// A pipe takes long output piece by piece, and leaving earlier would cut it off.
	await new Promise<void>((done) => process.stdout.end(done));
	const { line, status } = failureOf(thrown, words);
	process.stderr.write(line);
	process.exit(status);
}
