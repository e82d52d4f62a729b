import type { Command } from '../command.ts';
import { auditCommand } from './audit.ts';
import { changeEmailCommand } from './change-email.ts';
import { exportCommand } from './export.ts';
import { feedCommand } from './feed.ts';
import { forgetCommand } from './forget.ts';
import { importCommand } from './import.ts';
import { issueCommand } from './issue.ts';
import { listCommand } from './list.ts';
import { applyOrderCommand, ordersCommand } from './orders.ts';
import { productsCommand } from './products.ts';
import { renewCommand } from './renew.ts';
import { resendCommand } from './resend.ts';
import { restoreCommand, revokeCommand } from './revoke.ts';
import { rotateCommand } from './rotate.ts';
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
	renewCommand,
	rotateCommand,
	changeEmailCommand,
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
