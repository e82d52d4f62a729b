import { Failure } from '../process/failure.ts';
import { askReady, ownAddress } from '../server/addresses.ts';
import type { Command } from './command.ts';

/** For health checks without curl: our container image holds nothing but this program. */
export const readyCommand: Command = {
	name: 'ready',
	summary: 'check whether the service on HOST and PORT is ready; the exit status is 0 or 1',
	async run({ settings, json, print }) {
		const address = ownAddress(settings);
		const response = await askReady(address).catch(() => null);
		if (!response) throw new Failure('not-ready', `nothing answers at ${address}/readyz`);
		const body = await response.text();
		if (!isHealth(body))
			throw new Failure(
				'not-ready',
				`something else answers at ${address}: set PORT to the port of the service`,
			);
		if (!response.ok) throw new Failure('not-ready', `${address}/readyz says ${body}`);
		print(json ? body : 'ready');
	},
};

function isHealth(body: string): boolean {
	try {
		return typeof JSON.parse(body).status === 'string';
	} catch {
		return false;
	}
}
