import intuneAttribute from '../../../clients/intune/custom-attribute.sh' with { type: 'text' };
import jamfAttribute from '../../../clients/jamf/extension-attribute.sh' with { type: 'text' };
import jamfSettings from '../../../clients/jamf/install-settings.sh' with { type: 'text' };
import munkiCondition from '../../../clients/munki/pointrelease' with { type: 'text' };
import nudgeDaemon from '../../../clients/nudge/pointrelease.nudge.plist' with { type: 'text' };
import nudgeConfiguration from '../../../clients/nudge/write-nudge-configuration.sh' with { type: 'text' };
import postman from '../../../clients/postman/pointrelease.postman_collection.json' with { type: 'text' };
import shellClient from '../../../clients/shell/pointrelease.sh' with { type: 'text' };

const script = 'text/x-shellscript; charset=utf-8';

export interface ClientFile {
	readonly name: string;
	/** What it is for, in words for whoever chooses. */
	readonly what: string;
	readonly type: string;
	readonly body: string;
}

/** What the tools that admins already use need to ask the service, the one that all others need first. */
export const clientFiles: readonly ClientFile[] = [
	{
		name: 'pointrelease.sh',
		what: 'Shell client for every Mac: prints where it stands, for people, Jamf, Intune, Munki or Nudge',
		type: script,
		body: shellClient,
	},
	{
		name: 'install-settings.sh',
		what: 'Jamf policy script: writes key, address and policy where only root can read them',
		type: script,
		body: jamfSettings,
	},
	{
		name: 'extension-attribute.sh',
		what: 'Jamf extension attribute: where the Mac stands, in a sentence',
		type: script,
		body: jamfAttribute,
	},
	{
		name: 'custom-attribute.sh',
		what: 'Intune custom attribute: one fact of the Mac alone',
		type: script,
		body: intuneAttribute,
	},
	{
		name: 'pointrelease',
		what: 'Munki condition, for /usr/local/munki/conditions',
		type: script,
		body: munkiCondition,
	},
	{
		name: 'write-nudge-configuration.sh',
		what: 'Writes the configuration of Nudge for the very Mac it runs on, once a day',
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
];
