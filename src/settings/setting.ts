/** A setting, as every list of settings describes it. `settings.ts` reads it. */
export interface Setting {
	/** The environment variable. */
	name: string;
	/** The value if the variable is not set; a setting without a default is off until it is set. */
	default?: string;
	/** In words, what happens if the variable is not set. Only for settings without a default. */
	without?: string;
	/** A value that is accepted. */
	example: string;
	/** What it does. A word in backticks is code. */
	does: string;
	/** The page about it, for people who need more, such as `selling.md#reminders`. */
	page?: string;
	/** Never shown: the value as a whole, or a password inside an address. */
	secret?: 'value' | 'password';
	/** Read by Bun, which makes the connections, and not by this program. Lower case works, too. */
	runtime?: true;
}
