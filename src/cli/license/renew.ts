import { renewLicense } from '../../licenses/issuing/renew.ts';
import { checkExpires } from '../../licenses/license.ts';
import { licenseJson } from '../../licenses/license-export.ts';
import { Failure } from '../../process/failure.ts';
import { dayAt, parseDay } from '../../text/day.ts';
import type { Call, Command } from '../command.ts';
import { asAuthor, changing, selectedLicense } from './selection.ts';

export const renewCommand: Command = {
	...changing,
	name: 'license renew',
	summary: 'change the last day of a license: the same key works until then',
	options: {
		expires: {
			type: 'string',
			value: 'YYYY-MM-DD|never',
			help: 'the last day on which the key works (UTC), or never for no end',
		},
		...changing.options,
	},
	async run(call) {
		const expires = lastDay(call);
		await asAuthor(call, async (registry) => {
			const renewed = await renewLicense(registry, await selectedLicense(registry, call), expires);
			if (call.json) return call.print(JSON.stringify(licenseJson(renewed)));
			const words = expires === null ? 'works without an end' : `works until ${expires}`;
			call.print(`${renewed.id}  ${renewed.email}  ${words}`);
		});
	},
};

function lastDay({ options: { expires } }: Call): string | null {
	if (typeof expires !== 'string')
		throw new Failure('bad-arguments', 'until when? Add --expires YYYY-MM-DD, or --expires never');
	if (expires === 'never') return null;
	if (parseDay(checkExpires(expires))! >= dayAt(Date.now())) return expires;
	throw new Failure('bad-date', `${expires} is in the past: to end a license, use "license revoke"`);
}
