import { atomToken, feedPath, renewAtomToken, revokeAtomToken } from '../../licenses/atom-address.ts';
import { addressUnder } from '../../server/addresses.ts';
import { readCertificates } from '../../server/tls/certificate.ts';
import type { Settings } from '../../settings/settings.ts';
import { command } from '../command.ts';
import { asAuthor, changing, selectedLicense } from './selection.ts';

export const feedCommand = command({
	...changing,
	name: 'license feed',
	summary: 'print the address of an Atom feed of releases, for feed readers and chat bots',
	details:
		'The address opens only the feed. Anyone who has it can read the feed, so treat it like a key. It ends with the license.',
	options: {
		...changing.options,
		renew: { type: 'boolean', help: 'replace the address; the old one stops working' },
		revoke: { type: 'boolean', help: 'revoke the address' },
	},
	async run(call) {
		const { options, json, print } = call;
		await asAuthor(call, async (registry, settings) => {
			const license = await selectedLicense(registry, call);
			if (options.revoke) {
				const ended = await revokeAtomToken(registry, license);
				if (json) return print(JSON.stringify({ id: license.id, address: null, ended }));
				return print(
					`${license.id}  ${ended ? 'the address is revoked' : 'nothing to do: there is no address'}`,
				);
			}
			const token = await (options.renew ? renewAtomToken : atomToken)(registry, license);
			const address = `${settings.publicUrl ?? servedAt(settings)}${feedPath(token)}`;
			print(json ? JSON.stringify({ id: license.id, address }) : address);
		});
	},
});

/** Uses a host name of the certificates if they can be read: plain HTTP would show the token to the network. */
function servedAt({ host, port, tls }: Settings): string {
	if (!tls) return addressUnder(host, port, null);
	try {
		return addressUnder(
			host,
			port,
			readCertificates(tls).flatMap(({ names }) => names),
		);
	} catch {
		return addressUnder(host, port, []);
	}
}
