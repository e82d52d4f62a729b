import { Failure, reasonOf } from '../failure.ts';
import { type Command, runCommand } from './command.ts';
import { feedCommands } from './data-feeds.ts';
import { licenseCommands } from './license/commands.ts';

const commands: Command[] = [...licenseCommands, ...feedCommands];

try {
	await runCommand(commands, process.argv.slice(2), process.env);
} catch (thrown) {
	if (!(thrown instanceof Failure)) {
		process.stderr.write(`pointrelease: internal error: ${reasonOf(thrown)}\n`);
		process.exit(70);
	}
	process.stderr.write(`pointrelease: ${thrown.message}\n`);
	process.exit(1);
}
