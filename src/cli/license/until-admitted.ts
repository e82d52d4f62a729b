import { untilKnown } from '../../licenses/admission/gate-follower.ts';
import { readRunningFile } from '../../server/running-file.ts';
import type { Settings } from '../../settings/settings.ts';

/**
 * Returns once every process of a running service admits a key that was committed at a moment of `performance.now()`: who
 * reads it from a command tries it at once.
 */
export async function untilAdmitted(
	{ stateFolder, databaseUrl }: Settings,
	committed: number,
): Promise<void> {
	const mayRun = databaseUrl !== null || isRunning(stateFolder);
	if (mayRun) await untilKnown(committed);
}

function isRunning(stateFolder: string): boolean {
	try {
		return readRunningFile(stateFolder) !== null;
	} catch {
		return true;
	}
}
