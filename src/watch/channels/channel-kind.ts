import type { Channel } from '../../delivery/mail.ts';
import type { EntryMember } from '../../pull/kind.ts';
import type { Secret } from '../../pull/secret.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Envelope } from '../message.ts';
import type { ChannelView } from '../situation.ts';

/** A channel of the watch file, checked, with its secrets read. */
export interface ChannelEntry extends ChannelView {
	readonly kind: ChannelKind;
	readonly texts: Readonly<Record<string, string>>;
	readonly secrets: Readonly<Record<string, Secret>>;
	/** Certificate authority in PEM that replaces the public ones; null for the public ones. */
	readonly authority: string | null;
}

/** A kind of channel: the members of its entry, and how its messages are sent. */
export interface ChannelKind {
	readonly name: string;
	/** The name of the service for people. */
	readonly title: string;
	/** What to know about it, for the schema and the documents. */
	readonly about: string;
	/** Members that its entry must have, besides `kind`, `tell`, `policy`, `group`, `group_by`, `names` and `ca_file`. */
	readonly needs: Readonly<Record<string, EntryMember>>;
	/** Members that it may have. */
	readonly options: Readonly<Record<string, EntryMember>>;
	/**
	 * Its `deliver` throws a Failure: `mail-unknown` if the message may have arrived, `channel-gone` if the service says
	 * that the channel no longer exists (410, `no_service`), `channel-missing` for a 404, which counts as gone after
	 * a day, and any other code for a failure that is tried again.
	 */
	open(entry: ChannelEntry, settings: Settings): Channel<Envelope>;
	/** Whether programs read its messages, so that it may be told of each Mac. */
	readonly takesEvents?: true;
	/** What to do after a test message was accepted. */
	readonly afterTest: string;
}
