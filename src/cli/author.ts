import type { Call } from './command.ts';
import { userOfMachine } from './user-of-machine.ts';

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
