import type { Command } from '../../command.ts';
import { evidenceCommand, evidenceKeyCommand, proveCommand } from './evidence.ts';
import { frameworksCommand } from './frameworks.ts';
import { historyCommand } from './history.ts';
import { rememberCommand } from './remember.ts';
import { verifyCommand } from './verify.ts';

/** Commands that need a history of the fleet, or make one. */
export const historyCommands: readonly Command[] = [
	rememberCommand,
	historyCommand,
	frameworksCommand,
	evidenceCommand,
	verifyCommand,
	proveCommand,
	evidenceKeyCommand,
];
