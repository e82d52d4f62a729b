/** The environment variables, by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the text of a setting: its default if it is not set, empty if it has none. `env` has what another setting says,
 * with defaults. Throws a Failure of one line. A value that may be a secret is not repeated in it.
 */
export type Read<Value = unknown> = (text: string, setting: { name: string; env: Environment }) => Value;

/** A setting. Its value, its type, lists, help and docs/settings.md are made from it. */
export interface Setting {
	/** The environment variable. */
	readonly name: string;
	/** Left out if another setting is read with it, or Bun reads it. */
	readonly read?: Read;
	/** The value if the variable is not set; a setting without a default is off until it is set. */
	readonly default?: string;
	/** In words, what happens if the variable is not set. Only for settings without a default. */
	readonly without?: string;
	/** A value that is accepted. */
	readonly example: string;
	/** What it does. A word in backticks is code. */
	readonly does: string;
	/** Why one would set it. Without it nobody should: it is left out of the first list of `config`. */
	readonly why?: string;
	/** The page about it, for people who need more, such as `selling.md#reminders`. */
	readonly page?: string;
	/** Never shown: the value as a whole, or a password inside an address. */
	readonly secret?: 'value' | 'password';
	/** Read by Bun, which makes the connections, and not by this program. Lower case works, too. */
	readonly runtime?: true;
}

/** Settings by the member that holds their value. A group is an object of members. */
export interface SettingGroup {
	readonly [member: string]: Setting | SettingGroup;
}

/** The values of a group. */
export type Values<Group> = {
	[Member in keyof Group as Group[Member] extends { name: string }
		? Group[Member] extends { read: Read }
			? Member
			: never
		: Member]: Group[Member] extends { read: (...of: never) => infer Value } ? Value : Values<Group[Member]>;
};

export function isSetting(entry: Setting | SettingGroup): entry is Setting {
	return typeof entry.name === 'string';
}
