/** How a Mac itself handles updates, beside what a policy requires: a switch, who decides, or a number of days. */
type Value = 'flag' | 'choice' | 'days';

interface UpdateSetting {
	/** The place in the payload of Apple's declaration `com.apple.configuration.softwareupdate.settings`. */
	readonly key: readonly [string] | readonly [string, string];
	readonly takes: Value;
	/** The choices, if not all are possible here. */
	readonly only?: readonly Choice[];
	readonly does: string;
}

/** Whether the user decides, spelled as in a file and as Apple does. */
const appleChoices = { allowed: 'Allowed', 'always-on': 'AlwaysOn', 'always-off': 'AlwaysOff' } as const;
export type Choice = keyof typeof appleChoices;
export const choices = Object.keys(appleChoices) as readonly Choice[];

/** Apple accepts no zero. */
export const [leastDays, mostDays] = [1, 90];

/**
 * What Apple's schema has for a Mac, except what the terms of a policy say already (deferrals of releases). `RecommendedCadence`
 * and the combined deferral are for iPhone and iPad alone. To require a beta takes a token, which is a secret, so beta programs
 * can be allowed or closed only.
 */
export const updateSettingTable = {
	notifications: {
		key: ['Notifications'],
		takes: 'flag',
		does: 'false shows only the notification an hour before the deadline, and the countdown to the restart',
	},
	automatic_download: {
		key: ['AutomaticActions', 'Download'],
		takes: 'choice',
		does: 'whether updates are downloaded automatically',
	},
	automatic_os_updates: {
		key: ['AutomaticActions', 'InstallOSUpdates'],
		takes: 'choice',
		does: 'whether updates of macOS are installed automatically',
	},
	automatic_security_updates: {
		key: ['AutomaticActions', 'InstallSecurityUpdate'],
		takes: 'choice',
		does: 'whether security updates are installed automatically',
	},
	security_improvements: {
		key: ['RapidSecurityResponse', 'Enable'],
		takes: 'flag',
		does: 'whether Background Security Improvements are offered',
	},
	security_improvements_removable: {
		key: ['RapidSecurityResponse', 'EnableRollback'],
		takes: 'flag',
		does: 'whether people can remove an installed Background Security Improvement',
	},
	standard_users_update: {
		key: ['AllowStandardUserOSUpdates'],
		takes: 'flag',
		does: 'whether people without administrator rights can update macOS',
	},
	defer_system_days: {
		key: ['Deferrals', 'SystemPeriodInDays'],
		takes: 'days',
		does: 'days that updates other than macOS are hidden',
	},
	beta_enrollment: {
		key: ['Beta', 'ProgramEnrollment'],
		takes: 'choice',
		only: ['allowed', 'always-off'],
		does: 'whether people can install betas (macOS 15.4 and later)',
	},
} as const satisfies Record<string, UpdateSetting>;

type Table = typeof updateSettingTable;
type ValueOf<Entry extends UpdateSetting> = Entry extends { only: readonly (infer Only)[] }
	? Only
	: { flag: boolean; choice: Choice; days: number }[Entry['takes']];

/** The settings that a policy has. What is absent is left to the Mac. */
export type UpdateSettings = { readonly [Name in keyof Table]?: ValueOf<Table[Name]> | undefined };

const entries = Object.entries(updateSettingTable) as readonly [string, UpdateSetting][];

/** What a setting accepts, in words. */
export function settingExpected({ takes, only = choices }: UpdateSetting): string {
	if (takes === 'flag') return 'true or false';
	return takes === 'days' ? `a whole number from ${leastDays} to ${mostDays}` : `one of ${only.join(', ')}`;
}

/** Settings that a program gives. Throws if one is misspelled or has another value. */
export function checkedSettings(given: object): UpdateSettings {
	for (const [name, value] of Object.entries(given)) {
		const setting = entries.find(([known]) => known === name)?.[1];
		if (!setting)
			throw new TypeError(
				`there is no setting ${JSON.stringify(name)}: expected one of ${Object.keys(updateSettingTable).join(', ')}`,
			);
		if (!accepts(setting, value))
			throw new TypeError(`settings.${name} is ${String(value)}: expected ${settingExpected(setting)}`);
	}
	return given as UpdateSettings;
}

function accepts({ takes, only = choices }: UpdateSetting, value: unknown): boolean {
	if (takes === 'flag') return typeof value === 'boolean';
	if (takes === 'choice') return (only as readonly unknown[]).includes(value);
	return Number.isInteger(value) && (value as number) >= leastDays && (value as number) <= mostDays;
}

/** The payload of Apple's declaration, in the order of Apple's schema, with the deferrals of releases. */
export function settingsPayload(
	settings: UpdateSettings,
	deferrals: Readonly<Record<string, number>>,
): Readonly<Record<string, unknown>> {
	const payload: Record<string, unknown> = {};
	if (Object.keys(deferrals).length > 0) payload.Deferrals = deferrals;
	for (const [name, { key, takes }] of entries) {
		const value = settings[name as keyof UpdateSettings];
		if (value === undefined) continue;
		const [first, second] = key;
		const spelled = takes === 'choice' ? appleChoices[value as Choice] : value;
		payload[first] = second === undefined ? spelled : { ...(payload[first] as object), [second]: spelled };
	}
	return payload;
}
