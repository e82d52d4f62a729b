import { oneLine } from '../licenses/audit.ts';

/** The options of a command that writes to the audit log. */
export const authorOptions = {
	by: {
		type: 'string',
		value: 'NAME',
		help: 'who does this, for the audit log (default: the user of this machine)',
	},
	why: { type: 'string', value: 'TEXT', help: 'the reason, for the audit log' },
} as const;

export function authorOf({
	by,
	why,
}: {
	readonly by?: string | undefined;
	readonly why?: string | undefined;
}): { who: string; why: string } {
	return { who: oneLine(by) || userOfMachine(), why: oneLine(why) };
}

/**
 * The user who runs a command. Bun 1.4.4 reads the name from `USER`, which anybody can set, and which services,
 * containers and timers do not set at all.
 */
function userOfMachine(): string {
	try {
		const { exitCode, stdout } = Bun.spawnSync(['id', '-un']);
		const name = stdout.toString().trim();
		if (exitCode === 0 && name !== '') return name;
	} catch {
		// This system has no `id`.
	}
	// Not `userInfo()`: it throws without HOME where the user has no entry in passwd, as in containers.
	return `user ${process.getuid?.() ?? 'unknown'}`;
}
