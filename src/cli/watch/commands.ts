import type { Command } from '../command.ts';
import { statusCommand } from './status.ts';
import { watchCommand } from './watch.ts';

export const watchCommands: readonly Command[] = [watchCommand, statusCommand];
