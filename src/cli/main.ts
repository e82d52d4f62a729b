import { Failure, reasonOf } from '../failure.ts';
import { runCommand } from './command.ts';

/** A start is to be quick, so it does not read what only other commands need. */
async function commandsFor(word: string | undefined) {
	if (word === 'serve') return [(await import('./serve.ts')).serveCommand];
	return (await import('./commands.ts')).commands;
}

try {
	const words = process.argv.slice(2);
	await runCommand(await commandsFor(words[0]), words, process.env);
} catch (thrown) {
	// A pipe takes long output piece by piece, and leaving earlier would cut it off.
	await new Promise<void>((done) => process.stdout.end(done));
	if (!(thrown instanceof Failure)) {
		process.stderr.write(`pointrelease: internal error: ${reasonOf(thrown)}\n`);
		process.exit(70);
	}
	process.stderr.write(`pointrelease: ${thrown.message}\n`);
	process.exit(1);
}
