import { Failure } from '../failure.ts';
import type { Command } from './command.ts';

const longestWait = 3_000;

/** For health checks where there is no curl: a container image that holds nothing but this program. */
export const readyCommand: Command = {
	name: 'ready',
	summary: 'ask the service on HOST and PORT whether it is ready; ends with 0 or 1',
	async run({ settings: { host, port }, json, print }) {
		const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
		const address = `http://${name}:${port}/readyz`;
		const response = await fetch(address, { signal: AbortSignal.timeout(longestWait) }).catch(() => null);
		if (!response) throw new Failure('not-ready', `nothing answers at ${address}`);
		const body = await response.text();
		if (!response.ok) throw new Failure('not-ready', `${address} says ${body}`);
		print(json ? body : 'ready');
	},
};
