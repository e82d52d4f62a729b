import * as program from '../../src/database/migrate.ts';
import { currentProcess } from './simulation.ts';

/** `migrate.ts` for simulated processes: each story begins with a database of this release, so they have nothing to check. */
export * from '../../src/database/migrate.ts';

export async function migrate(
	...task: Parameters<typeof program.migrate>
): Promise<program.Migration | null> {
	return currentProcess() ? null : program.migrate(...task);
}
