import { version } from '../../../package.json' with { type: 'json' };
import { isReplaced } from '../../process/shipped.ts';
import type { Settings } from '../../settings/settings.ts';
import { askLive, ownAddress } from '../addresses.ts';
import { readRunningFile } from '../running-file.ts';
import { type Finding, needsYou, problem } from './finding.ts';

/** The release of the service with this ID; null if the process at the address has another one, or none. */
export async function liveRelease(address: string, id: string): Promise<string | null> {
	const response = await askLive(address, id).catch(() => null);
	if (!response?.ok) return null;
	const { release } = (await response.json().catch(() => ({}))) as { release?: string };
	return release ?? null;
}

/** The finding for a service that still runs another release than this program. */
export function otherRelease(address: string, release: string): Finding {
	const found = `the service at ${address} is release ${release}, and this program is ${version}`;
	return needsYou('release', null, problem('service', found, restart));
}

const restart = 'restart the service, so that it runs the release that is installed';

/** Whether the running service of this state folder is the release that is installed. */
export async function checkRelease(settings: Settings): Promise<Finding[]> {
	// Only a process that runs for long is replaced: the service, which mails this list.
	if (isReplaced()) {
		const found = `another program was installed while the service of ${settings.stateFolder} runs, which is release ${version}`;
		return [needsYou('release', null, problem('service', found, restart))];
	}
	const running = readRunningFile(settings.stateFolder);
	// Nobody has to be asked if the service says itself that it is this release.
	if (running === null || running.release === version) return [];
	const address = ownAddress({ ...settings, port: running.port });
	const release = await liveRelease(address, running.id);
	return release === null || release === version ? [] : [otherRelease(address, release)];
}
