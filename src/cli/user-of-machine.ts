import { userInfo } from 'node:os';

/**
 * Who runs a command, for the record of decisions. Bun 1.4.4 reads the name from `USER`, which services, containers and
 * timers do not set; it then says `unknown`, and whoever sets the variable says what they like.
 */
export function userOfMachine(): string {
	try {
		const { exitCode, stdout } = Bun.spawnSync(['id', '-un']);
		const name = stdout.toString().trim();
		if (exitCode === 0 && name !== '') return name;
	} catch {
		// No such program here.
	}
	return `user ${userInfo().uid}`;
}
