import intuneAttribute from '../../deploy/clients/intune/custom-attribute.sh' with { type: 'text' };
import jamfAttribute from '../../deploy/clients/jamf/extension-attribute.sh' with { type: 'text' };
import jamfSettings from '../../deploy/clients/jamf/install-settings.sh' with { type: 'text' };
import jamfSafari from '../../deploy/clients/jamf/safari-attribute.sh' with { type: 'text' };
import munkiCondition from '../../deploy/clients/munki/pointrelease' with { type: 'text' };
import nudgeDaemon from '../../deploy/clients/nudge/pointrelease.nudge.plist' with { type: 'text' };
import nudgeConfiguration from '../../deploy/clients/nudge/write-nudge-configuration.sh' with {
	type: 'text',
};
import osqueryPack from '../../deploy/clients/osquery/pointrelease.osquery.json' with { type: 'text' };
import postman from '../../deploy/clients/postman/pointrelease.postman_collection.json' with { type: 'text' };
import shellClient from '../../deploy/clients/shell/pointrelease.sh' with { type: 'text' };
import safariVersion from '../../deploy/clients/shell/safari-version.sh' with { type: 'text' };

const script = 'text/x-shellscript; charset=utf-8';

interface ClientFile {
	readonly name: string;
	/** What it is for, shown in lists. */
	readonly what: string;
	readonly type: string;
	readonly body: string;
}

/** The files for tools that admins already use. The first is the one that the others need. */
export const clientFiles: readonly ClientFile[] = [
	{
		name: 'pointrelease.sh',
		what: 'Shell client for every Mac: prints its update status for people, Jamf, Intune, Munki or Nudge',
		type: script,
		body: shellClient,
	},
	{
		name: 'install-settings.sh',
		what: 'Jamf policy script: writes the key, address and policy to files that only root can read',
		type: script,
		body: jamfSettings,
	},
	{
		name: 'extension-attribute.sh',
		what: 'Jamf extension attribute: the update status in one sentence',
		type: script,
		body: jamfAttribute,
	},
	{
		name: 'custom-attribute.sh',
		what: 'Intune custom attribute: one fact about the Mac',
		type: script,
		body: intuneAttribute,
	},
	{
		name: 'safari-attribute.sh',
		what: 'Jamf extension attribute: the version of Safari, which the inventory does not list',
		type: script,
		body: jamfSafari,
	},
	{
		name: 'safari-version.sh',
		what: 'The version of Safari, for an Intune custom attribute, an Iru or Mosyle script and others',
		type: script,
		body: safariVersion,
	},
	{
		name: 'pointrelease',
		what: 'Munki condition, for /usr/local/munki/conditions',
		type: script,
		body: munkiCondition,
	},
	{
		name: 'write-nudge-configuration.sh',
		what: 'Writes the Nudge configuration for the Mac it runs on, once a day',
		type: script,
		body: nudgeConfiguration,
	},
	{
		name: 'pointrelease.nudge.plist',
		what: 'LaunchDaemon that runs it every day, each Mac at its own time within an hour',
		type: 'application/xml; charset=utf-8',
		body: nudgeDaemon,
	},
	{
		name: 'pointrelease.postman_collection.json',
		what: 'Postman collection of every operation',
		type: 'application/json',
		body: postman as unknown as string,
	},
	{
		name: 'pointrelease.osquery.json',
		what: 'osquery pack, also for Fleet: one row with macOS, Safari and the update that the Mac was asked to install',
		type: 'application/json',
		body: osqueryPack as unknown as string,
	},
];

/** The values for the placeholders of client files. */
interface KitValues {
	/** The address of this service; null if unknown. */
	readonly address: string | null;
	/** The chosen policy; null for none. */
	readonly policy: string | null;
}

/**
 * The addresses that the shell client accepts. None of these characters ends a quoted word in a shell or a text in
 * JSON.
 */
const addressShape = /^https?:\/\/[A-Za-z0-9:/._~%[\]-]{1,300}$/;

/** What a policy may be called, here and in the POLICIES file. */
export const policyShape = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** The file with address and policy filled in; a value of another shape is left out. */
export function fillIn({ body }: ClientFile, { address, policy }: KitValues): string {
	const url = address !== null && addressShape.test(address) ? address : '';
	const name = policy !== null && policyShape.test(policy) ? policy : '';
	return body
		.replace(/^kit_url=''$/m, () => `kit_url='${url}'`)
		.replace(/^kit_policy=''$/m, () => `kit_policy='${name}'`)
		.replace(/("key": "baseUrl",\s*"value": )"[^"]*"/, (whole, start) => (url ? `${start}"${url}"` : whole));
}
