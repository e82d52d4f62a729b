import type { ChannelKind } from './channel-kind.ts';
import { file } from './file.ts';
import { googleChat } from './google-chat.ts';
import { mail } from './mail.ts';
import { ntfy } from './ntfy.ts';
import { slack } from './slack.ts';
import { teams } from './teams.ts';
import { webhook } from './webhook.ts';

/** Every kind of channel that a watch file may name. */
export const channelKinds: ReadonlyMap<string, ChannelKind> = new Map(
	[slack, teams, googleChat, ntfy, webhook, mail, file].map((kind) => [kind.name, kind]),
);
