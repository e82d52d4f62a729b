import { userInfo } from 'node:os';
import type { Call } from './command.ts';

/** The options of a command whose decision is put on record. */
export const authorOptions = {
	by: {
		type: 'string',
		value: 'NAME',
		help: 'who does this, for the audit log (default: the user of this machine)',
	},
	why: { type: 'string', value: 'TEXT', help: 'the reason, for the audit log' },
} as const;

export function authorOf({ by, why }: Call['options']): { who: string; why: string } {
	return { who: oneLine(by) || userOfMachine(), why: oneLine(why) };
}

/** What is on record is printed one to a line. */
function oneLine(text: string | boolean | undefined): string {
	return typeof text === 'string' ? text.replace(/\s+/g, ' ').trim().slice(0, 500) : '';
}

/**
 * Who runs a command, for the record of decisions. Bun 1.4.4 reads the name from `USER`, which services, containers and
 * timers do not set; it then says `unknown`, and whoever sets the variable says what they like.
 */
function userOfMachine(): string {
	try {
		const { exitCode, stdout } = Bun.spawnSync(['id', '-un']);
		const name = stdout.toString().trim();
		if (exitCode === 0 && name !== '') return name;
	} catch {
		// No such program here.
	}
	return `user ${userInfo().uid}`;
}
