import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openLicenses } from '../../../src/licenses/licenses.ts';
import { silentLog } from '../../../src/process/log.ts';
import { readSettings } from '../../../src/settings/settings.ts';
import { type Contender, launch } from './contender.ts';

const program = new URL('../../../src/cli/main.ts', import.meta.url).pathname;

const unreached = '900000000/min';
/** Without feeds, which would use the network, and with limits so high that they are checked but never reached. */
export const quietly = {
	FEEDS: 'off',
	REFUSAL_LIMIT: unreached,
	READ_LIMIT: unreached,
	PUBLIC_LIMIT: unreached,
	PUBLIC_SHARE: 'off',
};

/** Makes a state folder with one license, and returns its key. */
export async function makeState(folder: string): Promise<string> {
	mkdirSync(folder, { recursive: true });
	const licenses = await openLicenses(readSettings({ POINTRELEASE_STATE: folder, ...quietly }), silentLog);
	try {
		return (await licenses.issueFirst())!.key;
	} finally {
		await licenses.close();
	}
}

/** The service as shipped, started as operators do. */
export function serviceOn(
	port: number,
	state: string,
	name = 'pointrelease',
	env: Record<string, string> = {},
	main = program,
): Promise<Contender> {
	return launch({
		name,
		port,
		command: [process.execPath, main, 'serve'],
		env: { PORT: String(port), HOST: '127.0.0.1', POINTRELEASE_STATE: state, ...quietly, ...env },
		tls: 'TLS_CERT' in env,
		ready: '/readyz',
	});
}

export function stateIn(folder: string): string {
	return join(folder, 'state');
}

const askedAtOnce = 32;

/** Requests every path once, several in parallel. */
export async function askOnce(port: number, paths: readonly string[], key: string): Promise<void> {
	// Without compression, like curl and wrk.
	const headers = { Authorization: key, 'Accept-Encoding': 'identity' };
	for (let from = 0; from < paths.length; from += askedAtOnce) {
		const requests = paths.slice(from, from + askedAtOnce).map(async (path) => {
			await (await fetch(`http://127.0.0.1:${port}${path}`, { headers })).text();
		});
		await Promise.all(requests);
	}
}
