import type { Command } from '../command.ts';
import { exportCommand } from './export.ts';
import { feedCommand } from './feed.ts';
import { importCommand } from './import.ts';
import { issueCommand } from './issue.ts';
import { listCommand } from './list.ts';
import { resendCommand } from './resend.ts';
import { restoreCommand, revokeCommand } from './revoke.ts';
import { rotateSecretCommand } from './rotate-secret.ts';
import { showCommand } from './show.ts';
import { usageCommand } from './usage.ts';

/** The commands about licenses, in the order of the overview. */
export const licenseCommands: readonly Command[] = [
	issueCommand,
	listCommand,
	showCommand,
	resendCommand,
	revokeCommand,
	restoreCommand,
	feedCommand,
	importCommand,
	exportCommand,
	usageCommand,
	rotateSecretCommand,
];
