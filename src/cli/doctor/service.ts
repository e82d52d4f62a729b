import { accessSync, constants } from 'node:fs';
import { version } from '../../../package.json' with { type: 'json' };
import { fileTrouble } from '../../process/failure.ts';
import { askReady, ownAddress } from '../../server/addresses.ts';
import { type RunningFile, readRunningFile } from '../../server/running-file.ts';
import { type Check, type Finding, ok, problem, warning } from '../../server/todo/finding.ts';
import { liveRelease, otherRelease } from '../../server/todo/release.ts';
import type { Settings } from '../../settings/settings.ts';
import { isTaken } from './own-addresses.ts';

const check = 'service';

/** Whether a service answers at the configured address, whether it is ready, and whether it is the one of this folder. */
export const checkService: Check = async (settings) => {
	const address = ownAddress(settings);
	const response = await askReady(address).catch(() => null);
	if (response === null) return [await silence(address, settings)];
	const body = (await response.json().catch(() => null)) as { status?: string; reasons?: string[] } | null;
	if (typeof body?.status !== 'string')
		return [
			problem(check, `something else answers at ${address}`, 'stop that program, or set PORT to a free port'),
		];
	const report = `${address} is ${[body.status, ...(body.reasons ?? [])].join(', ')}`;
	if (!response.ok) return [problem(check, report, 'see the log of the service')];
	const stranger = await strangerAt(address, settings);
	if (stranger) return [stranger];
	if (body.status === 'ready') return [ok(check, report)];
	return [warning(check, report, 'known keys keep working; fix the reasons')];
};

async function silence(address: string, settings: Settings): Promise<Finding> {
	if (await isTaken(address))
		return problem(
			check,
			`something listens at ${address} and does not answer as a service does`,
			'run doctor with the settings of the service; or stop that program, or set PORT to a free port',
		);
	const running = runningIn(settings.stateFolder);
	const elsewhere =
		running && 'id' in running && running.port !== settings.port
			? ownAddress({ ...settings, port: running.port })
			: null;
	if (elsewhere && (await liveRelease(elsewhere, (running as RunningFile).id)) !== null)
		return warning(
			check,
			`nothing answers at ${address}: the service of this state folder is at ${elsewhere}`,
			'run doctor with the PORT and HOST of the service',
		);
	return warning(
		check,
		`nothing answers at ${address}`,
		'start it with "pointrelease serve", or run doctor with its settings',
	);
}

/** The finding for a service that is not the one of this state folder, or not of this release; null if it is. */
async function strangerAt(address: string, settings: Settings): Promise<Finding | null> {
	const { stateFolder } = settings;
	const running = runningIn(stateFolder);
	if (running && 'trouble' in running)
		return warning(
			check,
			`${address} answers, but whose service it is cannot be read from running.json in ${stateFolder} (${running.trouble})`,
			'run doctor as the user of the service',
		);
	if (running === null && settings.databaseUrl !== null && !isWritable(stateFolder))
		return warning(
			check,
			`${address} answers, but whose service it is cannot be told without the state folder ${stateFolder}`,
			'set POINTRELEASE_STATE to a folder that the service can write to',
		);
	const release = running && (await liveRelease(address, running.id));
	if (running === null || release === null)
		return problem(
			check,
			`${address} answers, but it is not this release with the state folder ${stateFolder}: it is another service, or an older release that still runs`,
			'restart the service; or run doctor with its POINTRELEASE_STATE, HOST and PORT',
		);
	if (release === version) return null;
	return otherRelease(address, release);
}

function isWritable(folder: string): boolean {
	try {
		accessSync(folder, constants.W_OK);
		return true;
	} catch {
		return false;
	}
}

function runningIn(stateFolder: string): RunningFile | { trouble: string } | null {
	try {
		return readRunningFile(stateFolder);
	} catch (thrown) {
		return { trouble: fileTrouble(thrown) };
	}
}
