import { adviceCommand } from './advice.ts';
import { backupCommand } from './backup.ts';
import type { Command } from './command.ts';
import { cveCommand } from './cve.ts';
import { dataCommands } from './data.ts';
import { decisionCommands } from './data-decisions.ts';
import { feedCommands } from './data-feeds.ts';
import { doctorCommand } from './doctor.ts';
import { exposureCommand } from './exposure.ts';
import { fleetCommand } from './fleet/fleet.ts';
import { licenseCommands } from './license/commands.ts';
import { lookupCommand } from './lookup.ts';
import { manualCommand } from './manual.ts';
import { mcpCommand } from './mcp/mcp.ts';
import { moveCommand } from './move.ts';
import { noticesCommand } from './notices.ts';
import { policiesCommand } from './policies.ts';
import { readyCommand } from './ready.ts';
import { restoreBackupCommand } from './restore.ts';
import { searchCommand } from './search.ts';
import { serveCommand } from './serve.ts';

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
	serveCommand,
	readyCommand,
	lookupCommand,
	searchCommand,
	adviceCommand,
	exposureCommand,
	cveCommand,
	fleetCommand,
	...dataCommands,
	...feedCommands,
	...decisionCommands,
	...licenseCommands,
	policiesCommand,
	backupCommand,
	restoreBackupCommand,
	mcpCommand,
	moveCommand,
	doctorCommand,
	manualCommand,
	noticesCommand,
];
