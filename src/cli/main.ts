import { Failure, reasonOf } from '../failure.ts';
import { type Command, runCommand } from './command.ts';
import { dataCommands } from './data.ts';

const commands: Command[] = [...dataCommands];

try {
	await runCommand(commands, process.argv.slice(2), process.env);
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
