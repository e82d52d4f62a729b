import type { Command } from '../command.ts';
import { issueCommand } from './issue.ts';
import { listCommand } from './list.ts';
import { restoreCommand, revokeCommand } from './revoke.ts';

/** The commands about licenses, in the order of the overview. */
export const licenseCommands: readonly Command[] = [issueCommand, listCommand, revokeCommand, restoreCommand];
