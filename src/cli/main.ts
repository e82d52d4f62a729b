import { Failure, reasonOf } from '../failure.ts';
import { type Command, runCommand } from './command.ts';
import { dataCommands } from './data.ts';
import { feedCommands } from './data-feeds.ts';
import { doctorCommand } from './doctor.ts';
import { licenseCommands } from './license/commands.ts';
import { lookupCommand } from './lookup.ts';
import { manualCommand } from './manual.ts';
import { serveCommand } from './serve.ts';

const commands: Command[] = [
	serveCommand,
	lookupCommand,
	...dataCommands,
	...feedCommands,
	...licenseCommands,
	doctorCommand,
	manualCommand,
];

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
