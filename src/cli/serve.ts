import { randomUUID } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { version } from '../../package.json' with { type: 'json' };
import { writePrivateFile } from '../database/private-file.ts';
import { ensureFolder, firstKeyFile } from '../database/state-folder.ts';
import { logWarnings } from '../process/log.ts';
import { ownCommand } from '../process/shipped.ts';
import { startBackups } from '../server/backups.ts';
import { run } from '../server/run.ts';
import { removeRunningFile, writeRunningFile } from '../server/running-file.ts';
import { supervise } from '../server/workers/supervise.ts';
import { work, workerNumber } from '../server/workers/worker.ts';
import { misspelledSettings } from '../settings/in-force.ts';
import type { Call, Command } from './command.ts';
import { settingsHelp } from './settings-help.ts';
import { shellWord } from './terminal-text.ts';
import { runUntilStopped, serviceLog } from './until-stopped.ts';

export const serveCommand: Command = {
	name: 'serve',
	summary: 'start the service on HOST and PORT',
	details: `
The first start with an empty database issues one license key and prints a curl command that uses it. If standard
output is not a terminal, the key is written to the file first-key in the state folder, which only its owner can read:
"license first-key" shows it once.`,
	list: settingsHelp,
	run: serve,
};

async function serve({ settings, env, json, terminal, print }: Call): Promise<void> {
	const log = serviceLog({ json });
	logWarnings(log);
	const worker = workerNumber();
	if (worker !== null) return work(settings, log, worker);
	for (const { name, meant } of misspelledSettings(env))
		log.warn('not a setting', { name, meant: meant ?? undefined });
	return runUntilStopped(async () => {
		const instance = randomUUID();
		const running =
			settings.workers > 1
				? await supervise(settings, log, instance)
				: await run(settings, log, { instance });
		const port = Number(new URL(running.address).port) || (settings.tls ? 443 : 80);
		writeRunningFile(settings.stateFolder, { id: instance, release: version, port }, log);
		if (running.firstKey) {
			const { stateFolder } = settings;
			print(firstKeyWords(running.firstKey, { address: running.address, stateFolder, terminal }));
		}
		const backups = startBackups(settings, log);
		return {
			async stop() {
				backups?.stop();
				removeRunningFile(settings.stateFolder, instance);
				await running.stop();
			},
		};
	});
}

/**
 * The message of the very first start, with a curl command to copy. On a terminal the command contains the key.
 * Elsewhere the journal would expose it, so the key is written to a file that only its owner can read.
 */
function firstKeyWords(
	key: string,
	{ address, stateFolder, terminal }: { address: string; stateFolder: string; terminal: boolean },
): string {
	return [
		...(terminal ? shown(key, address) : filed(key, address, stateFolder)),
		'',
		`Open the web page with the same key: ${address}/`,
		`Issue more with: ${ownCommand} license issue --email you@example.com`,
	].join('\n');
}

const path = '/items/J293AP:14.7.2';

function shown(key: string, address: string): string[] {
	return [
		'This is the first start, so one license key was issued. It is shown only now:',
		'',
		`  curl -H 'Authorization: ${key}' ${address}${path}`,
	];
}

function filed(key: string, address: string, stateFolder: string): string[] {
	const start = 'This is the first start, so one license key was issued.';
	try {
		const file = firstKeyFile(realpathSync(ensureFolder(stateFolder)));
		writePrivateFile(file, `${key}\n`);
		return [
			`${start} It is in a file that only you can read:`,
			'',
			`  curl -H "Authorization: $(cat ${shellWord(file)})" ${address}${path}`,
			'',
			`Show it once, and delete the file, with: POINTRELEASE_STATE=${shellWord(dirname(file))} ${ownCommand} license first-key`,
			'In a container: docker exec NAME pointrelease license first-key',
		];
	} catch (thrown) {
		const { code } = thrown as NodeJS.ErrnoException;
		return [`${start} It could not be saved (${stateFolder}: ${code}) and is not shown here.`];
	}
}
