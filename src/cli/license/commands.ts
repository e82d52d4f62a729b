import type { Command } from '../command.ts';
import { auditCommand } from './audit.ts';
import {
	changeEmailCommand,
	remindersCommand,
	renewCommand,
	resendCommand,
	restoreCommand,
	revokeCommand,
	rotateCommand,
} from './changes.ts';
import { feedCommand } from './feed.ts';
import { firstKeyCommand } from './first-key.ts';
import { forgetCommand } from './forget.ts';
import { exportCommand, importCommand } from './import-export.ts';
import { issueCommand } from './issue.ts';
import { applyOrderCommand, ordersCommand, productsCommand } from './orders.ts';
import { rotateSecretCommand } from './rotate-secret.ts';
import { listCommand, showCommand } from './show.ts';
import { usageCommand } from './usage.ts';

/** The commands about licenses, in the order of the overview. */
export const licenseCommands: readonly Command[] = [
	issueCommand,
	firstKeyCommand,
	listCommand,
	showCommand,
	resendCommand,
	revokeCommand,
	restoreCommand,
	renewCommand,
	rotateCommand,
	changeEmailCommand,
	remindersCommand,
	forgetCommand,
	ordersCommand,
	applyOrderCommand,
	productsCommand,
	auditCommand,
	feedCommand,
	importCommand,
	exportCommand,
	usageCommand,
	rotateSecretCommand,
];
