import { restoreLicense, revokeLicense } from '../../licenses/issuing/revoke.ts';
import type { License } from '../../licenses/license.ts';
import { licenseJson } from '../../licenses/license-export.ts';
import type { Registry } from '../../licenses/registry.ts';
import type { Call, Command } from '../command.ts';
import { asAuthor, changing, selectedLicense } from './selection.ts';

export const revokeCommand: Command = {
	...changing,
	name: 'license revoke',
	summary: 'revoke a license: every node refuses its key within a second',
	run: (call) => change(call, revokeLicense, (license) => license.revoked !== null, 'revoked'),
};

export const restoreCommand: Command = {
	...changing,
	name: 'license restore',
	summary: 'undo a revocation: the same key works again',
	run: (call) => change(call, restoreLicense, (license) => license.revoked === null, 'restored'),
};

async function change(
	call: Call,
	apply: (registry: Registry, license: License) => Promise<License>,
	done: (license: License) => boolean,
	word: string,
): Promise<void> {
	await asAuthor(call, async (registry) => {
		const license = await selectedLicense(registry, call);
		const already = done(license);
		const changed = already ? license : await apply(registry, license);
		if (call.json) return call.print(JSON.stringify(licenseJson(changed)));
		call.print(`${changed.id}  ${changed.email}  ${already ? `nothing to do: not ${opposite[word]}` : word}`);
	});
}

const opposite: Record<string, string> = { revoked: 'active', restored: 'revoked' };
